package io.halite.coprocessor.split;

import io.halite.keys.DigitSpace;
import java.util.List;

/**
 * Regions for keys that begin with evenly spread decimal digits, such as {@code reverse(phone)}.
 *
 * <p>{@code create 't', 'f', {NUMREGIONS => 4, SPLITALGO =>
 * 'io.halite.coprocessor.split.DecimalSplit'}} splits at the texts {@code 25}, {@code 5} and {@code
 * 75}.
 */
public final class DecimalSplit extends KeySplit {
  /** Eight digits are enough for any number of regions. */
  private static final DigitSpace KEYS = DigitSpace.of("0123456789", 8);

  @Override
  List<byte[]> points(int regions) {
    return KEYS.cut(regions);
  }
}
