package io.halite.filters.segment;

import java.util.List;
import java.util.stream.Stream;

/**
 * What must hold for a key: a condition, or a group of formulas joined by {@code and} or {@code
 * or}.
 *
 * <p>Example: {@code not (origin = ATL and delay > 60)} becomes {@code origin != ATL or delay <=
 * 60}: negations go down to the conditions, so that no formula is one. A condition holds only for a
 * key that has its segment whole, and so does its negation. Immutable.
 */
sealed interface Formula permits Condition, Group {
  /** What holds if this does not, for keys that have the segments. */
  Formula negate();

  /** The same conditions on segments without names. */
  Formula withoutNames();

  /** The conditions in it, in the order in which they print. */
  Stream<Condition> conditions();

  /** How many groups lie within each other; 0 for a condition. */
  int depth();

  /** All of the parts; there is at least one. */
  static Formula all(List<? extends Formula> parts) {
    return Group.of(false, parts);
  }

  /** Any of the parts; there is at least one. */
  static Formula any(List<? extends Formula> parts) {
    return Group.of(true, parts);
  }
}
