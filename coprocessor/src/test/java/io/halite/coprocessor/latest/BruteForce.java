package io.halite.coprocessor.latest;

import io.halite.keys.KeyBytes;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.TimeChoice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The rows of each key by reading everything: what every faster way has to equal. */
final class BruteForce {
  private BruteForce() {}

  /** Which rows of a key, newest first, a choice takes: by the words of its documentation. */
  static List<byte[]> chosen(
      TimeChoice choice, LatestKeys keys, List<byte[]> newestFirst, int limit) {
    if (choice instanceof TimeChoice.EachStep each) {
      Set<Long> seen = new HashSet<>();
      return newestFirst.stream()
          .filter(row -> seen.add(Math.floorDiv(keys.time(row), each.millis())))
          .limit(limit)
          .toList();
    }
    if (choice instanceof TimeChoice.AtTimes at) {
      Set<byte[]> answers = new TreeSet<>(KeyBytes::compare);
      for (long time : at.times()) {
        newestFirst.stream()
            .filter(row -> keys.time(row) <= time)
            .findFirst()
            .ifPresent(answers::add);
      }
      return newestFirst.stream().filter(answers::contains).toList();
    }
    int skipped = choice.isOldest() ? Math.max(0, newestFirst.size() - limit) : 0;
    return newestFirst.stream().skip(skipped).limit(limit).toList();
  }

  /** Natural rows of each key, newest first; keys are printed, in order. */
  static Map<String, List<String>> newest(
      StoredRows table, LatestKeys keys, TimeChoice choice, int limit, Predicate<byte[]> counts) {
    TreeMap<byte[], List<byte[]>> byKey = new TreeMap<>(KeyBytes::compare);
    for (byte[] stored : table.rows().keySet()) {
      byte[] natural = table.spec().salt().unsalt(stored);
      if (counts.test(natural)) {
        byKey
            .computeIfAbsent(
                Arrays.copyOf(natural, keys.keyLength(natural)), none -> new ArrayList<>())
            .add(natural);
      }
    }
    Comparator<byte[]> newestFirst =
        Comparator.<byte[]>comparingLong(row -> keys.revtime(row) + Long.MIN_VALUE)
            .thenComparing(KeyBytes::compare);
    Map<String, List<String>> answer = new java.util.LinkedHashMap<>();
    byKey.forEach(
        (key, rows) -> {
          List<String> taken =
              chosen(choice, keys, rows.stream().sorted(newestFirst).toList(), limit).stream()
                  .map(KeyBytes::readable)
                  .toList();
          if (!taken.isEmpty()) {
            answer.put(KeyBytes.readable(key), taken);
          }
        });
    return answer;
  }
}
