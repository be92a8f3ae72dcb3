package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.plugin.SaltedAsyncConnection;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncConnectionImpl;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  private TestTable flushedRows() throws Exception {
    TestTable fixture =
        TestTable.numbered("metrics").salted(TestTable.FOUR_BUCKETS).splitBuckets().create(cluster);
    fixture.put(List.of("ann", "bob"));
    fixture.admin().flush(fixture.name());
    return fixture;
  }

  private AsyncConnection connect(Class<?> connection) throws Exception {
    Configuration client = new Configuration(cluster.configuration());
    client.set("hbase.client.async.connection.impl", connection.getName());
    return ConnectionFactory.createAsyncConnection(client).get();
  }

  /** Owners read ahead of the merge, so an early row may show what was read for later ones. */
  @ParameterizedTest
  @ValueSource(classes = {AsyncConnectionImpl.class, SaltedAsyncConnection.class})
  void theRowsOfAScanReportTheBytesThatItsOwnersRead(Class<?> connection) throws Exception {
    Scan measured = new Scan();
    measured.setQueryMetricsEnabled(true);
    try (TestTable fixture = flushedRows();
        AsyncConnection async = connect(connection)) {
      AsyncTable<?> table = async.getTable(fixture.name());
      long alone = blockBytes(table.scanAll(measured).get());
      assertThat(alone).isPositive();
      assertThat(blockBytes(table.scanAll(new Scan(measured).setScanMetricsEnabled(true)).get()))
          .as("with scan metrics beside them")
          .isEqualTo(alone);
      assertThat(table.scanAll(new Scan()).get())
          .hasSize(2)
          .allSatisfy(row -> assertThat(row.getMetrics()).isNull());
    }
  }

  private static long blockBytes(List<Result> rows) {
    assertThat(rows).hasSize(2).allSatisfy(row -> assertThat(row.getMetrics()).isNotNull());
    return rows.stream().mapToLong(row -> row.getMetrics().getBlockBytesScanned()).sum();
  }

  /** HBase's blocking client drops them, from a plain table as well. */
  @ParameterizedTest
  @ValueSource(classes = {AsyncConnectionImpl.class, SaltedAsyncConnection.class})
  void aConditionalWriteReportsTheBytesThatItsOwnerRead(Class<?> connection) throws Exception {
    try (TestTable fixture = flushedRows();
        AsyncConnection async = connect(connection)) {
      AsyncTable<?> table = async.getTable(fixture.name());
      assertThat(table.checkAndMutate(check("ann", true)).get().getMetrics().getBlockBytesScanned())
          .isPositive();
      assertThat(table.checkAndMutate(check("ann", false)).get().getMetrics()).isNull();
      for (CompletableFuture<CheckAndMutateResult> each :
          table.checkAndMutate(List.of(check("ann", true), check("bob", true)))) {
        assertThat(each.get().getMetrics()).isNotNull();
      }
    }
  }
}
