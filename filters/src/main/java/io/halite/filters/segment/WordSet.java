package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The words that a segment may have: ranges, sorted and disjoint, each with a word in it.
 * Immutable.
 *
 * <p>Conditions compare values, and keys sort by words. Of values that end at a colon, {@code >=
 * a!} has all words from {@code a!} on but {@code a:}, which sorts behind {@code a!} although the
 * value {@code a} comes before. So a range of values is a range of words without a few.
 */
record WordSet(Extent extent, List<WordRange> ranges) implements ValueSet<WordSet> {
  /** The words that pass a condition. */
  static WordSet of(Condition condition) {
    Extent extent = condition.field().extent();
    List<WordRange> ranges = new ArrayList<>();
    if (extent.isFixed()) {
      for (RangeSet.Range range : condition.ranges().ranges()) {
        ranges.add(new WordRange(range.low(), KeyBytes.prefixSuccessor(range.high())));
      }
      return merged(extent, ranges);
    }
    for (Span span : condition.spans()) {
      switch (span.kind()) {
        case VALUE -> ranges.add(value(extent, span.bytes()));
        case PREFIX -> ranges.add(WordRange.prefix(span.bytes()));
        default -> ranges.addAll(between(extent, span).ranges);
      }
    }
    WordSet set = merged(extent, ranges);
    return condition.negated() ? set.complement() : set;
  }

  static WordSet all(Extent extent) {
    return merged(extent, new ArrayList<>(List.of(WordRange.ALL)));
  }

  private static WordRange value(Extent extent, byte[] value) {
    return extent.isDelimited()
        ? WordRange.prefix(extent.word(value))
        : new WordRange(value, KeyBytes.next(value));
  }

  private static WordSet between(Extent extent, Span span) {
    WordSet from = from(extent, span.low(), span.lowExclusive());
    return span.high() == null
        ? from
        : from.intersect(from(extent, span.high(), !span.highExclusive()).complement());
  }

  /** The words of values from a bound on. */
  private static WordSet from(Extent extent, byte @Nullable [] bound, boolean exclusive) {
    if (bound == null) {
      return all(extent);
    }
    List<WordRange> without = new ArrayList<>();
    if (bound.length > 0) {
      without.add(new WordRange(new byte[0], bound));
    }
    if (exclusive) {
      without.add(value(extent, bound));
    }
    for (int length = 0; length < bound.length; length++) {
      if (sortsBehind(extent, bound, length)) {
        without.add(value(extent, Arrays.copyOf(bound, length)));
      }
    }
    return merged(extent, without).complement();
  }

  /** Whether the word of so many bytes of the bound sorts behind the bound, unlike the value. */
  private static boolean sortsBehind(Extent extent, byte[] bound, int length) {
    return extent.isDelimited() && Byte.compareUnsigned(extent.delimiter(), bound[length]) > 0;
  }

  /** How many bytes the words take at most that are left out of the values beside a bound. */
  static long bytesBeside(Extent extent, byte @Nullable [] bound) {
    long bytes = bound == null ? 0 : bound.length;
    for (int length = 0; bound != null && length < bound.length; length++) {
      bytes += sortsBehind(extent, bound, length) ? length + 1 : 0;
    }
    return bytes;
  }

  /** All words that are in any of the sets; there is at least one set. */
  static WordSet union(List<WordSet> sets) {
    if (sets.size() == 1) {
      return sets.get(0);
    }
    List<WordRange> ranges = new ArrayList<>();
    sets.forEach(set -> ranges.addAll(set.ranges));
    return merged(sets.get(0).extent, ranges);
  }

  private static WordSet merged(Extent extent, List<WordRange> ranges) {
    ranges.sort(WordRange.BY_LOW);
    List<WordRange> merged = new ArrayList<>(ranges.size());
    for (WordRange range : ranges) {
      int last = merged.size() - 1;
      if (last >= 0 && merged.get(last).reaches(range)) {
        WordRange before = merged.get(last);
        WordRange longer = before.endsBefore(range) ? range : before;
        merged.set(last, new WordRange(before.low(), longer.behind()));
      } else {
        merged.add(range);
      }
    }
    return withWords(extent, merged);
  }

  private static WordSet withWords(Extent extent, List<WordRange> ranges) {
    ranges.removeIf(range -> extent.firstIn(range.low(), range.behind()) == null);
    return new WordSet(extent, ranges);
  }

  /** All words that are not in this set. */
  private WordSet complement() {
    List<WordRange> gaps = new ArrayList<>(ranges.size() + 1);
    byte[] low = new byte[0];
    for (WordRange range : ranges) {
      if (range.low().length > 0) {
        gaps.add(new WordRange(low, range.low()));
      }
      low = range.behind();
      if (range.isOpen()) {
        return withWords(extent, gaps);
      }
    }
    gaps.add(new WordRange(low, new byte[0]));
    return withWords(extent, gaps);
  }

  @Override
  public WordSet intersect(WordSet other) {
    List<WordRange> common = new ArrayList<>();
    int left = 0;
    int right = 0;
    while (left < ranges.size() && right < other.ranges.size()) {
      WordRange one = ranges.get(left);
      WordRange two = other.ranges.get(right);
      byte[] low = KeyBytes.compare(one.low(), two.low()) >= 0 ? one.low() : two.low();
      boolean oneEnds = !two.endsBefore(one);
      WordRange both = new WordRange(low, (oneEnds ? one : two).behind());
      if (both.isOpen() || KeyBytes.compare(low, both.behind()) < 0) {
        common.add(both);
      }
      left += oneEnds ? 1 : 0;
      right += oneEnds ? 0 : 1;
    }
    return withWords(extent, common);
  }

  @Override
  public boolean isEmpty() {
    return ranges.isEmpty();
  }

  @Override
  public int size() {
    return ranges.size();
  }

  @Override
  public long bytes() {
    return ranges.stream().mapToLong(range -> range.low().length + range.behind().length).sum();
  }
}
