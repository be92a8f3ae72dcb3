package io.halite.filters.segment;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The working form of a query on moving segments (see {@code docs/glossary.md}), made once for all
 * its filters. There may be many branches, so each alone is made when it is first needed. Immutable
 * and thread-safe.
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

  /** The segments of each branch, as the query prints them. */
  List<String> seekOrder() {
    Map<Integer, Field> fields = new HashMap<>();
    formula
        .conditions()
        .map(Condition::field)
        .forEach(field -> fields.putIfAbsent(chain.number(field), field));
    return branches().stream()
        .map(branch -> branch.seekOrder((number, set) -> String.valueOf(fields.get(number))))
        .toList();
  }

  /** The ranges of all branches, for one thread. */
  QueryRanges ranges() {
    Optional<List<PathTable>> made = single;
    if (made.isEmpty()) {
      List<WordSet> free = chain.extents().stream().map(WordSet::all).toList();
      Map<WordSet, MaskedWords> words = new IdentityHashMap<>();
      made =
          Optional.of(
              nothing
                  ? List.of()
                  : branches().stream().map(branch -> new PathTable(free, branch, words)).toList());
      single = made;
    }
    return new QueryRanges(made.get().stream().map(PathRanges::new).toList());
  }
}
