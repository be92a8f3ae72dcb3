package io.halite.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.AsyncAggregationClient;
import org.apache.hadoop.hbase.client.coprocessor.LongColumnInterpreter;
import org.apache.hadoop.hbase.coprocessor.AggregateImplementation;
import org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint;
import org.apache.hadoop.hbase.coprocessor.example.BulkDeleteEndpoint;
import org.apache.hadoop.hbase.coprocessor.example.RowCountEndpoint;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * HBase's endpoints for users answer rightly on a table without salt. On a salted one they are
 * refused with what to use instead, even if the table allows them, and no row changes.
 */
@Timeout(60)
@ExtendWith(SharedCluster.class)
class EndpointsIT {
  private static final String PLAIN = "key=row:*,salt=none";
  private static final String RANDOM = "key=row:*,salt=random % 2";
  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start(EmbeddedCluster shared) {
    cluster = shared;
  }

  private static TablePlan plan(String spec) {
    String all =
        Arrays.stream(EndpointCall.values())
            .map(EndpointCall::service)
            .distinct()
            .collect(Collectors.joining(","));
    return TestTable.numbered("endpoints")
        .salted(spec)
        .coprocessor(AggregateImplementation.class)
        .coprocessor(MultiRowMutationEndpoint.class)
        .coprocessor(RowProcessing.class)
        .coprocessor(BulkDeleteEndpoint.class)
        .coprocessor(RowCountEndpoint.class)
        .value("halite.endpoints.allowed", all)
        // HBase's average fails on a plain table in a region without rows.
        .splits("row3");
  }

  @Test
  void onATableWithoutSaltEachAnswers() throws Throwable {
    try (TestTable table = plan(PLAIN).create(cluster);
        Table client = table.table()) {
      EndpointCall.fill(client);
      for (EndpointCall call : EndpointCall.values()) {
        assertThat(call.call(client)).as("%s", call).isEqualTo(call.answer());
      }
      assertThat(table.scan(new Scan())).containsExactly("row1", "row4", "row5");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {TestTable.FOUR_BUCKETS, RANDOM})
  void onASaltedTableEachIsRefusedWithWhatToUseInstead(String spec) throws Exception {
    try (TestTable table = plan(spec).splitBuckets().create(cluster);
        Table client = table.table()) {
      EndpointCall.fill(client);
      for (EndpointCall call : EndpointCall.values()) {
        assertThatThrownBy(() -> call.call(client))
            .as("%s", call)
            .hasStackTraceContaining("endpoint " + call.service() + " would see stored keys")
            .hasStackTraceContaining("on table '" + table.name() + "'")
            .hasStackTraceContaining(call.instead());
      }
      assertThat(table.scan(new Scan())).containsExactly("row1", "row2", "row3", "row4", "row5");
      assertThat(client.get(new Get(Bytes.toBytes("row1"))).size()).isEqualTo(1);
    }
  }

  private static List<
          Function<AsyncTable<AdvancedScanResultConsumer>, CompletableFuture<? extends Number>>>
      aggregations(Scan scan) {
    LongColumnInterpreter longs = new LongColumnInterpreter();
    return List.of(
        table -> AsyncAggregationClient.rowCount(table, longs, scan),
        table -> AsyncAggregationClient.max(table, longs, scan),
        table -> AsyncAggregationClient.min(table, longs, scan),
        table -> AsyncAggregationClient.sum(table, longs, scan),
        table -> AsyncAggregationClient.avg(table, longs, scan),
        table -> AsyncAggregationClient.std(table, longs, scan),
        table -> AsyncAggregationClient.median(table, longs, scan));
  }

  @Test
  void theAsynchronousClientReceivesTheSameAnswersAndRefusals() throws Exception {
    try (AsyncConnection connection =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get();
        TestTable plain = plan(PLAIN).create(cluster);
        TestTable salted = plan(TestTable.FOUR_BUCKETS).splitBuckets().create(cluster)) {
      EndpointCall.fill(plain.table());
      EndpointCall.fill(salted.table());
      assertAnswers(
          connection.getTable(plain.name()),
          EndpointCall.all(),
          List.of(5L, 5L, 1L, 15L, 3.0, Math.sqrt(2)));
      assertAnswers(
          connection.getTable(plain.name()),
          EndpointCall.range(),
          List.of(2L, 3L, 2L, 5L, 2.5, 0.5));
      for (Scan scan : List.of(EndpointCall.all(), EndpointCall.range())) {
        for (var aggregation : aggregations(scan)) {
          assertThatThrownBy(() -> aggregation.apply(connection.getTable(salted.name())).get())
              .hasCauseInstanceOf(DoNotRetryIOException.class)
              .hasStackTraceContaining(EndpointCall.MAX.instead());
        }
      }
    }
  }

  private static void assertAnswers(
      AsyncTable<AdvancedScanResultConsumer> table, Scan scan, List<? extends Number> answers)
      throws Exception {
    // The asynchronous median fails on plain tables, too, with a NoSuchElementException.
    for (int i = 0; i < answers.size(); i++) {
      assertThat(aggregations(scan).get(i).apply(table).get()).isEqualTo(answers.get(i));
    }
  }
}
