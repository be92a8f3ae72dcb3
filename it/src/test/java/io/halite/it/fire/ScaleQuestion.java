package io.halite.it.fire;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestProgress;
import io.halite.client.latest.LatestQuery;
import io.halite.it.process.ProcessCluster;
import io.halite.keys.KeyBytes;
import io.halite.routing.latest.LatestRow;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A query of a table, and what it must answer.
 *
 * @param what names it in the figures
 * @param asked how many keys it is about
 * @param keys how many of them it answers
 * @param times of the rows of each key, newest first
 * @param steps how many rows of a key must be looked at to find them
 */
record ScaleQuestion(
    String what, LatestQuery query, int asked, int keys, List<Long> times, int steps) {
  /** A query that answers all keys that it is about. */
  ScaleQuestion(String what, LatestQuery query, int keys, List<Long> times, int steps) {
    this(what, query, keys, keys, times, steps);
  }

  /** Asks, compares each row, prints the figures and holds them within their bounds. */
  void ask(ProcessCluster cluster, ScaleTable table) throws Exception {
    long reads = table.readRequests(cluster);
    long began = System.nanoTime();
    int answered = 0;
    byte[] last = {};
    LatestProgress progress;
    try (LatestClient client = LatestClient.open(cluster.connection(), table.table());
        LatestAnswers answers = client.ask(query)) {
      for (KeyAnswer answer : answers) {
        assertThat(KeyBytes.compare(last, answer.key())).isNegative();
        last = answer.key();
        answered++;
        if (answer.aggregate().isPresent()) {
          assertThat(answer.aggregate().get().count()).isEqualTo(times.size());
          assertThat(answer.aggregate().get().sum().longValueExact())
              .isEqualTo(times.stream().mapToLong(time -> time).sum());
        } else {
          compare(answer);
        }
      }
      progress = answers.progress();
    }
    long millis = (System.nanoTime() - began) / 1_000_000;
    long counted = table.readRequests(cluster) - reads;
    long rows = (long) answered * times.size();
    System.out.printf(
        "latest scale: | %s, %s | %,d | %,d | %,d | %,d | %,d | %,d | %.1f |%n",
        table.name(),
        what,
        answered,
        rows,
        progress.work().rows(),
        counted,
        progress.work().seeks(),
        progress.pages(),
        millis / 1000.0);
    assertThat(answered).isEqualTo(keys);
    // A bucket cannot know what the others have, so each is asked for as many rows.
    long ofKey = Math.min((long) table.places() * steps, table.history());
    // The rows to be looked at, and of each key in each bucket one more.
    double bound = 1.1 * asked * ofKey + (double) asked * table.places();
    assertThat((double) progress.work().rows()).isLessThanOrEqualTo(bound);
    // HBase counts the same with all that it hides, and the ends of ranges that scanners met.
    assertThat((double) counted).isLessThanOrEqualTo(bound + 2.0 * table.regions());
    assertThat(progress.share()).isEqualTo(1);
  }

  private void compare(KeyAnswer answer) {
    assertThat(answer.rows()).hasSameSizeAs(times);
    for (int i = 0; i < times.size(); i++) {
      LatestRow row = answer.rows().get(i);
      long time = times.get(i);
      boolean same =
          Arrays.equals(row.row(), HistoryFiles.row(answer.key(), time))
              && row.cells().size() == 1
              && Arrays.equals(row.result().value(), Bytes.toBytes(time));
      assertThat(same).as("row %d of %s, time %d", i, answer, time).isTrue();
    }
  }
}
