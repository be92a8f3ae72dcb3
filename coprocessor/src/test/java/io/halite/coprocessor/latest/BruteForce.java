package io.halite.coprocessor.latest;

import io.halite.keys.KeyBytes;
import io.halite.routing.latest.LatestKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The newest rows of each key by reading everything: what every faster way has to equal. */
final class BruteForce {
  private BruteForce() {}

  /** Natural rows of each key, newest first; keys are printed, in order. */
  static Map<String, List<String>> newest(
      StoredRows table, LatestKeys keys, int limit, Predicate<byte[]> counts) {
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
        (key, rows) ->
            answer.put(
                KeyBytes.readable(key),
                rows.stream().sorted(newestFirst).limit(limit).map(KeyBytes::readable).toList()));
    return answer;
  }
}
