package io.halite.coprocessor.split;

import io.halite.keys.DigitSpace;
import java.util.List;

/**
 * Regions for keys that begin with hexadecimal digits in capitals, {@code MD5(a)[0:32]:}.
 *
 * <p>{@code create 't', 'f', {NUMREGIONS => 4, SPLITALGO =>
 * 'io.halite.coprocessor.split.CapitalHexSplit'}} cuts at {@code 4}, {@code 8} and {@code C}.
 */
public final class CapitalHexSplit extends KeySplit {
  /** Eight digits are enough for any number of regions. */
  private static final DigitSpace KEYS = DigitSpace.of("0123456789ABCDEF", 8);

  @Override
  List<byte[]> points(int regions) {
    return KEYS.cut(regions);
  }
}
