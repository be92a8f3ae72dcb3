package io.halite.filters.segment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Multiplies a formula out into branches, at least one of which a matching key passes.
 *
 * <p>Example: {@code origin = ATL and (delay > 60 or destination in (LAX, SFO))} has two branches,
 * each with {@code origin = ATL}. Values are never combined with each other: a set of 1,000 values
 * stays one, and branches share it. Conditions on the same segment that are joined by {@code or}
 * become one set. A formula with too many branches is refused as soon as that shows.
 */
final class Branches {
  /** A branch is one bit of a long. */
  static final int MAX_BRANCHES = Long.SIZE;

  /** What conditions on the same segment may take that meet in several branches, in bytes. */
  private static final long MAX_MET_BYTES = 1 << 22;

  private long metBytes;

  private Branches() {}

  /** The branches, without those that no key can match, unless there is no other. */
  static List<Branch> of(Formula formula) {
    return new Branches().multiplied(formula);
  }

  private List<Branch> multiplied(Formula formula) {
    if (formula instanceof Group group) {
      return group.any() ? either(group) : all(group);
    }
    Condition condition = (Condition) formula;
    return List.of(Branch.of(condition.field().offset(), condition.ranges()));
  }

  private List<Branch> either(Group group) {
    Map<Integer, List<RangeSet>> bySegment = new LinkedHashMap<>();
    List<Branch> branches = new ArrayList<>();
    for (Formula part : group.parts()) {
      if (part instanceof Condition condition) {
        bySegment
            .computeIfAbsent(condition.field().offset(), offset -> new ArrayList<>())
            .add(condition.ranges());
      } else {
        multiplied(part).forEach(branch -> add(branch, branches));
      }
    }
    bySegment.forEach((offset, sets) -> add(Branch.of(offset, RangeSet.union(sets)), branches));
    return branches;
  }

  private List<Branch> all(Group group) {
    List<Branch> branches = List.of();
    for (Formula part : group.parts()) {
      List<Branch> factors = multiplied(part);
      branches = branches.isEmpty() ? factors : product(branches, factors);
    }
    return branches;
  }

  private List<Branch> product(List<Branch> branches, List<Branch> factors) {
    boolean several = branches.size() > 1 || factors.size() > 1;
    List<Branch> product = new ArrayList<>();
    for (Branch branch : branches) {
      for (Branch factor : factors) {
        add(both(branch, factor, several), product);
      }
    }
    return product;
  }

  private static void add(Branch branch, List<Branch> branches) {
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
              + " are taken, give fewer or split the query");
    }
    branches.add(branch);
  }

  private Branch both(Branch one, Branch two, boolean several) {
    TreeMap<Integer, RangeSet> sets = new TreeMap<>(one.sets());
    two.sets().forEach((offset, set) -> sets.merge(offset, set, RangeSet::intersect));
    if (several) {
      count(one, two, sets);
    }
    return new Branch(sets);
  }

  private void count(Branch one, Branch two, Map<Integer, RangeSet> sets) {
    sets.forEach(
        (offset, met) -> {
          if (one.sets().containsKey(offset) && two.sets().containsKey(offset)) {
            metBytes += 2L * met.width() * met.ranges().size();
          }
        });
    if (metBytes > MAX_MET_BYTES) {
      throw new IllegalArgumentException(
          "conditions on the same segments that meet through 'or' have more than %d bytes of values"
                  .formatted(MAX_MET_BYTES)
              + " in common: give fewer values, or split the query");
    }
  }
}
