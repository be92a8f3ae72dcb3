package io.halite.filters.segment;

import java.util.List;
import java.util.Optional;

/**
 * The working form of a query on segments that move, made once for all its filters. Branches one by
 * one, of which there may be many, are made when they are asked for. Immutable and thread-safe.
 */
final class PathQuery {
  private final Formula formula;
  private final Chain chain = new Chain();
  private final boolean nothing;
  private final Optional<PathTable> together;
  private volatile Optional<List<PathTable>> single = Optional.empty();

  PathQuery(Formula formula) {
    this.formula = formula;
    formula.conditions().forEach(condition -> chain.add(condition.field()));
    List<Branch<WordSet>> branches = branches();
    nothing = branches.get(0).isEmpty();
    together = nothing ? Optional.empty() : Optional.of(new PathTable(chain.extents(), branches));
  }

  private List<Branch<WordSet>> branches() {
    return Branches.of(formula, chain::number);
  }

  boolean matchesNothing() {
    return nothing;
  }

  KeySeeker seeker() {
    return new PathSeeker(together.orElse(PathTable.NOTHING));
  }

  /** The segments of each branch, by their numbers in the key. */
  List<String> seekOrder() {
    return branches().stream()
        .map(branch -> branch.seekOrder((number, set) -> "segment " + (number + 1)))
        .toList();
  }

  /** The ranges of all branches, for one thread. */
  QueryRanges ranges() {
    Optional<List<PathTable>> made = single;
    if (made.isEmpty()) {
      List<Extent> extents = chain.extents();
      made =
          Optional.of(
              nothing
                  ? List.of()
                  : branches().stream()
                      .map(branch -> new PathTable(extents, List.of(branch)))
                      .toList());
      single = made;
    }
    return new QueryRanges(made.get().stream().map(PathRanges::new).toList());
  }
}
