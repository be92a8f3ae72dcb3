package io.halite.filters.segment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Two or more formulas; any one or all of them must hold. In normal form: no part is a group of the
 * same kind, and no part occurs twice; conditions come before groups, and both are sorted. Only
 * conditions on the same segment that must all hold stay in the order in which they were given.
 */
record Group(boolean any, List<Formula> parts) implements Formula {
  private static final Comparator<Formula> BY_OFFSET = (one, two) -> compare(one, two, false);
  private static final Comparator<Formula> TOTAL = (one, two) -> compare(one, two, true);

  static Formula of(boolean any, List<? extends Formula> given) {
    Set<Formula> flat = new LinkedHashSet<>();
    for (Formula part : given) {
      if (part instanceof Group group && group.any == any) {
        flat.addAll(group.parts);
      } else {
        flat.add(part);
      }
    }
    List<Formula> sorted = new ArrayList<>(flat);
    sorted.sort(any ? TOTAL : BY_OFFSET);
    return sorted.size() == 1 ? sorted.get(0) : new Group(any, List.copyOf(sorted));
  }

  private static int compare(Formula one, Formula two, boolean total) {
    if (one instanceof Condition left && two instanceof Condition right) {
      return total
          ? Condition.TOTAL.compare(left, right)
          : Field.BY_PLACE.compare(left.field(), right.field());
    }
    if (one instanceof Group left && two instanceof Group right) {
      return compare(left.parts, right.parts);
    }
    return one instanceof Condition ? -1 : 1;
  }

  private static int compare(List<Formula> left, List<Formula> right) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = compare(left.get(i), right.get(i), true);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  @Override
  public Formula negate() {
    return of(!any, parts.stream().map(Formula::negate).toList());
  }

  @Override
  public Formula withoutNames() {
    return of(any, parts.stream().map(Formula::withoutNames).toList());
  }

  @Override
  public Stream<Condition> conditions() {
    return parts.stream().flatMap(Formula::conditions);
  }

  @Override
  public int depth() {
    return 1 + parts.stream().mapToInt(Formula::depth).max().orElse(0);
  }

  /** The group in the text form: what {@code and} joins stands in parentheses if it is a group. */
  @Override
  public String toString() {
    return parts.stream()
        .map(part -> !any && part instanceof Group ? "(" + part + ")" : part.toString())
        .collect(Collectors.joining(any ? " or " : " and "));
  }
}
