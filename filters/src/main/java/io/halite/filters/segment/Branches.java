package io.halite.filters.segment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Multiplies a formula out into branches; a matching key passes at least one of them.
 *
 * <p>Example: {@code origin = ATL and (delay > 60 or destination in (LAX, SFO))} has two branches,
 * each with {@code origin = ATL}. Values are never combined with each other: a set of 1,000 values
 * stays one, and branches share it. Conditions on the same segment that are joined by {@code or}
 * become one set. A formula with too many branches is refused as soon as that shows.
 */
final class Branches<S extends ValueSet<S>> {
  /** A branch is one bit of a long. */
  static final int MAX_BRANCHES = Long.SIZE;

  /** What conditions on the same segment may take that meet in several branches, in bytes. */
  private static final long MAX_MET_BYTES = 1 << 22;

  /** How often a value or range of such conditions is compared with one of another. */
  private static final int MAX_MET_COMPARISONS = 1_000_000;

  private long metBytes;
  private long metComparisons;

  private final Function<Condition, Branch<S>> single;
  private final Function<List<S>, S> union;

  private Branches(Function<Condition, Branch<S>> single, Function<List<S>, S> union) {
    this.single = single;
    this.union = union;
  }

  /** The branches, without those that no key can match, unless there is no other. */
  static List<Branch<RangeSet>> of(Formula formula) {
    return new Branches<>(
            condition -> Branch.of(condition.field().offset(), condition.ranges()), RangeSet::union)
        .multiplied(formula);
  }

  /** The same of segments that move, by their numbers. */
  static List<Branch<WordSet>> of(Formula formula, ToIntFunction<Field> numbers) {
    return new Branches<>(
            condition -> Branch.of(numbers.applyAsInt(condition.field()), WordSet.of(condition)),
            WordSet::union)
        .multiplied(formula);
  }

  /** Refuses branches that together have too many values; cut up they are up to twice as many. */
  static <S extends ValueSet<S>> void checkSize(List<Branch<S>> branches) {
    Set<ValueSet<S>> sets = Collections.newSetFromMap(new IdentityHashMap<>());
    branches.forEach(branch -> sets.addAll(branch.sets().values()));
    if (branches.size() > 1) {
      QueryLimits.checkValues(sets.stream().mapToLong(ValueSet::size).sum());
    }
  }

  private List<Branch<S>> multiplied(Formula formula) {
    if (formula instanceof Group group) {
      return group.any() ? either(group) : all(group);
    }
    return List.of(single.apply((Condition) formula));
  }

  private List<Branch<S>> either(Group group) {
    Map<Integer, List<S>> bySegment = new LinkedHashMap<>();
    List<Branch<S>> branches = new ArrayList<>();
    for (Formula part : group.parts()) {
      if (part instanceof Condition condition) {
        single
            .apply(condition)
            .sets()
            .forEach(
                (segment, set) ->
                    bySegment.computeIfAbsent(segment, first -> new ArrayList<>()).add(set));
      } else {
        multiplied(part).forEach(branch -> add(branch, branches));
      }
    }
    bySegment.forEach((segment, sets) -> add(Branch.of(segment, union.apply(sets)), branches));
    return branches;
  }

  private List<Branch<S>> all(Group group) {
    List<Branch<S>> branches = List.of();
    for (Formula part : group.parts()) {
      List<Branch<S>> factors = multiplied(part);
      branches = branches.isEmpty() ? factors : product(branches, factors);
    }
    return branches;
  }

  private List<Branch<S>> product(List<Branch<S>> branches, List<Branch<S>> factors) {
    boolean several = branches.size() > 1 || factors.size() > 1;
    List<Branch<S>> product = new ArrayList<>();
    for (Branch<S> branch : branches) {
      for (Branch<S> factor : factors) {
        add(both(branch, factor, several), product);
      }
    }
    return product;
  }

  private void add(Branch<S> branch, List<Branch<S>> branches) {
    if (!branches.isEmpty() && branch.isEmpty()) {
      return;
    }
    if (branches.size() == 1 && branches.get(0).isEmpty()) {
      branches.clear();
    }
    if (branches.size() == MAX_BRANCHES) {
      throw new IllegalArgumentException(
          "joining each part of an 'or' with each part of the others gives more than %d ways to"
                  .formatted(MAX_BRANCHES)
              + " match: at most "
              + MAX_BRANCHES
              + " are allowed, give fewer or split the query");
    }
    branches.add(branch);
  }

  private Branch<S> both(Branch<S> one, Branch<S> two, boolean several) {
    TreeMap<Integer, S> sets = new TreeMap<>(one.sets());
    BinaryOperator<S> meeting = several ? this::met : ValueSet::intersect;
    two.sets().forEach((segment, set) -> sets.merge(segment, set, meeting));
    return new Branch<>(sets);
  }

  /** What two sets have in common, counted: they may meet in each of many pairs of branches. */
  private S met(S one, S two) {
    metComparisons += one.size() + two.size();
    if (metComparisons > MAX_MET_COMPARISONS) {
      throw new IllegalArgumentException(
          "conditions on the same segments that meet through 'or' take more than %d comparisons of"
                  .formatted(MAX_MET_COMPARISONS)
              + " their values: give fewer values, or split the query");
    }
    S common = one.intersect(two);
    metBytes += common.bytes();
    if (metBytes > MAX_MET_BYTES) {
      throw new IllegalArgumentException(
          "conditions on the same segments that meet through 'or' have more than %d bytes of values"
                  .formatted(MAX_MET_BYTES)
              + " in common: give fewer values, or split the query");
    }
    return common;
  }
}
