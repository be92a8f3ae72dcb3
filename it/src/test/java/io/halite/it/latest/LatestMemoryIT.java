package io.halite.it.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.latest.PausingObserver.Pause;
import io.halite.routing.latest.PageBudget;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pages of newest rows at a server whose account of memory has room for one of them at a time. */
@Tag("wide")
class LatestMemoryIT {
  private static final LatestQuery QUERY = LatestQuery.newest(30).pages(new PageBudget(600, 5_000));
  private static final int CLIENTS_AT_ONCE = 4;
  private static final int PATIENCE_SECONDS = 120;

  private static EmbeddedCluster cluster;
  private static TableName table;
  private static Map<String, List<String>> truth;

  @BeforeAll
  static void start() throws Exception {
    // Every page is larger than that, and one of those is answered beside the others.
    cluster = EmbeddedCluster.startWithoutHdfs(1, site -> site.set("halite.memory.percent", "0"));
    table =
        LatestTables.create(
            cluster,
            "narrow",
            "key=unit:3 ts:8:revtime tie:*,salt=hash(unit) % 4",
            true,
            "|" + PausingObserver.class.getName() + "||");
    LatestTables.fill(cluster, table, 5, 1);
    try (Table scanned = cluster.connection().getTable(table)) {
      truth = ScannedRows.read(scanned, new Scan()).newest(30, row -> true);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static long refused() {
    return MetricRegistries.global().getMetricRegistries().stream()
        .flatMap(registry -> registry.get("pageMemoryRefused").stream())
        .mapToLong(metric -> ((Counter) metric).getCount())
        .sum();
  }

  private static Map<String, List<String>> wait(LatestClient client) throws Exception {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    try (LatestAnswers answers = client.ask(QUERY)) {
      answers.forEach(answer -> ScannedRows.add(rows, answer));
    }
    return rows;
  }

  private static CompletableFuture<Map<String, List<String>>> push(LatestClient client) {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    return client.ask(QUERY, answer -> ScannedRows.add(rows, answer)).thenApply(done -> rows);
  }

  @Test
  void aPageThatIsRefusedForMemoryIsAskedForAgain() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS_AT_ONCE);
    try (AsyncConnection asynchronous =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get();
        LatestClient blocking = LatestClient.open(cluster.connection(), table);
        LatestClient pushing =
            LatestClient.open(asynchronous, table).get(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      Future<Map<String, List<String>>> first;
      Future<Map<String, List<String>>> second;
      try (Pause pause = PausingObserver.next()) {
        first = threads.submit(() -> wait(blocking));
        assertThat(pause.region().getTable()).isEqualTo(table);
        long before = refused();
        second = push(pushing);
        while (refused() < before + 2) {
          assertThat(second).isNotDone();
          TimeUnit.MILLISECONDS.sleep(20);
        }
      }
      assertThat(first.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).containsExactlyEntriesOf(truth);
      assertThat(second.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).containsExactlyEntriesOf(truth);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void clientsThatRefuseOneAnotherTheMemoryAllEnd() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS_AT_ONCE);
    try (LatestClient blocking = LatestClient.open(cluster.connection(), table)) {
      long before = refused();
      List<Future<Map<String, List<String>>>> answers =
          threads.invokeAll(
              Collections.nCopies(CLIENTS_AT_ONCE, () -> wait(blocking)),
              PATIENCE_SECONDS,
              TimeUnit.SECONDS);
      for (Future<Map<String, List<String>>> answer : answers) {
        assertThat(answer.get()).containsExactlyEntriesOf(truth);
      }
      assertThat(refused()).isGreaterThan(before);
    } finally {
      threads.shutdownNow();
    }
  }
}
