package io.halite.it.forwards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Gateways whose owner regions have moved while {@code hbase:meta} does not answer, or fails. A
 * failure with the drawn request names the seed that draws it again ({@code -Dhalite.meta.seed}).
 */
@Timeout(120)
@TestInstance(Lifecycle.PER_CLASS)
class SlowMetaIT {
  private static final int CLIENT_MILLIS = 5_000;

  /** Far less than 20 look-ups one after the other take. */
  private static final long BOUND_MILLIS = 10_000;

  private static final String MANY_PLACES = "key=row:*,salt=random % 4";

  private EmbeddedCluster cluster;
  private TestTable fixture;

  @BeforeAll
  void start() throws Exception {
    cluster =
        EmbeddedCluster.startWithoutHdfs(
            2, site -> site.set("hbase.coprocessor.region.classes", SlowMeta.class.getName()));
  }

  @AfterAll
  void stop() throws IOException {
    cluster.close();
  }

  @BeforeEach
  void create() throws Exception {
    create(TestTable.FOUR_BUCKETS);
  }

  /** Moves the owners away from where gateways know them. */
  private void create(String spec) throws IOException {
    fixture =
        TestTable.numbered("meta")
            .salted(spec)
            // HBase interrupts no handler while a look-up is held.
            .value("hbase.regionserver.close.wait.interval.ms", "60000")
            .splitBuckets()
            .splits("@")
            .create(cluster);
    fixture.table().put(puts("v0"));
    RequestKind.fill(fixture.table());
    moveOwners(cluster, fixture);
  }

  @AfterEach
  void drop() throws Exception {
    SlowMeta.release();
    fixture.close();
  }

  static List<HRegionLocation> locations(EmbeddedCluster cluster, TestTable table)
      throws IOException {
    try (RegionLocator locator = cluster.connection().getRegionLocator(table.name())) {
      locator.clearRegionLocationCache();
      return locator.getAllRegionLocations();
    }
  }

  /** Moves the owner regions of four buckets to other servers. */
  static void moveOwners(EmbeddedCluster cluster, TestTable table) throws IOException {
    for (HRegionLocation each : locations(cluster, table)) {
      byte[] start = each.getRegion().getStartKey();
      if (start.length == 0 || start[0] < 4) {
        table.moveAway(each);
      }
    }
  }

  /** A client that waits so long for each of its operations. */
  static Connection connect(EmbeddedCluster cluster, int millis, int retries) throws IOException {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.rpc.timeout", millis);
    conf.setInt("hbase.client.operation.timeout", millis);
    conf.setInt("hbase.client.retries.number", retries);
    return ConnectionFactory.createConnection(conf);
  }

  static List<Put> puts(String value) {
    return puts(20, value);
  }

  private static List<Put> puts(int rows, String value) {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      puts.add(put("row" + i, value));
    }
    return puts;
  }

  private static Put put(String row, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(TestTable.F, TestTable.Q, Bytes.toBytes(value));
  }

  private void failToPut(List<Put> puts) throws IOException {
    failToPut(puts, () -> SlowMeta.hold(fixture.name()));
  }

  private void failToPut(List<Put> puts, Runnable trouble) throws IOException {
    try (Connection impatient = connect(cluster, CLIENT_MILLIS, 0);
        RegionLocator locator = impatient.getRegionLocator(fixture.name());
        Table table = impatient.getTable(fixture.name())) {
      // The client knows its gateway before hbase:meta hangs or fails.
      locator.getRegionLocation(puts.get(0).getRow());
      trouble.run();
      assertThatThrownBy(() -> table.put(puts)).isInstanceOf(IOException.class);
    }
  }

  static void await(String what, BooleanSupplier condition) throws Exception {
    long end = System.nanoTime() + BOUND_MILLIS * 1_000_000;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting until " + what).isLessThan(end);
      Thread.sleep(50);
    }
  }

  @Test
  void aBatchReturnsItsPermitAndItsRegionMovesWhileMetaHangs() throws Exception {
    failToPut(puts("v1"));
    assertThat(SlowMeta.held()).isPositive();
    await("no handler waits", () -> SeenForward.permitsInUse() == 0);
    fixture.moveAway(locations(cluster, fixture).get(4));
    SlowMeta.release();
    fixture.table().put(puts("v2"));
    assertThat(fixture.table().get(new Get(Bytes.toBytes("row7"))).value())
        .asString()
        .isEqualTo("v2");
  }

  /** A request to a table of this salt. */
  private record Request(String spec, RequestKind kind) {}

  private static List<Request> requests() {
    List<Request> requests = new ArrayList<>();
    List.of(
            RequestKind.GET,
            RequestKind.SCAN,
            RequestKind.INCREMENT,
            RequestKind.CHECK_PUT,
            RequestKind.BATCH,
            RequestKind.MUTATE_ROW)
        .forEach(kind -> requests.add(new Request(TestTable.FOUR_BUCKETS, kind)));
    List.of(
            RequestKind.GET,
            RequestKind.SCAN,
            RequestKind.PUTS,
            RequestKind.DELETE_ROW,
            RequestKind.BATCH)
        .forEach(kind -> requests.add(new Request(MANY_PLACES, kind)));
    return requests;
  }

  private static LongStream seeds() {
    return LongStream.of(Long.getLong("halite.meta.seed", System.nanoTime()));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aDrawnRequestReturnsItsHandlerAndItsRegionMovesWhileMetaHangs(long seed) throws Exception {
    List<Request> requests = requests();
    returnsItsHandlerAndItsRegionMoves(requests.get(new Random(seed).nextInt(requests.size())));
  }

  @Tag("wide")
  @ParameterizedTest
  @MethodSource("requests")
  void everyKindOfRequestReturnsItsHandlerAndItsRegionMovesWhileMetaHangs(Request request)
      throws Exception {
    returnsItsHandlerAndItsRegionMoves(request);
  }

  private void returnsItsHandlerAndItsRegionMoves(Request request) throws Exception {
    if (!request.spec().equals(TestTable.FOUR_BUCKETS)) {
      fixture.close();
      create(request.spec());
    }
    boolean scans = request.kind() == RequestKind.SCAN;
    try (Connection patient = connect(cluster, 6 * (int) BOUND_MILLIS, 0);
        Table table = patient.getTable(fixture.name())) {
      locate(patient);
      SlowMeta.hold(fixture.name());
      CompletableFuture<Optional<Exception>> sent =
          CompletableFuture.supplyAsync(() -> SlowMeta.failureBehindALookUp(request.kind(), table));
      await("a look-up is held", () -> SlowMeta.held() > 0);
      // HBase's client goes on with a scan, whose calls wait for a moment each.
      if (!scans) {
        await("no handler waits", () -> SeenForward.permitsInUse() == 0);
        assertThat(SlowMeta.first(sent.get().orElseThrow()))
            .as("the failure of %s, whose client waits for a minute", request)
            .hasStackTraceContaining(" did not say in 2000 ms where");
      }
      HRegionLocation gateway = locations(cluster, fixture).get(scans ? 0 : 4);
      // Less than a look-up is held.
      CompletableFuture.runAsync(() -> move(gateway)).get(40, TimeUnit.SECONDS);
      assertThat(SlowMeta.held()).as("look-ups for %s", request).isPositive();
      SlowMeta.release();
      sent.get();
    }
    request.kind().send(fixture.table());
  }

  private void move(HRegionLocation gateway) {
    try {
      fixture.moveAway(gateway);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The client knows all gateways before {@code hbase:meta} hangs. */
  private void locate(Connection client) throws IOException {
    try (RegionLocator locator = client.getRegionLocator(fixture.name())) {
      for (HRegionLocation each : locator.getAllRegionLocations()) {
        locator.getRegionLocation(each.getRegion().getStartKey());
      }
    }
  }

  @Test
  void aWriteWhoseClientHasGivenUpCoversNoLaterOne() throws Exception {
    failToPut(List.of(put("row7", "v1")));
    SlowMeta.holdNoMore();
    fixture.table().put(put("row7", "v1"));
    fixture.table().put(put("row7", "v2"));
    SlowMeta.release();
    await("no scan is held", () -> SlowMeta.held() == 0);
    await("no handler waits", () -> SeenForward.permitsInUse() == 0);
    assertThat(fixture.table().get(new Get(Bytes.toBytes("row7"))).value())
        .asString()
        .isEqualTo("v2");
  }

  /** HBase's client repeats each look-up for more than half a second. */
  @Test
  void aBatchLooksUpFewOfItsRowsWhileMetaFailsAtOnce() throws Exception {
    failToPut(puts(100, "v1"), () -> SlowMeta.fail(fixture.name()));
    await("no handler waits", () -> SeenForward.permitsInUse() == 0);
    assertThat(SlowMeta.failed()).hasSizeBetween(1, 3);
    SlowMeta.release();
    fixture.table().put(puts(100, "v2"));
    assertThat(fixture.table().get(new Get(Bytes.toBytes("row77"))).value())
        .asString()
        .isEqualTo("v2");
  }
}
