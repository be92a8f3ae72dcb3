package io.halite.filters.segment;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Values of segments that must all hold: one way in which a key can match a query. Immutable.
 *
 * @param sets the values of each constrained segment, by its offset, or by its number where
 *     segments move
 */
record Branch<S extends ValueSet<S>>(SortedMap<Integer, S> sets) {
  static <S extends ValueSet<S>> Branch<S> of(int segment, S set) {
    TreeMap<Integer, S> sets = new TreeMap<>();
    sets.put(segment, set);
    return new Branch<>(sets);
  }

  /** Whether no key can match. */
  boolean isEmpty() {
    return sets.values().stream().anyMatch(ValueSet::isEmpty);
  }

  /** The segments in order, each by a name and with the number of its values and ranges. */
  String seekOrder(BiFunction<Integer, S, String> name) {
    return sets.entrySet().stream()
        .map(
            segment ->
                "%s in %s"
                    .formatted(
                        name.apply(segment.getKey(), segment.getValue()),
                        segment.getValue().size()))
        .collect(Collectors.joining(", "));
  }
}
