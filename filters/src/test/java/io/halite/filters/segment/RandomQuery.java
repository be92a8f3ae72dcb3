package io.halite.filters.segment;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

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

  private static RandomQuery nested(Random random, List<int[]> places) {
    RandomNesting nesting =
        RandomNesting.of(
            random,
            () -> {
              int[] place = places.get(random.nextInt(places.size()));
              return RandomCondition.of(random, place[0], place[1]);
            });
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

  /** Up to eight conditions on such segments, joined by and, or and not. */
  static RandomQuery nested(Random random) {
    return nested(random, places(random));
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
    return nested(random, placesInTwoBytes(random));
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
