package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A scan whose owners pass over many rows says by cursors how far it is, in natural keys. */
@ExtendWith(SharedCluster.class)
@Timeout(100)
class CursorsIT {
  private static final String LINE = "key=user:4:digits order:*,salt=";
  private static final List<String> ROWS =
      IntStream.range(0, 60).mapToObj(i -> "%04d%d".formatted(i, i % 10)).toList();

  /** Rows 20 and 59: each bucket passes over many before and between them. */
  private static final Scan SPARSE =
      new Scan()
          .setFilter(
              new RowFilter(CompareOperator.EQUAL, new RegexStringComparator("^(0020|0059)")))
          .setNeedCursorResult(true);

  private static EmbeddedCluster cluster;
  private static Connection plugin;
  private static AsyncConnection async;

  /** Takes its time over every row that a filter drops, so that owners send heartbeats. */
  public static final class SlowFilters implements RegionCoprocessor, RegionObserver {
    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public boolean postScannerFilterRow(
        ObserverContext<RegionCoprocessorEnvironment> context,
        InternalScanner scanner,
        Cell row,
        boolean hasMore) {
      try {
        Thread.sleep(150);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return hasMore;
    }
  }

  @BeforeAll
  static void connect(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    Configuration conf = new Configuration(cluster.configuration());
    conf.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    conf.set("hbase.client.async.connection.impl", "io.halite.client.plugin.SaltedAsyncConnection");
    // Owners answer when half of it has passed.
    conf.setInt("hbase.client.scanner.timeout.period", 1_000);
    conf.setInt("hbase.rpc.timeout", 1_000);
    conf.setInt("hbase.rpc.read.timeout", 1_000);
    plugin = ConnectionFactory.createConnection(conf);
    async = ConnectionFactory.createAsyncConnection(conf).get();
  }

  @AfterAll
  static void close() throws Exception {
    plugin.close();
    async.close();
  }

  private static TestTable create(String salt) throws Exception {
    TestTable table =
        TestTable.numbered("cursors")
            .salted(LINE + salt)
            .coprocessor(SlowFilters.class)
            .splits("0030")
            .create(cluster);
    table.put(ROWS);
    return table;
  }

  @Test
  void aScanThatStartsAtACursorReturnsEachRowOnce() throws Exception {
    try (TestTable fixture = create("hash(*) % 4");
        Table blocking = plugin.getTable(fixture.name());
        Table asynchronous = new AsyncAsTable(async.getTable(fixture.name()))) {
      for (Table table : List.of(blocking, asynchronous)) {
        List<String> rows = new ArrayList<>();
        List<String> cursors = new ArrayList<>();
        byte[] from = new byte[0];
        boolean more = true;
        while (more) {
          more = false;
          try (ResultScanner scanner = table.getScanner(new Scan(SPARSE).withStartRow(from))) {
            for (Result next = scanner.next(); next != null; next = scanner.next()) {
              if (next.isCursor()) {
                from = next.getCursor().getRow();
                cursors.add(Bytes.toString(from));
                more = true;
                break;
              }
              rows.add(Bytes.toString(next.getRow()));
            }
          }
        }
        assertThat(rows).containsExactly("00200", "00599");
        assertThat(cursors).hasSizeGreaterThan(2).isSorted();
        assertThat(cursors).allMatch(cursor -> cursor.matches("00[0-9]{3}\0?"));
      }
      assertThat(readsOfGateways(fixture.name())).as("questions for the spec").isLessThan(3);
    }
  }

  @Test
  void consumersAreShownNaturalCursors() throws Exception {
    try (TestTable fixture = create("hash(*) % 4")) {
      List<String> cursors = new ArrayList<>();
      CompletableFuture<Integer> done = new CompletableFuture<>();
      async
          .getTable(fixture.name())
          .scan(
              SPARSE,
              new AdvancedScanResultConsumer() {
                private int rows;

                @Override
                public void onNext(Result[] results, ScanController controller) {
                  rows += results.length;
                }

                @Override
                public void onHeartbeat(ScanController controller) {
                  controller
                      .cursor()
                      .map(at -> Bytes.toString(at.getRow()))
                      .ifPresent(cursors::add);
                }

                @Override
                public void onError(Throwable error) {
                  done.completeExceptionally(error);
                }

                @Override
                public void onComplete() {
                  done.complete(rows);
                }
              });
      assertThat(done.get()).isEqualTo(2);
      assertThat(cursors).hasSizeGreaterThan(2).isSorted();
      assertThat(cursors).allMatch(cursor -> cursor.matches("00[0-9]{3}\0?"));
    }
  }

  private static long readsOfGateways(TableName name) throws Exception {
    return SaltedTableOperations.of(cluster.connection(), name).spread().gateways().stream()
        .mapToLong(gateway -> gateway.reads())
        .sum();
  }
}
