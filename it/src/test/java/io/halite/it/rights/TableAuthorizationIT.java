package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.TestTable;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where the site does not enforce rights and a table does, by a value of its own, HBase's
 * AccessController judges who reads from a scanner of that table, and so does Halite.
 */
class TableAuthorizationIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static GuardedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        GuardedCluster.start(1, site -> site.setBoolean("hbase.security.authorization", false));
    for (String name : new String[] {"plain", "salted"}) {
      TableName table = TableName.valueOf(name);
      (name.equals("plain")
              ? TestTable.named(table)
              : TestTable.named(table).salted(TestTable.FOUR_BUCKETS))
          .value("hbase.security.authorization", "true")
          .create(cluster.cluster());
      try (Table filled = cluster.cluster().connection().getTable(table)) {
        for (int i = 0; i < 9; i++) {
          filled.put(new Put(Bytes.toBytes("row" + i)).addColumn(F, F, F));
        }
      }
      cluster.grant("opener", table, null, null, Action.READ);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "salted"})
  void strangersReadNothingFromAnOpenScanner(String name) throws Exception {
    HRegionLocation place =
        cluster
            .cluster()
            .connection()
            .getRegionLocator(TableName.valueOf(name))
            .getRegionLocation(F);
    long scanner =
        server("opener", place)
            .scan(
                null,
                RequestConverter.buildScanRequest(
                    place.getRegion().getRegionName(), new Scan().setCaching(1), 1, false))
            .getScannerId();
    assertThat(scanner).isNotZero();
    assertThatThrownBy(
            () ->
                server("nobody", place)
                    .scan(null, RequestConverter.buildScanRequest(scanner, 5, false, false)))
        .hasStackTraceContaining("AccessDeniedException");
  }

  /** The other servers would trust what it forwards. */
  @Test
  void aServerWithoutAccessControllerForwardsNothingToSuchATable() throws Exception {
    try (GuardedCluster unguarded =
            GuardedCluster.start(
                1,
                site -> {
                  site.setBoolean("hbase.security.authorization", false);
                  site.unset("hbase.coprocessor.region.classes");
                });
        TestTable table =
            TestTable.numbered("unguarded")
                .salted(TestTable.FOUR_BUCKETS)
                .value("hbase.security.authorization", "true")
                .create(unguarded.cluster());
        TestTable open =
            TestTable.numbered("open").salted(TestTable.FOUR_BUCKETS).create(unguarded.cluster())) {
      assertThatThrownBy(() -> unguarded.table("nobody", table.name()).get(new Get(F)))
          .hasMessageContaining("no coprocessor that decides about rights is loaded");
      assertThat(unguarded.table("nobody", open.name()).get(new Get(F)).isEmpty()).isTrue();
    }
  }

  private static ClientService.BlockingInterface server(String user, HRegionLocation place)
      throws Exception {
    return ((ClusterConnection) cluster.connection(user)).getClient(place.getServerName());
  }
}
