package io.halite.filters.segment;

/** The values that one segment may have. Immutable. */
sealed interface ValueSet<S extends ValueSet<S>> permits RangeSet, WordSet {
  /** Whether no value is in it. */
  boolean isEmpty();

  /** All values that are in both sets. */
  S intersect(S other);

  /** How many values and ranges it has. */
  int size();

  /** How many bytes the bounds of its ranges take. */
  long bytes();
}
