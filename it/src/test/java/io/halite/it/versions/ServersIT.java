package io.halite.it.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.filters.segment.SegmentFilter;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What Halite is for, on whatever release the servers are of. Module {@code it/hbase25/tests} runs
 * it, as it was compiled with HBase 2.6, on servers of HBase 2.5.
 */
@ExtendWith(SharedCluster.class)
class ServersIT {
  private static final int ROUNDS = 6;

  private final EmbeddedCluster cluster;

  ServersIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void theServersAreOfTheReleaseThatTheBuildNames() throws Exception {
    String release = System.getProperty("halite.it.hbase", "2.6.4");
    assertThat(VersionInfo.getVersion()).isEqualTo(release);
    assertThat(cluster.connection().getAdmin().getClusterMetrics().getHBaseVersion())
        .isEqualTo(release);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key=row:*,salt=hash(*) % 4",
        "key=row:*,salt=md5(*)[0:1]",
        "key=row:*,salt=none",
        "key=kind:1 row:*,salt=hash(kind) % 8"
      })
  void requestsAreAnsweredAsByAPlainTable(String spec) throws Exception {
    try (TestTable plain = TestTable.numbered("servers").create(cluster);
        TestTable salted =
            TestTable.numbered("servers").salted(spec).splitBuckets().create(cluster)) {
      send(cluster.configuration(), plain, salted);
    }
  }

  @Test
  void thePlugInAnswersAsAPlainTable() throws Exception {
    Configuration plugin = PlugIns.on(cluster.configuration());
    try (TestTable plain = TestTable.numbered("servers").create(cluster);
        TestTable salted =
            TestTable.numbered("servers")
                .salted(TestTable.FOUR_BUCKETS)
                .splitBuckets()
                .create(cluster)) {
      send(plugin, plain, salted);
    }
  }

  private void send(Configuration client, TestTable plain, TestTable salted) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(client);
        AsyncConnection async = ConnectionFactory.createAsyncConnection(client).get();
        Table plainTable = cluster.connection().getTable(plain.name());
        Table saltedTable = connection.getTable(salted.name());
        AsyncConnection plainAsync =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get()) {
      for (int round = 0; round < ROUNDS; round++) {
        assertThat(BlockingRequests.send(saltedTable, round))
            .as("round %s", round)
            .isEqualTo(BlockingRequests.send(plainTable, round));
        assertThat(AsyncRequests.send(async.getTable(salted.name()), round))
            .as("asynchronous round %s", round)
            .isEqualTo(AsyncRequests.send(plainAsync.getTable(plain.name()), round));
      }
    }
  }

  @Test
  void segmentsAreAskedByFilterAndByWords() throws Exception {
    String layout = "time:4 from:3 to:3";
    try (TestTable table =
        TestTable.numbered("servers")
            .salted("key=" + layout + ",salt=hash(*) % 4")
            .splitBuckets()
            .create(cluster)) {
      table.put(List.of("0600ANCLAX", "0700ATLLAX", "0800ATLSAV"));
      Scan filtered =
          new Scan().setFilter(SegmentFilter.where(KeyLayout.parse(layout), "to = LAX"));
      Scan worded = new Scan().setAttribute("halite.where", Bytes.toBytes("from = ATL"));
      assertThat(table.scan(filtered)).containsExactly("0600ANCLAX", "0700ATLLAX");
      assertThat(table.scan(worded)).containsExactly("0700ATLLAX", "0800ATLSAV");
    }
  }

  /** In HBase 2.5 an answer without rows that is full would end the region for its client. */
  @Test
  void newestRowsAreScannedThoughAnswersHoldLessThanWhatIsDropped() throws Exception {
    try (TestTable table =
        TestTable.numbered("servers").salted("key=unit:3 ts:8:revtime,salt=none").create(cluster)) {
      putTimes(table);
      Scan scan = new Scan().setMaxResultSize(16).setAttribute("halite.latest", Bytes.toBytes("1"));
      List<String> newest = new ArrayList<>();
      try (ResultScanner scanner = table.table().getScanner(scan)) {
        for (Result each : scanner) {
          byte[] value = each.getValue(TestTable.F, TestTable.Q);
          newest.add(Bytes.toString(each.getRow(), 0, 3) + " " + Bytes.toLong(value));
        }
      }
      assertThat(newest).containsExactly("K01 3", "K02 3");
    }
  }

  /** Three rows of each of two units. */
  private static void putTimes(TestTable table) throws IOException {
    for (long time = 1; time <= 3; time++) {
      for (String unit : List.of("K01", "K02")) {
        byte[] row = Bytes.add(Bytes.toBytes(unit), Bytes.toBytes(Long.MAX_VALUE - time));
        table.table().put(new Put(row).addColumn(TestTable.F, TestTable.Q, Bytes.toBytes(time)));
      }
    }
  }

  @Test
  void newestRowsAreAnsweredByTheEndpoint() throws Exception {
    try (TestTable table =
        TestTable.numbered("servers")
            .salted("key=unit:3 ts:8:revtime,salt=hash(unit) % 4")
            .coprocessor(TestTable.LATEST_ENDPOINT)
            .splitBuckets()
            .create(cluster)) {
      putTimes(table);
      List<String> newest = new ArrayList<>();
      try (LatestClient client = LatestClient.open(cluster.connection(), table.name());
          LatestAnswers answers = client.ask(LatestQuery.newest(1))) {
        for (KeyAnswer each : answers) {
          byte[] value = each.rows().get(0).result().getValue(TestTable.F, TestTable.Q);
          newest.add(Bytes.toString(each.key()) + " " + Bytes.toLong(value));
        }
      }
      assertThat(newest).containsExactly("K01 3", "K02 3");
    }
  }
}
