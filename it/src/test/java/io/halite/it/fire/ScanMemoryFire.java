package io.halite.it.fire;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import io.halite.routing.index.IndexedReads;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A server whose account of scans is full, since clients stand still in the middle of large rows:
 * it refuses further scans with a wait, and serves them later.
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am -Dit.test=ScanMemoryFire}.
 */
@Timeout(600)
class ScanMemoryFire {
  private static final String ROW = "row00";
  private static final int CELLS = 35;
  private static final int CELL_BYTES = 100_000;
  private static final int LATER = 4;

  /** Where a scan is read, and holds memory, each in its own way. */
  private enum Way {
    MERGED(TestTable.FOUR_BUCKETS),
    JOINED("key=row:*,salt=random % 4"),
    PASSED("key=row:5,salt=reverse(row),scan=passes"),
    INDEXED("key=shop:3 order:2:digits,salt=hash(*) % 4,index=byShop(shop)");

    final String spec;

    Way(String spec) {
      this.spec = spec;
    }

    Scan inPieces() {
      Scan scan = new Scan().setBatch(1).setCaching(1);
      return this == INDEXED
          ? scan.setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byShop: row"))
          : scan;
    }
  }

  private final List<ResultScanner> open = new ArrayList<>();

  private static long metric(String name) {
    return MetricRegistries.global().getMetricRegistries().stream()
        .flatMap(registry -> registry.get(name).stream())
        .mapToLong(metric -> ((Counter) metric).getCount())
        .sum();
  }

  /** Opens scans that have returned one cell of the row until one is refused; returns why. */
  private Throwable fill(Table impatient, Way way) {
    long most = 2 + 2 * metric("scanMemoryBound") / (CELLS * CELL_BYTES);
    while (true) {
      assertThat(open.size()).as("open scans").isLessThan((int) most);
      try {
        ResultScanner scanner = impatient.getScanner(way.inPieces());
        open.add(scanner);
        assertThat(scanner.next().size()).isEqualTo(1);
      } catch (IOException refusal) {
        return refusal;
      }
    }
  }

  private void closeAll() {
    open.forEach(ResultScanner::close);
    open.clear();
  }

  private static int cells(Table table, Way way) throws IOException {
    int cells = 0;
    try (ResultScanner scanner = table.getScanner(way.inPieces())) {
      while (scanner.next() != null) {
        cells++;
      }
    }
    return cells;
  }

  @ParameterizedTest
  @EnumSource
  void scansThatDoNotFitAreRefusedWithAWaitAndServedOnceOthersAreClosed(Way way) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(LATER);
    try (EmbeddedCluster cluster =
            EmbeddedCluster.startWithoutHdfs(1, site -> site.setInt("halite.memory.percent", 1));
        TestTable fixture = TestTable.numbered("large").salted(way.spec).create(cluster);
        Connection impatient = ConnectionFactory.createConnection(once(cluster));
        Table table = fixture.table()) {
      Put put = new Put(Bytes.toBytes(ROW));
      for (int i = 0; i < CELLS; i++) {
        put.addColumn(TestTable.F, Bytes.toBytes(i), new byte[CELL_BYTES]);
      }
      table.put(put);
      long before = metric("scanMemoryRefused");
      assertNamesAWait(fill(impatient.getTable(fixture.name()), way));
      assertThat(open).hasSizeGreaterThan(1);
      long refused = metric("scanMemoryRefused");
      assertThat(refused).isGreaterThan(before);
      List<Future<Integer>> later = new ArrayList<>();
      for (int i = 0; i < LATER; i++) {
        later.add(clients.submit(() -> cells(table, way)));
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

  private static Configuration once(EmbeddedCluster cluster) {
    Configuration once = new Configuration(cluster.configuration());
    once.setInt("hbase.client.retries.number", 0);
    return once;
  }

  private static void assertNamesAWait(Throwable refused) {
    assertThat(refused)
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
