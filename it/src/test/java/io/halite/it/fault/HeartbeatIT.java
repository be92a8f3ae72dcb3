package io.halite.it.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.routing.index.IndexedReads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client receives of a scan whose next row has not arrived at the gateway. */
@Tag("wide")
@Timeout(100)
class HeartbeatIT {
  private static final List<String> ROWS = SilentScan.ROWS;
  private static final int PATIENCE_MILLIS = 30_000;

  /** Where a scan is read each in its own way. */
  private enum Way {
    MERGED(TestTable.FOUR_BUCKETS),
    JOINED("key=row:*,salt=random % 4"),
    PASSED("key=row:4,salt=reverse(row),scan=passes"),
    INDEXED(TestTable.FOUR_BUCKETS + ",index=byQ(f:q)");

    final String spec;

    Way(String spec) {
      this.spec = spec;
    }

    Scan scan() {
      return this == INDEXED
          ? new Scan().setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byQ: a*"))
          : new Scan();
    }
  }

  private static EmbeddedCluster cluster;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<Result>> gets = new ArrayList<>();
  private Way way;
  private TestTable fixture;
  private TestTable other;
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

  /** Its owners are on the other server. */
  private TestTable create(String spec) throws Exception {
    TestTable table =
        TestTable.numbered("heartbeat")
            .salted(spec)
            .coprocessor(StallingObserver.class)
            .splits("@")
            .create(cluster);
    List<ServerName> servers = List.copyOf(table.admin().getRegionServers());
    try (RegionLocator locator = table.connection().getRegionLocator(table.name())) {
      for (HRegionLocation region : locator.getAllRegionLocations()) {
        boolean first = region.getRegion().getStartKey().length == 0;
        table.admin().move(region.getRegion().getEncodedNameAsBytes(), servers.get(first ? 0 : 1));
      }
    }
    table.put(ROWS);
    return table;
  }

  private void create(Way asked) throws Exception {
    way = asked;
    fixture = create(way.spec);
    other = create(TestTable.FOUR_BUCKETS);
    try (RegionLocator locator = fixture.connection().getRegionLocator(fixture.name())) {
      gateway = locator.getRegionLocation(Bytes.toBytes("a"), true);
    }
  }

  @AfterEach
  void drop() throws Exception {
    StallingObserver.letGo();
    for (Future<Result> get : gets) {
      get.get();
    }
    threads.shutdown();
    fixture.close();
    other.close();
  }

  /** Takes all permits of the gateway's server, by gets that wait for their owners. */
  private void takeAllPermits() throws Exception {
    StallingObserver.stallGets();
    for (int i = 0; i < 2; i++) {
      gets.add(threads.submit(() -> other.table().get(new Get(Bytes.toBytes(ROWS.get(0))))));
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
                gateway.getRegion().getRegionName(), way.scan(), 100, false)
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

  @ParameterizedTest
  @EnumSource
  void withoutAPermitAClientThatTakesHeartbeatsGetsOne(Way of) throws Exception {
    create(of);
    takeAllPermits();
    ScanResponse answer = open(true);
    assertThat(answer.getHeartbeatMessage()).isTrue();
    assertThat(answer.getMoreResultsInRegion()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void withoutAPermitAClientThatTakesNoHeartbeatIsAskedToOpenTheScanAgain(Way of) throws Exception {
    create(of);
    takeAllPermits();
    assertThatThrownBy(() -> open(false)).hasMessageContaining("Scanner is closed");
  }

  /** They take all three handlers of the gateway's server, and no lease ends such a call. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INDEXED")
  void clientsThatTakeNoHeartbeatAndAreGoneHoldNoHandler(Way of) throws Exception {
    create(of);
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
}
