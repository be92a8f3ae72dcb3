package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * An owner region that moves away, comes back and is split leaves two servers that each say that
 * the other has it, for two minutes. A gateway that knows the region from before finds its daughter
 * all the same.
 */
@ExtendWith(SharedCluster.class)
@Timeout(100)
class ReturnedRegionIT {
  private static final byte[] ROW = {(byte) 0x90, 1};

  private final EmbeddedCluster cluster;
  private TestTable fixture;
  private Table table;

  ReturnedRegionIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void aRowWhoseOwnerEveryGatewayKnows() throws Exception {
    fixture = FaultTables.create(cluster, FOUR_BUCKETS);
    table = fixture.table();
    table.put(new Put(ROW).addColumn(F, Q, ROW));
    assertThat(table.get(List.of(new Get(ROW), new Get(ROW)))).hasSize(2);
    assertThat(table.getScanner(new Scan())).hasSize(1);
    moveBackAndForthAndSplit(SaltingSpec.parse(FOUR_BUCKETS).salt().salt(ROW));
  }

  @AfterEach
  void drop() throws Exception {
    table.close();
    fixture.close();
  }

  private void moveBackAndForthAndSplit(byte[] storedRow) throws Exception {
    try (RegionLocator locator = fixture.connection().getRegionLocator(fixture.name())) {
      HRegionLocation owner = locator.getRegionLocation(storedRow, true);
      byte[] region = owner.getRegion().getEncodedNameAsBytes();
      fixture.moveAway(owner);
      fixture.admin().move(region, owner.getServerName());
      fixture.admin().splitRegionAsync(region, storedRow).get(50, TimeUnit.SECONDS);
    }
  }

  @Test
  void aGetFindsTheRow() throws Exception {
    assertThat(table.get(new Get(ROW)).getValue(F, Q)).isEqualTo(ROW);
  }

  @Test
  void aBatchFindsTheRow() throws Exception {
    Result[] results = table.get(List.of(new Get(ROW), new Get(new byte[] {(byte) 0x91})));
    assertThat(results[0].getValue(F, Q)).isEqualTo(ROW);
  }

  /** By a client that has not met the region: those that have are sent to and fro themselves. */
  @Test
  void aScanFindsTheRow() throws Exception {
    try (Connection stranger = ConnectionFactory.createConnection(cluster.configuration());
        Table unknown = stranger.getTable(fixture.name())) {
      assertThat(unknown.getScanner(new Scan())).hasSize(1);
    }
  }
}
