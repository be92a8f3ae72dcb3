package io.halite.coprocessor.split;

import io.halite.keys.DigitSpace;
import java.util.List;

/**
 * Regions for keys that begin with hexadecimal digits in small letters, {@code md5(a)[0:4]}.
 *
 * <p>{@code create 't', 'f', {NUMREGIONS => 4, SPLITALGO =>
 * 'io.halite.coprocessor.split.HexSplit'}} cuts at {@code 4}, {@code 8} and {@code c}.
 */
public final class HexSplit extends KeySplit {
  /** Eight digits are enough for any number of regions. */
  private static final DigitSpace KEYS = DigitSpace.of("0123456789abcdef", 8);

  @Override
  List<byte[]> points(int regions) {
    return KEYS.cut(regions);
  }
}
