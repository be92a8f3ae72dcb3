package io.halite.client.mapreduce;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Cuts a natural range at borders, so that each key of the range lies in exactly one tile.
 *
 * <p>{@code [41, +∞)} at {@code 40}, {@code 50} and {@code 60} gives {@code [41, 50)}, {@code [50,
 * 60)} and {@code [60, +∞)}: borders outside of the range cut nothing. Stateless.
 */
final class NaturalTiles {
  private NaturalTiles() {}

  /**
   * Returns the tiles in natural order; none of an empty range.
   *
   * @param most the most tiles; if there are more borders, every so many of them cut
   */
  static List<KeyRange> of(KeyRange range, Collection<byte[]> borders, int most) {
    if (range.isEmpty()) {
      return List.of();
    }
    TreeSet<byte[]> inside = new TreeSet<>(KeyBytes::compare);
    for (byte[] border : borders) {
      if (border.length > 0
          && range.contains(border)
          && KeyBytes.compare(border, range.start()) > 0) {
        inside.add(border);
      }
    }
    List<byte[]> cuts = quantiles(List.copyOf(inside), Math.max(1, most) - 1);
    List<KeyRange> tiles = new ArrayList<>();
    byte[] start = range.start();
    for (byte[] cut : cuts) {
      tiles.add(KeyRange.of(start, cut));
      start = cut;
    }
    tiles.add(KeyRange.of(start, range.stop()));
    return tiles;
  }

  /**
   * Returns the natural keys at which a table's regions begin: behind its salt for a region that
   * stores rows, as it is for a gateway region.
   *
   * <p>Under {@code random % 4}, {@code 02·61} gives {@code 61}, {@code 02} gives none, and {@code
   * 61} gives {@code 61}.
   */
  static List<byte[]> borders(Salt salt, Collection<byte[]> regionStarts) {
    List<KeyRange> stored = salt.images(KeyRange.all());
    List<byte[]> borders = new ArrayList<>();
    for (byte[] start : regionStarts) {
      boolean hidden = salt.isPrefix() && stored.stream().anyMatch(range -> range.contains(start));
      int salted = hidden ? Math.min(salt.prefixWidth(), start.length) : 0;
      borders.add(Arrays.copyOfRange(start, salted, start.length));
    }
    return borders;
  }

  private static List<byte[]> quantiles(List<byte[]> sorted, int most) {
    if (sorted.size() <= most) {
      return sorted;
    }
    List<byte[]> chosen = new ArrayList<>();
    for (long i = 1; i <= most; i++) {
      chosen.add(sorted.get((int) (i * sorted.size() / (most + 1))));
    }
    return chosen;
  }
}
