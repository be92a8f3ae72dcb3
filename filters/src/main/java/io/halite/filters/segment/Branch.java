package io.halite.filters.segment;

import java.util.SortedMap;
import java.util.TreeMap;

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
}
