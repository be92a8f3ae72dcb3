package io.halite.it.salted;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.MetaTableAccessor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Requests to a salted table of which {@code hbase:meta} has lost two buckets. */
@Tag("wide")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class MetaHoleIT {
  private static final SaltingSpec SPEC = SaltingSpec.parse(FOUR_BUCKETS);

  private EmbeddedCluster cluster;
  private Admin admin;
  private HMaster master;

  @BeforeAll
  void start() throws Exception {
    cluster = EmbeddedCluster.start(2, site -> {});
    admin = cluster.connection().getAdmin();
    master = cluster.utility().getMiniHBaseCluster().getMaster();
  }

  @AfterAll
  void end() throws Exception {
    cluster.close();
  }

  /** So many rows of some buckets. */
  private static List<byte[]> rows(int count, Integer... buckets) {
    return IntStream.range(0, 1_000)
        .mapToObj(i -> Bytes.toBytes("row" + i))
        .filter(row -> List.of(buckets).contains((int) SPEC.salt().salt(row)[0]))
        .limit(count)
        .toList();
  }

  private static Put put(byte[] row) {
    return new Put(row).addColumn(F, Q, row);
  }

  /** Lets {@code hbase:meta} lose regions, as a fault of the master would. */
  private void lose(List<RegionInfo> regions, Hbck hbck) throws Exception {
    List<Long> closing = hbck.unassigns(regions.stream().map(RegionInfo::getEncodedName).toList());
    cluster
        .utility()
        .waitFor(
            60_000,
            50,
            () -> closing.stream().allMatch(master.getMasterProcedureExecutor()::isFinished));
    for (RegionInfo region : regions) {
      MetaTableAccessor.deleteRegionInfo(cluster.connection(), region);
      master.getAssignmentManager().getRegionStates().deleteRegion(region);
    }
  }

  private long metaReads() {
    return cluster
        .utility()
        .getMiniHBaseCluster()
        .getRegions(TableName.META_TABLE_NAME)
        .get(0)
        .getReadRequestsCount();
  }

  private Connection impatient() throws Exception {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.rpc.timeout", 10_000);
    conf.setInt("hbase.client.retries.number", 0);
    return ConnectionFactory.createConnection(conf);
  }

  @Test
  void onlyTheRowsOfTheLostBucketsFailAndOtherBucketsMayMove() throws Exception {
    try (TestTable fixture =
            TestTable.numbered("hole")
                .salted(FOUR_BUCKETS)
                .splitBuckets()
                .splits("b", "q")
                .create(cluster);
        Connection client = impatient();
        Table table = client.getTable(fixture.name());
        Hbck hbck = cluster.connection().getHbck();
        RegionLocator locator = cluster.connection().getRegionLocator(fixture.name())) {
      table.put(put(rows(1, 0).get(0)));
      lose(admin.getRegions(fixture.name()).subList(1, 3), hbck);
      long before = metaReads();
      List<byte[]> lost = rows(20, 1, 2);
      for (byte[] row : lost) {
        assertThatThrownBy(() -> table.put(put(row)))
            .hasStackTraceContaining("no region of table '" + fixture.name() + "' holds row 0")
            .hasStackTraceContaining("hbase:meta has a hole, [01, 03); see the report of hbck");
      }
      fixture.moveAway(locator.getRegionLocation(new byte[] {0}, true));
      for (byte[] row : rows(20, 0, 3)) {
        fixture.table().put(put(row));
      }
      assertThat(metaReads() - before).as("rows read of hbase:meta").isLessThan(1_000);

      master.getCatalogJanitor().scan();
      hbck.fixMeta();
      cluster.utility().waitFor(30_000, 50, () -> admin.getRegions(fixture.name()).size() == 5);
      cluster.utility().waitUntilNoRegionsInTransition();
      for (byte[] row : lost) {
        fixture.table().put(put(row));
      }
    }
  }
}
