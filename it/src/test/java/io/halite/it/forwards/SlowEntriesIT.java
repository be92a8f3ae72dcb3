package io.halite.it.forwards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.routing.index.IndexedReads;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@link SlowMetaIT} where the regions of an index's entries have moved, and not the owners. */
@Timeout(120)
@ExtendWith(SharedCluster.class)
class SlowEntriesIT {
  private static final String SPEC = TestTable.FOUR_BUCKETS + ",index=byQ(f:q)";
  private static final int CLIENT_MILLIS = 60_000;

  private final EmbeddedCluster cluster;
  private TestTable fixture;

  SlowEntriesIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    HRegion meta = cluster.utility().getHBaseCluster().getRegions(TableName.META_TABLE_NAME).get(0);
    if (meta.getCoprocessorHost().findCoprocessor(SlowMeta.class) == null) {
      meta.getCoprocessorHost()
          .load(SlowMeta.class, Coprocessor.PRIORITY_USER, cluster.configuration());
    }
    fixture =
        TestTable.numbered("entries")
            .salted(SPEC)
            // HBase interrupts no handler while a look-up is held.
            .value("hbase.regionserver.close.wait.interval.ms", "60000")
            .splitBuckets()
            .splits("@")
            .create(cluster);
    fixture.table().put(SlowMetaIT.puts("v0"));
    try (var locator = fixture.connection().getRegionLocator(fixture.indexTables().get(0))) {
      fixture.moveAway(locator.getAllRegionLocations().get(0));
    }
  }

  @AfterEach
  void drop() throws Exception {
    SlowMeta.release();
    fixture.close();
  }

  private static List<String> byIndex(Table table, String value) throws IOException {
    Scan scan = new Scan().setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byQ: " + value));
    return TestTable.scan(table, scan);
  }

  private interface Task {
    void run() throws Exception;
  }

  private static CompletableFuture<Void> begin(Task task) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            task.run();
          } catch (Exception e) {
            throw new IllegalStateException(SlowMeta.first(e));
          }
        },
        started -> new Thread(started).start());
  }

  /** Less than a look-up is held, and than the client waits. */
  private void moveGateway(int region) throws Exception {
    HRegionLocation gateway = SlowMetaIT.locations(cluster, fixture).get(region);
    begin(() -> fixture.moveAway(gateway)).get(40, TimeUnit.SECONDS);
    assertThat(SlowMeta.held()).isPositive();
  }

  @Test
  void aBatchReturnsItsPermitsAndItsRegionMovesWhileMetaHangs() throws Exception {
    try (Connection client = SlowMetaIT.connect(cluster, CLIENT_MILLIS, 0);
        Table table = client.getTable(fixture.name())) {
      client.getRegionLocator(fixture.name()).getAllRegionLocations();
      SlowMeta.holdEntries(fixture.name());
      CompletableFuture<Void> put = begin(() -> table.put(SlowMetaIT.puts("v1")));
      SlowMetaIT.await("a look-up is held", () -> SlowMeta.held() > 0);
      SlowMetaIT.await("no handler waits", () -> SeenForward.permitsInUse() == 0);
      assertThatThrownBy(put::get).hasStackTraceContaining(" did not say in 2000 ms where");
      moveGateway(4);
    }
    SlowMeta.release();
    fixture.table().put(SlowMetaIT.puts("v2"));
    assertThat(byIndex(fixture.table(), "v1")).isEmpty();
    assertThat(byIndex(fixture.table(), "v2")).hasSize(20);
  }

  /** The first read: gateways do not know yet where the entries are. */
  @Test
  void aReadByTheIndexLetsItsRegionMoveWhileMetaHangs() throws Exception {
    try (Connection client = SlowMetaIT.connect(cluster, CLIENT_MILLIS, 0);
        Table table = client.getTable(fixture.name())) {
      client.getRegionLocator(fixture.name()).getAllRegionLocations();
      SlowMeta.holdEntries(fixture.name());
      CompletableFuture<Void> read = begin(() -> byIndex(table, "v0"));
      SlowMetaIT.await("a look-up is held", () -> SlowMeta.held() > 0);
      moveGateway(0);
      SlowMeta.release();
      // HBase's client goes on with a scan, or fails without a repeat.
      read.exceptionally(failed -> null).get();
    }
    assertThat(byIndex(fixture.table(), "v0")).hasSize(20);
  }
}
