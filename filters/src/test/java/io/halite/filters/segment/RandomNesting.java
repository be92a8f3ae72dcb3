package io.halite.filters.segment;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Conditions joined by and, or and not: in words, and as two predicates, since a row that ends
 * before a segment passes neither a condition on it nor its negation.
 *
 * @param either whether the words need parentheses to be joined by and
 */
record RandomNesting(
    String text, boolean either, Predicate<byte[]> holds, Predicate<byte[]> fails) {
  static final int FEW_CONDITIONS = 8;
  static final int MOST_CONDITIONS = 24;
  private static final int MOST_PARENTHESES = 16;

  static RandomNesting of(Random random, Supplier<RandomCondition> leaves) {
    int most = random.nextInt(3) == 0 ? MOST_CONDITIONS : FEW_CONDITIONS;
    return of(random, leaves, most);
  }

  /** The same of at most so many conditions. */
  static RandomNesting of(Random random, Supplier<RandomCondition> leaves, int most) {
    return of(random, leaves, 1 + random.nextInt(most), MOST_PARENTHESES);
  }

  private static RandomNesting of(
      Random random, Supplier<RandomCondition> leaves, int conditions, int room) {
    if (room > conditions + 1 && random.nextInt(5) == 0) {
      RandomNesting inside = of(random, leaves, conditions, room - 1);
      String not = random.nextBoolean() ? "not (" : "NOT(";
      return new RandomNesting(not + inside.text + ")", false, inside.fails, inside.holds);
    }
    if (conditions > 1) {
      return joined(random, leaves, conditions, room);
    }
    RandomCondition condition = leaves.get();
    return random.nextInt(8) == 0
        ? new RandomNesting("not " + condition.text(), false, condition::fails, condition::holds)
        : new RandomNesting(condition.text(), false, condition::holds, condition::fails);
  }

  private static RandomNesting joined(
      Random random, Supplier<RandomCondition> leaves, int conditions, int room) {
    boolean any = random.nextBoolean();
    List<String> texts = new ArrayList<>();
    Predicate<byte[]> holds = row -> !any;
    Predicate<byte[]> fails = row -> any;
    int left = conditions;
    while (left > 0) {
      int taken = Math.min(left, 1 + random.nextInt(conditions - 1));
      RandomNesting part = of(random, leaves, taken, room - 1);
      boolean parentheses = (part.either && !any) || random.nextInt(6) == 0;
      texts.add(parentheses ? "(" + part.text + ")" : part.text);
      holds = any ? holds.or(part.holds) : holds.and(part.holds);
      fails = any ? fails.and(part.fails) : fails.or(part.fails);
      left -= taken;
    }
    return new RandomNesting(String.join(any ? " or " : " and ", texts), any, holds, fails);
  }
}
