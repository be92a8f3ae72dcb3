package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MetricsRegionServerWrapper;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PluginIT {
  private static final String SPEC = "key=first:2 rest:*,salt=hash(*) % 16";
  private static final String CHANGED = "key=first:2 rest:*,salt=hash(*) % 8";
  private static final byte[] Q = Bytes.toBytes("q");
  private static final int REQUESTS = 50;
  private static EmbeddedCluster cluster;
  private static Connection plain;
  private static Connection plugin;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.start(2);
    plain = cluster.connection();
    Configuration conf = HBaseConfiguration.create(cluster.configuration());
    conf.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    conf.setLong("halite.client.spec.max-age", 3_600_000);
    plugin = ConnectionFactory.createConnection(conf);
  }

  @AfterAll
  static void stop() throws Exception {
    try {
      plugin.close();
    } finally {
      cluster.close();
    }
  }

  private static TablePlan plan(String name) {
    return TestTable.named(name)
        .versions(3)
        .families(Parity.F)
        .splits(SaltingSpec.parse(SPEC).salt().splitPoints())
        .splits("0", "8", "G", "a", "n");
  }

  private static TableName create(String name) throws Exception {
    return plan(name).salted(SPEC).create(cluster).name();
  }

  @Test
  void throughThePluginATableAnswersAsThroughItsGateways() throws Exception {
    TableName direct = create("direct");
    TableName forwarded = create("forwarded");
    try (Table throughPlugin = plugin.getTable(direct);
        Table throughGateways = plain.getTable(forwarded);
        Table check = plain.getTable(direct)) {
      assertThat(throughPlugin.getClass()).isNotEqualTo(throughGateways.getClass());
      Map<String, String> expected = Parity.run(throughGateways);
      assertThat(Parity.run(throughPlugin)).containsExactlyEntriesOf(expected);
      assertThat(expected.get("scan all")).contains("Grow163/q=v163");
      try (ResultScanner rows = check.getScanner(new Scan())) {
        assertThat(rows.next(1_000)).hasSizeGreaterThan(100);
      }
    }
  }

  @Test
  void requestsGoStraightToTheirOwners() throws Exception {
    TableName name = create("counted");
    try (Table throughPlugin = plugin.getTable(name);
        Table throughGateways = plain.getTable(name)) {
      long direct = mutates(() -> putAll(throughPlugin, "d"));
      assertThat(direct).isEqualTo(REQUESTS);
      assertThat(gatewayWrites(name)).isZero();
      long forwarded = mutates(() -> putAll(throughGateways, "f"));
      assertThat(forwarded).isEqualTo(2L * REQUESTS);
      assertThat(gatewayWrites(name)).isEqualTo(REQUESTS);
      assertThat(gets(() -> getAll(throughPlugin, "d"))).isEqualTo(REQUESTS);
      assertThat(gets(() -> getAll(throughGateways, "d"))).isEqualTo(2L * REQUESTS);
      try (BufferedMutator mutator = plugin.getBufferedMutator(name)) {
        for (int i = 0; i < REQUESTS; i++) {
          mutator.mutate(put("m-" + i));
        }
      }
      assertThat(gatewayWrites(name)).isEqualTo(REQUESTS);
      getAll(throughGateways, "m");
    }
  }

  @Test
  void tablesWithoutASpecAreThoseOfHBase() throws Exception {
    TableName name = plan("unsalted").create(cluster).name();
    try (Table throughPlugin = plugin.getTable(name);
        Table usual = plain.getTable(name);
        BufferedMutator mutator = plugin.getBufferedMutator(name);
        BufferedMutator usualMutator = plain.getBufferedMutator(name)) {
      assertThat(throughPlugin).hasSameClassAs(usual);
      assertThat(mutator).hasSameClassAs(usualMutator);
      throughPlugin.put(put("k-1"));
      assertThat(usual.get(new Get(Bytes.toBytes("k-1"))).value()).isEqualTo(Q);
    }
  }

  @Test
  void aChangeOfTheSpecIsNoticedByTablesMutatorsAndScans() throws Exception {
    TableName name = create("changing");
    try (Table table = plugin.getTable(name);
        BufferedMutator mutator = plugin.getBufferedMutator(name)) {
      assertThat(table.exists(new Get(Bytes.toBytes("k-1")))).isFalse();
      change(name);
      mutator.mutate(put("m-1"));
      mutator.flush();
      table.put(put("k-1"));
    }
    try (Table usual = plain.getTable(name)) {
      assertThat(usual.exists(new Get(Bytes.toBytes("m-1")))).isTrue();
      assertThat(usual.exists(new Get(Bytes.toBytes("k-1")))).isTrue();
    }
    TableName scanned = create("scanned");
    try (Table table = plugin.getTable(scanned);
        Table usual = plain.getTable(scanned)) {
      change(scanned);
      usual.put(put("k-1"));
      try (ResultScanner rows = table.getScanner(new Scan())) {
        assertThat(rows.next().getRow()).isEqualTo(Bytes.toBytes("k-1"));
      }
    }
  }

  private static void change(TableName name) throws Exception {
    try (Admin admin = plain.getAdmin()) {
      admin.disableTable(name);
      admin.modifyTable(plan(name.getNameAsString()).salted(CHANGED).descriptor());
      admin.enableTable(name);
    }
  }

  private static Put put(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(Parity.F, Q, Q);
  }

  private static void putAll(Table table, String prefix) throws Exception {
    for (int i = 0; i < REQUESTS; i++) {
      table.put(put(prefix + "-" + i));
    }
  }

  private static void getAll(Table table, String prefix) throws Exception {
    for (int i = 0; i < REQUESTS; i++) {
      assertThat(table.get(new Get(Bytes.toBytes(prefix + "-" + i))).value()).isEqualTo(Q);
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private static long mutates(Work work) throws Exception {
    return grown(MetricsRegionServerWrapper::getRpcMutateRequestsCount, work);
  }

  private static long gets(Work work) throws Exception {
    return grown(MetricsRegionServerWrapper::getRpcGetRequestsCount, work);
  }

  private static long grown(ToLongFunction<MetricsRegionServerWrapper> count, Work work)
      throws Exception {
    long before = sum(count);
    work.run();
    return sum(count) - before;
  }

  private static long sum(ToLongFunction<MetricsRegionServerWrapper> count) {
    return cluster.utility().getMiniHBaseCluster().getRegionServerThreads().stream()
        .mapToLong(
            server ->
                count.applyAsLong(server.getRegionServer().getMetrics().getRegionServerWrapper()))
        .sum();
  }

  /** Writes that regions were asked for which store nothing: their natural keys begin at '0'. */
  private static long gatewayWrites(TableName name) {
    return cluster.utility().getMiniHBaseCluster().getRegions(name).stream()
        .filter(
            region -> Bytes.compareTo(region.getRegionInfo().getStartKey(), new byte[] {16}) > 0)
        .mapToLong(HRegion::getWriteRequestsCount)
        .sum();
  }
}
