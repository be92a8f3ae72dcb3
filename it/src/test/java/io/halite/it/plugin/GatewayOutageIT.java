package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.routing.scan.UnorderedAttribute;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that know the spec of a table, and ask for it before each request, need no gateway region
 * although its natural keys name one: all of these are offline.
 */
@ExtendWith(SharedCluster.class)
@Timeout(120)
class GatewayOutageIT {
  private static final byte[] N = Bytes.toBytes("n");
  private static ExecutorService pool;
  private final EmbeddedCluster cluster;
  private final Configuration conf;

  GatewayOutageIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
    this.conf = PlugIns.on(cluster.configuration());
    conf.setLong("halite.client.spec.max-age", 0);
    conf.setInt("hbase.client.retries.number", 2);
  }

  @BeforeAll
  static void startPool() {
    pool = Executors.newFixedThreadPool(2);
  }

  @AfterAll
  static void endPool() {
    pool.shutdown();
  }

  /** Clients of both kinds, the asynchronous one in all of its ways to scan. */
  private static List<Table> tables(Table blocking, AsyncConnection async) {
    TableName name = blocking.getName();
    return List.of(
        blocking,
        new AsyncAsTable(async.getTable(name)),
        new AsyncAsTable(async.getTable(name), true),
        ConsumedRows.of(async.getTable(name, pool)));
  }

  private static byte[] row(int i) {
    return Bytes.toBytes("k-" + i);
  }

  private static Put put(int i) {
    return PluginTables.put("k-" + i);
  }

  private static CheckAndMutate check(int i) {
    return CheckAndMutate.newBuilder(row(i)).ifNotExists(Parity.F, PluginTables.Q).build(put(i));
  }

  private static List<Get> gets() {
    List<Get> gets = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      gets.add(new Get(row(i)));
    }
    return gets;
  }

  /** Takes the regions above all buckets away. */
  private void takeGatewaysAway(TableName name) throws Exception {
    assertThat(takeAway(name, new byte[] {17})).isNotEmpty();
  }

  /** Takes the regions away that begin at a key or above it, and returns them. */
  private List<RegionInfo> takeAway(TableName name, byte[] first) throws Exception {
    List<RegionInfo> away = new ArrayList<>();
    try (Admin admin = cluster.connection().getAdmin()) {
      for (RegionInfo region : admin.getRegions(name)) {
        if (Bytes.compareTo(region.getStartKey(), first) >= 0) {
          admin.unassign(region.getRegionName(), false);
          away.add(region);
        }
      }
    }
    return away;
  }

  @Test
  void aClientThatKnowsTheSpecNeedsNoGateway() throws Exception {
    TableName name = new PluginTables(cluster).create("outage");
    try (Connection plugin = ConnectionFactory.createConnection(conf);
        AsyncConnection async = ConnectionFactory.createAsyncConnection(conf).get();
        Table blocking = plugin.getTable(name);
        BufferedMutator mutator = plugin.getBufferedMutator(name)) {
      for (Table table : tables(blocking, async)) {
        table.put(put(0));
      }
      takeGatewaysAway(name);
      mutator.mutate(List.of(put(18), put(19)));
      mutator.flush();
      blocking.put(List.of(put(1), put(2)));
      assertThat(blocking.checkAndMutate(check(3)).isSuccess()).isTrue();
      assertThat(blocking.checkAndMutate(List.of(check(3), check(4))))
          .extracting(CheckAndMutateResult::isSuccess)
          .containsExactly(false, true);
      for (Table table : tables(blocking, async)) {
        table.put(put(1));
        assertThat(table.get(new Get(row(1))).getValue(Parity.F, PluginTables.Q))
            .isEqualTo(PluginTables.Q);
        assertThat(table.exists(new Get(row(18)))).isTrue();
        table.increment(new Increment(row(1)).addColumn(Parity.F, N, 1));
        assertThat(table.get(gets())).filteredOn(result -> !result.isEmpty()).hasSize(7);
        Object[] answers = new Object[2];
        table.batch(List.of(put(5), new Get(row(0))), answers);
        assertThat(answers).allMatch(Result.class::isInstance);
        try (ResultScanner rows = table.getScanner(new Scan().withStartRow(row(0)))) {
          assertThat(rows.next(100)).hasSize(8);
        }
        table.delete(new Delete(row(5)));
      }
    }
  }

  @Test
  void readsOfRowsInManyPlacesNeedNoGateway() throws Exception {
    TableName name =
        TestTable.named("outage-of-many")
            .families(Parity.F)
            .salted("key=first:2 rest:*,salt=random % 4")
            .splits("0", "a", "n")
            .create(cluster)
            .name();
    try (Connection plugin = ConnectionFactory.createConnection(conf);
        AsyncConnection async = ConnectionFactory.createAsyncConnection(conf).get()) {
      List<Table> tables = tables(plugin.getTable(name), async);
      for (Table table : tables) {
        table.put(put(0));
      }
      takeGatewaysAway(name);
      for (Table table : tables) {
        assertThat(table.get(new Get(row(0))).value()).isEqualTo(PluginTables.Q);
        assertThat(table.exists(new Get(row(1)))).isFalse();
        assertThat(table.get(gets())).filteredOn(result -> !result.isEmpty()).hasSize(1);
        try (ResultScanner rows = table.getScanner(new Scan().withStartRow(row(0)))) {
          assertThat(rows.next(100)).hasSize(1);
        }
      }
    }
  }

  /** Stored keys begin with a digit, or a letter up to f; the gateway of all rows is above them. */
  @ParameterizedTest
  @ValueSource(strings = {"md5(first)[0:4]", "reverse(first)"})
  void requestsOfScatteredRowsNeedNoGateway(String salt) throws Exception {
    TableName name =
        TestTable.numbered("outage-of-scattered")
            .families(Parity.F)
            .salted("key=first:2 rest:*,salt=" + salt)
            .splits("2", "8", "g")
            .create(cluster)
            .name();
    Configuration plain = new Configuration(conf);
    plain.unset("hbase.client.connection.impl");
    try (Connection plugin = ConnectionFactory.createConnection(conf);
        AsyncConnection async = ConnectionFactory.createAsyncConnection(conf).get();
        Connection without = ConnectionFactory.createConnection(plain);
        Table usual = without.getTable(name)) {
      List<Table> tables = tables(plugin.getTable(name), async);
      for (Table table : tables) {
        table.put(PluginTables.put("k0-rest"));
      }
      List<RegionInfo> away = takeAway(name, Bytes.toBytes("g"));
      assertThatThrownBy(() -> usual.get(new Get(Bytes.toBytes("k0-rest"))))
          .as("without a plug-in")
          .isInstanceOf(IOException.class);
      for (int i = 1; i < 10; i++) {
        Table table = tables.get(i % tables.size());
        table.put(PluginTables.put("k" + i + "-rest"));
      }
      for (Table table : tables) {
        for (int i = 0; i < 10; i++) {
          Get get = new Get(Bytes.toBytes("k" + i + "-rest"));
          assertThat(table.get(get).value()).isEqualTo(PluginTables.Q);
        }
        table.put(List.of(PluginTables.put("k1-more"), PluginTables.put("k2-more")));
        // All others would be read from every region, as each may store rows of such a salt.
        Scan ofOne = new Scan().setStartStopRowForPrefixScan(Bytes.toBytes("k1"));
        assertThat(TestTable.scan(table, ofOne)).containsExactly("k1-more", "k1-rest");
        assertThat(TestTable.scan(table, UnorderedAttribute.putOn(ofOne, 8)))
            .containsExactlyInAnyOrder("k1-more", "k1-rest");
      }
      try (Admin admin = cluster.connection().getAdmin()) {
        for (RegionInfo region : away) {
          admin.assign(region.getRegionName());
        }
      }
      assertThat(TestTable.scan(usual, new Scan()))
          .hasSize(12)
          .contains("k0-rest", "k2-more", "k9-rest");
    }
  }
}
