package io.halite.filters.segment;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Values of segments that must all hold: one way in which a key can match a query. Immutable.
 *
 * @param sets the values of each constrained segment, by its offset
 */
record Branch(SortedMap<Integer, RangeSet> sets) {
  static Branch of(int offset, RangeSet set) {
    TreeMap<Integer, RangeSet> sets = new TreeMap<>();
    sets.put(offset, set);
    return new Branch(sets);
  }

  /** Whether no key can match. */
  boolean isEmpty() {
    return sets.values().stream().anyMatch(RangeSet::isEmpty);
  }

  /** The bytes that a key needs at least. */
  int width() {
    return sets.entrySet().stream()
        .mapToInt(segment -> segment.getKey() + segment.getValue().width())
        .max()
        .orElse(0);
  }

  /** The segments by their offsets, each with the number of its values and ranges. */
  String seekOrder() {
    return sets.entrySet().stream()
        .map(
            segment ->
                "@%d:%d in %d"
                    .formatted(
                        segment.getKey(),
                        segment.getValue().width(),
                        segment.getValue().ranges().size()))
        .collect(Collectors.joining(", "));
  }
}
