package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A query in words and the same query as a predicate, made side by side from random numbers; the
 * predicate knows nothing of the code under test.
 */
final class RandomQuery {
  final String text;
  final Predicate<byte[]> matches;

  /** The end of the last segment that the query may name. */
  final int width;

  private RandomQuery(String text, Predicate<byte[]> matches, List<int[]> places) {
    this.text = text;
    this.matches = matches;
    int[] last = places.get(places.size() - 1);
    width = last[0] + last[1];
  }

  private static RandomQuery all(Random random, List<int[]> places) {
    List<String> texts = new ArrayList<>();
    Predicate<byte[]> all = row -> true;
    for (int[] place : places) {
      RandomCondition condition = RandomCondition.of(random, place[0], place[1]);
      texts.add(condition.text());
      all = all.and(condition::holds);
    }
    return new RandomQuery(String.join(" and ", texts), all, places);
  }

  private static RandomQuery nested(Random random, List<int[]> places, int most) {
    RandomNesting nesting =
        RandomNesting.of(
            random,
            () -> {
              int[] place = places.get(random.nextInt(places.size()));
              return RandomCondition.of(random, place[0], place[1]);
            },
            most);
    return new RandomQuery(nesting.text(), nesting.holds(), places);
  }

  /** One to three segments, with or without gaps, of one to three bytes and rarely of nine. */
  static RandomQuery of(Random random) {
    List<int[]> places = places(random);
    if (random.nextInt(5) == 0) {
      places.add(places.get(places.size() - 1));
    }
    return all(random, places);
  }

  /** Up to 24 conditions on such segments, or on narrower ones, joined by and, or and not. */
  static RandomQuery nested(Random random) {
    RandomQuery query;
    do {
      int most =
          random.nextInt(3) == 0 ? RandomNesting.MOST_CONDITIONS : RandomNesting.FEW_CONDITIONS;
      query = random.nextInt(4) == 0 ? manyBranches(random) : nested(random, places(random), most);
    } while (isTooLarge(query.text));
    return query;
  }

  private static boolean isTooLarge(String text) {
    return isTooLarge(() -> SegmentFilter.where(text));
  }

  /** Whether a query is refused since it has more than 64 branches. */
  static boolean isTooLarge(Supplier<SegmentFilter> query) {
    try {
      assertThat(query.get()).isNotNull();
      return false;
    } catch (QueryException refused) {
      if (refused.getMessage().contains("more than 64 ways to match")) {
        return true;
      }
      throw refused;
    }
  }

  /** Up to 64 branches, each of conditions of which some rows pass all. */
  private static RandomQuery manyBranches(Random random) {
    List<int[]> places = List.of(new int[] {0, 1}, new int[] {1, 1}, new int[] {2, 1});
    List<String> texts = new ArrayList<>();
    Predicate<byte[]> any = row -> false;
    int count = random.nextInt(3) == 0 ? 64 : 17 + random.nextInt(48);
    for (int i = 0; i < count; i++) {
      // One segment alone would be one branch for all of them.
      int[] first = places.get(random.nextInt(2));
      int[] other = places.get(2);
      RandomCondition one = RandomCondition.of(random, first[0], first[1]);
      RandomCondition two = RandomCondition.of(random, other[0], other[1]);
      texts.add(one.text() + " and " + two.text());
      any = any.or(row -> one.holds(row) && two.holds(row));
    }
    return new RandomQuery(String.join(" or ", texts), any, places);
  }

  private static List<int[]> places(Random random) {
    List<int[]> places = new ArrayList<>();
    int at = random.nextInt(3);
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      int width = random.nextInt(12) == 0 ? 9 : 1 + random.nextInt(3);
      places.add(new int[] {at, width});
      at += width + (random.nextBoolean() ? 0 : 1 + random.nextInt(2));
    }
    return places;
  }

  /** A query on the first two bytes, so that all keys can be tried. */
  static RandomQuery ofTwoBytes(Random random) {
    return all(random, placesInTwoBytes(random));
  }

  /** The same of conditions joined by and, or and not. */
  static RandomQuery nestedInTwoBytes(Random random) {
    RandomQuery query;
    do {
      query = nested(random, placesInTwoBytes(random), RandomNesting.FEW_CONDITIONS);
    } while (isTooLarge(query.text));
    return query;
  }

  private static List<int[]> placesInTwoBytes(Random random) {
    List<List<int[]>> shapes =
        List.of(
            List.of(new int[] {0, 2}),
            List.of(new int[] {0, 1}, new int[] {1, 1}),
            List.of(new int[] {1, 1}));
    return shapes.get(random.nextInt(shapes.size()));
  }

  static byte[] bytes(Random random, int length) {
    return RandomCondition.bytes(random, length);
  }
}
