package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.plugin.SaltedConnection;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Query metrics, which HBase 2.6 returns with an answer on request. */
@ExtendWith(SharedCluster.class)
class QueryMetricsIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");

  private final EmbeddedCluster cluster;

  QueryMetricsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static CheckAndMutate check(String row, boolean measured) {
    Put put = new Put(Bytes.toBytes(row)).addColumn(FAMILY, Bytes.toBytes("q"), new byte[1]);
    return CheckAndMutate.newBuilder(put.getRow())
        .ifNotExists(FAMILY, Bytes.toBytes("never"))
        .queryMetricsEnabled(measured)
        .build(put);
  }

  @Test
  void aConditionalWriteReportsTheBytesThatItsOwnerRead() throws Exception {
    Configuration direct = new Configuration(cluster.configuration());
    direct.set("hbase.client.connection.impl", SaltedConnection.class.getName());
    try (TestTable fixture =
            TestTable.numbered("metrics")
                .salted(TestTable.FOUR_BUCKETS)
                .splitBuckets()
                .create(cluster);
        Connection plugin = ConnectionFactory.createConnection(direct);
        AsyncConnection async =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get()) {
      fixture.put(List.of("ann", "bob"));
      fixture.admin().flush(fixture.name());
      try (Table byGateways = fixture.table();
          Table byPlugin = plugin.getTable(fixture.name())) {
        for (Table table : List.of(byGateways, byPlugin)) {
          reports(table.checkAndMutate(check("ann", true)));
          assertThat(table.checkAndMutate(check("ann", false)).getMetrics()).isNull();
          List<CheckAndMutate> both = List.of(check("ann", true), check("bob", true));
          table.checkAndMutate(both).forEach(QueryMetricsIT::reports);
        }
      }
      reports(async.getTable(fixture.name()).checkAndMutate(check("ann", true)).get());
    }
  }

  private static void reports(CheckAndMutateResult answer) {
    assertThat(answer.isSuccess()).isTrue();
    assertThat(answer.getMetrics()).isNotNull();
    assertThat(answer.getMetrics().getBlockBytesScanned()).isPositive();
  }
}
