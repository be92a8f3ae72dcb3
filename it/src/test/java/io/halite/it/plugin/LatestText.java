package io.halite.it.plugin;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A value of {@code halite.latest} drawn at random, and which rows of a key it means. */
public record LatestText(String text, int limit, long step, List<Long> times) {
  static LatestText of(int limit, Random random) {
    return of(limit, random, () -> random.nextInt(30), 10);
  }

  /**
   * The same about given times.
   *
   * @param time draws a time at which there may be rows
   * @param widest the widest step
   */
  public static LatestText of(int limit, Random random, LongSupplier time, int widest) {
    return switch (random.nextInt(3)) {
      case 0 -> {
        int step = 1 + random.nextInt(widest);
        yield new LatestText(limit + " each " + step + "ms", limit, step, List.of());
      }
      case 1 -> {
        List<Long> times = LongStream.generate(time).limit(1 + random.nextInt(4)).boxed().toList();
        String text = "at " + String.join(" ", times.stream().map(Object::toString).toList());
        yield new LatestText(text, 0, 0, times);
      }
      default -> new LatestText("" + limit, limit, 0, List.of());
    };
  }

  /** The rows of a key that it means, of all of them in order, which is newest first. */
  public <T> List<T> chosen(List<T> history, ToLongFunction<T> time) {
    if (step > 0) {
      Set<Long> steps = new HashSet<>();
      return history.stream()
          .filter(row -> steps.add(Math.floorDiv(time.applyAsLong(row), step)))
          .limit(limit)
          .toList();
    }
    if (times.isEmpty()) {
      return history.stream().limit(limit).toList();
    }
    Set<Integer> chosen = new TreeSet<>();
    for (long at : times) {
      IntStream.range(0, history.size())
          .filter(i -> time.applyAsLong(history.get(i)) <= at)
          .findFirst()
          .ifPresent(chosen::add);
    }
    return chosen.stream().map(history::get).toList();
  }
}
