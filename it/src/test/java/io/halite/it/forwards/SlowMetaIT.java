package io.halite.it.forwards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;

/** Gateways whose owner regions have moved while {@code hbase:meta} does not answer, or fails. */
@Timeout(120)
@TestInstance(Lifecycle.PER_CLASS)
class SlowMetaIT {
  private static final int CLIENT_MILLIS = 5_000;

  /** More than a client waits, far less than 20 look-ups one after the other take. */
  private static final long BOUND_MILLIS = 20_000;

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
  void moveTheOwnersAwayFromWhereGatewaysKnowThem() throws Exception {
    fixture =
        TestTable.numbered("meta")
            .salted(TestTable.FOUR_BUCKETS)
            .splitBuckets()
            .splits("@")
            .create(cluster);
    fixture.table().put(puts("v0"));
    moveOwners(cluster, fixture);
  }

  @AfterEach
  void drop() throws Exception {
    SlowMeta.release();
    fixture.close();
  }

  private static List<HRegionLocation> locations(EmbeddedCluster cluster, TestTable table)
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

  private static List<Put> puts(String value) {
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

  private static void await(String what, BooleanSupplier condition) throws Exception {
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
