package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanResponse;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client receives of a scan whose next row has not arrived at the gateway. */
@Tag("wide")
@Timeout(100)
class HeartbeatIT {
  private static final List<String> ROWS =
      IntStream.range(10, 60).mapToObj(i -> "a" + i + "\0").toList();
  private static final int PATIENCE_MILLIS = 30_000;

  private static EmbeddedCluster cluster;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<Result>> gets = new ArrayList<>();
  private TestTable fixture;
  private HRegionLocation gateway;

  @BeforeAll
  static void start() throws Exception {
    // Three handlers are two permits.
    cluster =
        EmbeddedCluster.startWithoutHdfs(
            2, conf -> conf.setInt("hbase.regionserver.handler.count", 3));
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @BeforeEach
  void aTableWhoseOwnersAreOnTheOtherServer() throws Exception {
    fixture =
        TestTable.numbered("heartbeat")
            .salted(FOUR_BUCKETS)
            .coprocessor(StallingObserver.class)
            .splits("@")
            .create(cluster);
    List<ServerName> servers = List.copyOf(fixture.admin().getRegionServers());
    for (HRegionLocation region :
        fixture.connection().getRegionLocator(fixture.name()).getAllRegionLocations()) {
      boolean first = region.getRegion().getStartKey().length == 0;
      fixture.admin().move(region.getRegion().getEncodedNameAsBytes(), servers.get(first ? 0 : 1));
    }
    gateway =
        fixture
            .connection()
            .getRegionLocator(fixture.name())
            .getRegionLocation(Bytes.toBytes("a"), true);
    fixture.put(ROWS);
  }

  @AfterEach
  void drop() throws Exception {
    StallingObserver.letGo();
    for (Future<Result> get : gets) {
      get.get();
    }
    threads.shutdown();
    fixture.close();
  }

  /** Takes all permits of the gateway's server, by gets that wait for their owners. */
  private void takeAllPermits() throws Exception {
    StallingObserver.stallGets();
    for (int i = 0; i < 2; i++) {
      gets.add(threads.submit(() -> fixture.table().get(new Get(Bytes.toBytes(ROWS.get(0))))));
    }
    Waiter.waitFor(cluster.configuration(), PATIENCE_MILLIS, () -> StallingObserver.waiting() == 2);
  }

  private ScanResponse open(boolean takesHeartbeats) throws Exception {
    return open(takesHeartbeats, PATIENCE_MILLIS);
  }

  /** Opens a scan of the gateway region and waits so long for its first answer. */
  private ScanResponse open(boolean takesHeartbeats, int millis) throws Exception {
    ScanRequest request =
        RequestConverter.buildScanRequest(
                gateway.getRegion().getRegionName(), new Scan(), 100, false)
            .toBuilder()
            .setClientHandlesHeartbeats(takesHeartbeats)
            .build();
    ClusterConnection connection = (ClusterConnection) fixture.connection();
    HBaseRpcController controller = connection.getRpcControllerFactory().newController();
    controller.setCallTimeout(millis);
    try {
      return connection.getClient(gateway.getServerName()).scan(controller, request);
    } catch (ServiceException e) {
      throw ProtobufUtil.getRemoteException(e);
    }
  }

  @Test
  void withoutAPermitAClientThatTakesHeartbeatsGetsOne() throws Exception {
    takeAllPermits();
    ScanResponse answer = open(true);
    assertThat(answer.getHeartbeatMessage()).isTrue();
    assertThat(answer.getMoreResultsInRegion()).isTrue();
  }

  @Test
  void withoutAPermitAClientThatTakesNoHeartbeatIsAskedToOpenTheScanAgain() throws Exception {
    takeAllPermits();
    assertThatThrownBy(() -> open(false)).hasMessageContaining("Scanner is closed");
  }

  /** They take all three handlers of the gateway's server, and no lease ends such a call. */
  @Test
  void clientsThatTakeNoHeartbeatAndAreGoneHoldNoHandler() throws Exception {
    StallingObserver.stallScansAfter(0);
    List<Future<ScanResponse>> gone = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      gone.add(threads.submit(() -> open(false, 2_000)));
    }
    for (Future<ScanResponse> each : gone) {
      assertThatThrownBy(each::get).hasCauseInstanceOf(IOException.class);
    }
    assertThat(open(true, PATIENCE_MILLIS / 2).getHeartbeatMessage()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aScanThatStartsAtACursorReturnsEachRowOnce(boolean reversed) throws Exception {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.scanner.timeout.period", 3_000);
    Scan scan = new Scan().setCaching(2).setNeedCursorResult(true).setReversed(reversed);
    List<String> rows = new ArrayList<>();
    try (Connection impatient = ConnectionFactory.createConnection(conf);
        Table table = impatient.getTable(fixture.name())) {
      // So rows of each bucket arrive at the gateway; its other region has none.
      StallingObserver.stallScansAfter(2);
      Result next;
      try (ResultScanner scanner = table.getScanner(scan)) {
        for (next = scanner.next(); !next.isCursor(); next = scanner.next()) {
          rows.add(Bytes.toString(next.getRow()));
        }
      }
      StallingObserver.letGo();
      assertThat(rows).isNotEmpty();
      rows.addAll(
          TestTable.scan(table, Scan.createScanFromCursor(next.getCursor()).setReversed(reversed)));
    }
    assertThat(rows)
        .isEqualTo(reversed ? ROWS.stream().sorted((a, b) -> b.compareTo(a)).toList() : ROWS);
  }
}
