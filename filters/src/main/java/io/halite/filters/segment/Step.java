package io.halite.filters.segment;

import java.util.Comparator;
import java.util.List;

/**
 * Bytes of a key up to a delimiter, which a segment lies behind: so many of fixed width, and then
 * all to the first delimiter byte. Prints as {@code #3A}, or as {@code 3#3A} behind 3 bytes.
 */
record Step(int offset, byte delimiter) {
  /** As many as a layout has segments. */
  static final int MAX = 256;

  static final Comparator<Step> ORDER =
      Comparator.comparingInt(Step::offset).thenComparingInt(step -> step.delimiter & 0xFF);

  /** Paths in the order of the key: one that goes on from another comes after it. */
  static int compare(List<Step> one, List<Step> two) {
    for (int i = 0; i < Math.min(one.size(), two.size()); i++) {
      int order = ORDER.compare(one.get(i), two.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(one.size(), two.size());
  }

  @Override
  public String toString() {
    String hex = "#%02X".formatted(delimiter);
    return offset == 0 ? hex : offset + hex;
  }
}
