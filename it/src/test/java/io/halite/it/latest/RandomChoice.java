package io.halite.it.latest;

import io.halite.client.latest.LatestQuery;
import io.halite.it.latest.ScannedRows.Row;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Which rows of a key a random question takes: the query, and the same in words of lists. */
record RandomChoice(LatestQuery query, long newest, UnaryOperator<List<Row>> of) {
  static RandomChoice of(int limit, Random random) {
    switch (random.nextInt(6)) {
      case 0 -> {
        long width = 1 + random.nextInt(30);
        return new RandomChoice(
            LatestQuery.newest(limit).each(Duration.ofMillis(width)),
            Long.MAX_VALUE,
            rows -> {
              Set<Long> steps = new HashSet<>();
              return rows.stream()
                  .filter(row -> steps.add(row.time() / width))
                  .limit(limit)
                  .toList();
            });
      }
      case 1 -> {
        long[] times = random.longs(1 + random.nextInt(6), 0, 110).toArray();
        return new RandomChoice(LatestQuery.at(times), max(times), rows -> at(times, rows));
      }
      case 2 -> {
        return new RandomChoice(
            LatestQuery.oldest(limit),
            Long.MAX_VALUE,
            rows -> rows.subList(Math.max(0, rows.size() - limit), rows.size()));
      }
      default -> {
        return new RandomChoice(
            LatestQuery.newest(limit), Long.MAX_VALUE, rows -> rows.stream().limit(limit).toList());
      }
    }
  }

  private static long max(long[] times) {
    long max = 0;
    for (long time : times) {
      max = Math.max(max, time);
    }
    return max;
  }

  private static List<Row> at(long[] times, List<Row> newestFirst) {
    Set<Row> answers = new HashSet<>();
    for (long time : times) {
      newestFirst.stream().filter(row -> row.time() <= time).findFirst().ifPresent(answers::add);
    }
    return newestFirst.stream().filter(answers::contains).toList();
  }
}
