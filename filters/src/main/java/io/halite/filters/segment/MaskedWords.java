package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The words of one segment, cut into ranges wherever a branch begins or ends to admit them; with
 * each range the branches that admit it. As {@link MaskedRanges}, for words of any length.
 * Immutable.
 */
final class MaskedWords {
  private final Extent extent;
  private final byte[][] lows;
  private final byte[][] behinds;
  private final int longest;
  private final MaskTree tree;

  /** Where branches begin or end to admit words. */
  private record Cut(byte[] at, long changed) {}

  private MaskedWords(Extent extent, List<WordRange> ranges, List<Long> branches) {
    this.extent = extent;
    lows = ranges.stream().map(WordRange::low).toArray(byte[][]::new);
    behinds = ranges.stream().map(WordRange::behind).toArray(byte[][]::new);
    longest =
        ranges.stream()
            .mapToInt(range -> Math.max(range.low().length, range.behind().length))
            .max()
            .orElse(0);
    tree = MaskTree.of(branches);
  }

  /**
   * Cuts the words that a segment may be.
   *
   * @param branchesOf the sets of words, none of them empty, each with the branches that have it
   * @param free the branches to which the segment may be anything
   */
  static MaskedWords of(Extent extent, Map<WordSet, Long> branchesOf, long free) {
    List<Cut> cuts = new ArrayList<>();
    branchesOf.forEach(
        (set, branches) -> {
          for (WordRange range : set.ranges()) {
            cuts.add(new Cut(range.low(), branches));
            if (!range.isOpen()) {
              cuts.add(new Cut(range.behind(), branches));
            }
          }
        });
    cuts.sort((one, two) -> KeyBytes.compare(one.at, two.at));
    List<WordRange> ranges = new ArrayList<>();
    List<Long> branches = new ArrayList<>();
    byte[] low = new byte[0];
    long admitting = free;
    for (Cut cut : cuts) {
      if (cut.at.length > 0 && admitting != 0) {
        add(extent, new WordRange(low, cut.at), admitting, ranges, branches);
      }
      low = cut.at;
      admitting ^= cut.changed;
    }
    if (admitting != 0) {
      add(extent, new WordRange(low, new byte[0]), admitting, ranges, branches);
    }
    return new MaskedWords(extent, ranges, branches);
  }

  /** All that a set admits, for a table with one branch. */
  static MaskedWords of(WordSet set) {
    List<WordRange> ranges = new ArrayList<>();
    List<Long> branches = new ArrayList<>();
    set.ranges().forEach(range -> add(set.extent(), range, 1, ranges, branches));
    return new MaskedWords(set.extent(), ranges, branches);
  }

  private static void add(
      Extent extent, WordRange range, long admitting, List<WordRange> ranges, List<Long> branches) {
    byte[] first = extent.firstIn(range.low(), range.behind());
    if (first != null) {
      ranges.add(new WordRange(first, range.behind()));
      branches.add(admitting);
    }
  }

  Extent extent() {
    return extent;
  }

  int size() {
    return lows.length;
  }

  /** The first word of a range, or the bytes that {@link Extent#firstIn} gives for it. */
  byte[] low(int range) {
    return lows[range];
  }

  /** The end of a range; empty if it has none. */
  byte[] behind(int range) {
    return behinds[range];
  }

  /** The most bytes of a bound. */
  int longest() {
    return longest;
  }

  long branches(int range) {
    return tree.branches(range);
  }

  int next(int from, long branches) {
    return tree.next(from, branches);
  }

  int previous(int upTo, long branches) {
    return tree.previous(upTo, branches);
  }

  /** The branches that admit a word of the key. */
  long admitting(byte[] key, int from, int to) {
    int range = firstEndingBehind(key, from, to);
    boolean inside =
        range < lows.length
            && Arrays.compareUnsigned(lows[range], 0, lows[range].length, key, from, to) <= 0;
    return inside ? tree.branches(range) : 0;
  }

  /** The first range with an end behind these bytes of the key; the size if there is none. */
  int firstEndingBehind(byte[] key, int from, int to) {
    int first = 0;
    int last = behinds.length;
    while (first < last) {
      int middle = (first + last) >>> 1;
      byte[] behind = behinds[middle];
      if (behind.length > 0
          && Arrays.compareUnsigned(behind, 0, behind.length, key, from, to) <= 0) {
        first = middle + 1;
      } else {
        last = middle;
      }
    }
    return first;
  }

  /** The last range that begins before these bytes; -1 if there is none. */
  int lastBeginningBefore(byte[] bytes) {
    int first = 0;
    int last = lows.length;
    while (first < last) {
      int middle = (first + last) >>> 1;
      if (KeyBytes.compare(lows[middle], bytes) < 0) {
        first = middle + 1;
      } else {
        last = middle;
      }
    }
    return first - 1;
  }
}
