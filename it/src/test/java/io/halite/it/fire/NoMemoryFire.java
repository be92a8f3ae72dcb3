package io.halite.it.fire;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.junit.jupiter.api.Test;

/**
 * A server that may hold no byte admits one forward at a time. It postpones all others, and
 * unchanged clients repeat them until they have been served. Scans that hold nothing when they are
 * opened are admitted: {@link ScanMemoryFire} has those that are not.
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am -Dit.test=NoMemoryFire}.
 */
class NoMemoryFire {
  private static final int WRITERS = 3;
  private static final int BATCHES = 20;

  private static long metric(String name) {
    return MetricRegistries.global().getMetricRegistries().stream()
        .flatMap(registry -> registry.get(name).stream())
        .mapToLong(metric -> ((Counter) metric).getCount())
        .sum();
  }

  private static List<String> rows(int writer, int batch) {
    return IntStream.range(0, 10).mapToObj(i -> "%d-%02d-%d".formatted(writer, batch, i)).toList();
  }

  @Test
  void requestsBeyondTheAccountArePostponedAndServedLater() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(2 * WRITERS);
    try (EmbeddedCluster cluster =
            EmbeddedCluster.start(1, site -> site.setInt("halite.memory.percent", 0));
        TestTable table =
            TestTable.numbered("poor")
                .salted(TestTable.FOUR_BUCKETS)
                .create(cluster.connection())) {
      List<Callable<Object>> requests = new ArrayList<>();
      List<String> written = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int number = writer;
        requests.add(
            () -> {
              for (int batch = 0; batch < BATCHES; batch++) {
                table.put(rows(number, batch));
              }
              return table.scan(new Scan().setCaching(7));
            });
        IntStream.range(0, BATCHES).forEach(batch -> written.addAll(rows(number, batch)));
      }
      for (Future<Object> request : clients.invokeAll(requests)) {
        assertThat(request.get()).isNotNull();
      }
      assertThat(table.scan(new Scan())).isEqualTo(written);
      assertThat(metric("forwardMemoryRefused")).isPositive();
      assertThat(metric("scanMemoryHeld")).isZero();
      assertThat(metric("forwardMemoryHeld")).isZero();
    } finally {
      clients.shutdownNow();
    }
  }
}
