package io.halite.it.fire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A server whose account of scans is full, since clients stand still in the middle of large rows:
 * it refuses further scans with a wait, and serves them later.
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am -Dit.test=ScanMemoryFire}.
 */
@Timeout(600)
class ScanMemoryFire {
  private static final String ROW = "row";
  private static final int CELLS = 35;
  private static final int CELL_BYTES = 100_000;
  private static final int LATER = 4;

  private final List<ResultScanner> open = new ArrayList<>();

  private static long metric(String name) {
    return MetricRegistries.global().getMetricRegistries().stream()
        .flatMap(registry -> registry.get(name).stream())
        .mapToLong(metric -> ((Counter) metric).getCount())
        .sum();
  }

  private static Scan inPieces() {
    return new Scan().setBatch(1).setCaching(1);
  }

  /** Opens scans that have returned one cell of the row until the account is full. */
  private void fill(Table table) throws IOException {
    long most = 2 * metric("scanMemoryBound") / (CELLS * CELL_BYTES);
    while (metric("scanMemoryHeld") < metric("scanMemoryBound")) {
      assertThat(open.size()).as("open scans").isLessThan((int) most);
      ResultScanner scanner = table.getScanner(inPieces());
      open.add(scanner);
      assertThat(scanner.next().size()).isEqualTo(1);
    }
  }

  private void closeAll() {
    open.forEach(ResultScanner::close);
    open.clear();
  }

  private static int cells(Table table) throws IOException {
    int cells = 0;
    try (ResultScanner scanner = table.getScanner(inPieces())) {
      while (scanner.next() != null) {
        cells++;
      }
    }
    return cells;
  }

  @Test
  void scansThatDoNotFitAreRefusedWithAWaitAndServedOnceOthersAreClosed() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(LATER);
    try (EmbeddedCluster cluster =
            EmbeddedCluster.startWithoutHdfs(1, site -> site.setInt("halite.memory.percent", 1));
        TestTable fixture =
            TestTable.numbered("large").salted(TestTable.FOUR_BUCKETS).create(cluster);
        Table table = fixture.table()) {
      Put put = new Put(Bytes.toBytes(ROW));
      for (int i = 0; i < CELLS; i++) {
        put.addColumn(TestTable.F, Bytes.toBytes(i), new byte[CELL_BYTES]);
      }
      table.put(put);
      fill(table);
      assertThat(metric("scanMemoryRefused")).isZero();
      refusesWithAWait(cluster, fixture);
      long refused = metric("scanMemoryRefused");
      assertThat(refused).isPositive();
      List<Future<Integer>> later = new ArrayList<>();
      for (int i = 0; i < LATER; i++) {
        later.add(clients.submit(() -> cells(table)));
      }
      Polling.until(
          "each scan has been refused more than once",
          () -> metric("scanMemoryRefused") >= refused + 2 * LATER);
      assertThat(later).noneMatch(Future::isDone);
      closeAll();
      for (Future<Integer> scan : later) {
        assertThat(scan.get(2, TimeUnit.MINUTES)).isEqualTo(CELLS);
      }
      Polling.until("no scan holds memory", () -> metric("scanMemoryHeld") == 0);
    } finally {
      closeAll();
      clients.shutdownNow();
    }
  }

  private static void refusesWithAWait(EmbeddedCluster cluster, TestTable fixture)
      throws IOException {
    Configuration once = new Configuration(cluster.configuration());
    once.setInt("hbase.client.retries.number", 0);
    try (Connection impatient = ConnectionFactory.createConnection(once);
        Table table = impatient.getTable(fixture.name())) {
      assertThatThrownBy(() -> cells(table))
          .hasStackTraceContaining("a scan needs")
          .satisfies(
              failure ->
                  assertThat(Stream.iterate(failure, Objects::nonNull, Throwable::getCause))
                      .anyMatch(
                          cause ->
                              cause instanceof RpcThrottlingException refusal
                                  && refusal.getWaitInterval() > 0));
    }
  }
}
