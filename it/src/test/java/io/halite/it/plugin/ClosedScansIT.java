package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.plugin.SaltedConnection;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.routing.scan.UnorderedAttribute;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanResumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.ipc.StoppedRpcClientException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What scans of the plug-ins leave open at the owners when their connection is closed. */
@ExtendWith(SharedCluster.class)
class ClosedScansIT {
  private static final int ROWS = 400;
  private static final int VALUE_BYTES = 20_000;
  private static final int ROUNDS = 5;

  /** Less than a lease, at whose end servers close scanners by themselves. */
  private static final int PATIENCE_MILLIS = 30_000;

  private static EmbeddedCluster cluster;
  private static TableName name;

  @BeforeAll
  static void fill(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    name = PluginTables.createInFourRegions(shared);
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      byte[] row = Bytes.toBytes("%03d".formatted(i));
      puts.add(new Put(row).addColumn(Parity.F, PluginTables.Q, new byte[VALUE_BYTES]));
    }
    try (Table table = shared.connection().getTable(name)) {
      table.put(puts);
    }
  }

  @AfterAll
  static void drop() throws Exception {
    cluster.utility().deleteTable(name);
  }

  private static Connection connect() throws IOException {
    Configuration conf = new Configuration(cluster.configuration());
    conf.set("hbase.client.connection.impl", SaltedConnection.class.getName());
    return ConnectionFactory.createConnection(conf);
  }

  private static AsyncConnection connectAsync() throws Exception {
    return new PluginTables(cluster).connectAsync();
  }

  private static Scan scan(boolean inOrder) {
    Scan scan = new Scan().setMaxResultSize(4 * VALUE_BYTES);
    return inOrder ? scan : UnorderedAttribute.putOn(scan, 4);
  }

  private static int openScanners() {
    return cluster.utility().getHBaseCluster().getLiveRegionServerThreads().stream()
        .mapToInt(server -> server.getRegionServer().getRSRpcServices().getScannersCount())
        .sum();
  }

  /**
   * Rows before the close: of 0, the scanners are being opened; of 30, some answer is on its way.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 30})
  void aScannerOfTheBlockingClientLeavesNoneOpenBehindItsConnection(int rows) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      try (Connection plugin = connect();
          Table table = plugin.getTable(name);
          ResultScanner scanner = table.getScanner(scan(round % 2 == 0))) {
        assertThat(scanner.next(rows)).hasSize(rows);
      }
      assertThat(openScanners()).as("round " + round).isZero();
    }
  }

  @Test
  void aScannerThatNobodyHasClosedIsClosedWithItsConnection() throws Exception {
    try (Connection plugin = connect();
        Table table = plugin.getTable(name)) {
      ResultScanner scanner = table.getScanner(scan(true));
      assertThat(scanner.next(2)).hasSize(2);
    }
    assertThat(openScanners()).isZero();
  }

  private static void readToTheEnd(ResultScanner scanner) throws IOException {
    while (scanner.next() != null) {}
  }

  private static Throwable root(Throwable failure) {
    return failure.getCause() == null ? failure : root(failure.getCause());
  }

  /**
   * Owners have read ahead as far as there is room, and wait for the reader. HBase's client repeats
   * nothing that a closed connection refuses, so the reader does not wait for the scan time-out.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aScannerThatIsReadBehindItsConnectionIsRefusedAndNotRepeated(boolean inOrder)
      throws Exception {
    try (Connection plugin = connect();
        Table table = plugin.getTable(name);
        ResultScanner scanner = table.getScanner(scan(inOrder))) {
      assertThat(scanner.next(30)).hasSize(30);
      plugin.close();
      assertThatThrownBy(() -> readToTheEnd(scanner))
          .satisfies(e -> assertThat(root(e)).isInstanceOf(StoppedRpcClientException.class));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 30})
  void aScannerOfTheAsynchronousClientLeavesNoneOpenBehindItsConnection(int rows) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      try (AsyncConnection plugin = connectAsync()) {
        // The first scan asks for the spec, and the second one opens its scanners at once.
        assertThat(plugin.getTable(name).exists(row("000")).get()).isTrue();
        try (ResultScanner scanner = plugin.getTable(name).getScanner(scan(round % 2 == 0))) {
          assertThat(scanner.next(rows)).hasSize(rows);
        }
      }
      Waiter.waitFor(cluster.configuration(), PATIENCE_MILLIS, () -> openScanners() == 0);
    }
  }

  /** Takes some rows, then suspends the scan, and learns its end when it is resumed. */
  private static final class Suspended implements AdvancedScanResultConsumer {
    private final CompletableFuture<ScanResumer> suspended = new CompletableFuture<>();
    private final CompletableFuture<Throwable> failed = new CompletableFuture<>();
    private final int most;
    private int rows;

    Suspended(int most) {
      this.most = most;
    }

    @Override
    public void onNext(Result[] results, ScanController controller) {
      rows += results.length;
      if (rows >= most && !suspended.isDone()) {
        suspended.complete(controller.suspend());
      }
    }

    @Override
    public void onError(Throwable error) {
      failed.complete(error);
    }

    @Override
    public void onComplete() {
      failed.completeExceptionally(new AssertionError("the scan has read all rows"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 30})
  void aPushedScanThatIsUnderWayLeavesNoneOpenBehindItsConnectionAndFails(int rows)
      throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Suspended consumer = new Suspended(rows);
      ScanResumer resumer;
      try (AsyncConnection plugin = connectAsync()) {
        plugin.getTable(name).scan(scan(round % 2 == 0), consumer);
        resumer = consumer.suspended.get();
        assertThat(openScanners()).as("what the close has to end").isPositive();
      }
      Waiter.waitFor(cluster.configuration(), PATIENCE_MILLIS, () -> openScanners() == 0);
      resumer.resume();
      assertThat(consumer.failed.get()).isInstanceOf(IOException.class);
    }
  }

  private static Get row(String row) {
    return new Get(Bytes.toBytes(row));
  }

  @Test
  void anAsynchronousConnectionGivesTheConfigurationOfItsApplication() throws Exception {
    Configuration conf = new Configuration(cluster.configuration());
    conf.set("hbase.client.async.connection.impl", "io.halite.client.plugin.SaltedAsyncConnection");
    try (AsyncConnection plugin = ConnectionFactory.createAsyncConnection(conf).get()) {
      assertThat(plugin.getConfiguration()).isSameAs(conf);
      assertThat(plugin.getTable(name).getConfiguration()).isSameAs(conf);
    }
  }
}
