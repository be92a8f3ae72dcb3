package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.UserProvider;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ConnectionCache;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PluginIT {
  private static EmbeddedCluster cluster;
  private static PluginTables tables;
  private static Connection plain;
  private static Connection plugin;

  @BeforeAll
  static void start() throws Exception {
    cluster = PluginOnServers.start(2, settings -> {});
    plain = cluster.connection();
    tables = new PluginTables(cluster);
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

  private static TableName create(String name) throws Exception {
    return tables.create(name);
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
      // The first request asks for the spec.
      assertThat(tables.mutates(() -> throughPlugin.put(PluginTables.put("first")))).isEqualTo(2);
      assertThat(tables.gatewayWrites(name)).isEqualTo(1);
      long direct = tables.mutates(() -> PluginTables.putAll(throughPlugin, "d"));
      assertThat(direct).isEqualTo(PluginTables.REQUESTS);
      assertThat(tables.gatewayWrites(name)).isEqualTo(1);
      long forwarded = tables.mutates(() -> PluginTables.putAll(throughGateways, "f"));
      assertThat(forwarded).isEqualTo(2L * PluginTables.REQUESTS);
      assertThat(tables.gatewayWrites(name)).isEqualTo(1 + PluginTables.REQUESTS);
      assertThat(tables.gets(() -> PluginTables.getAll(throughPlugin, "d")))
          .isEqualTo(PluginTables.REQUESTS);
      assertThat(tables.gets(() -> PluginTables.getAll(throughGateways, "d")))
          .isEqualTo(2L * PluginTables.REQUESTS);
      try (BufferedMutator mutator = plugin.getBufferedMutator(name)) {
        for (int i = 0; i < PluginTables.REQUESTS; i++) {
          mutator.mutate(PluginTables.put("m-" + i));
        }
      }
      assertThat(tables.gatewayWrites(name)).isEqualTo(1 + PluginTables.REQUESTS);
      PluginTables.getAll(throughGateways, "m");
    }
  }

  /** REST and Thrift servers close the table as soon as they have the scanner. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  void aScannerOutlivesItsTable(int batch) throws Exception {
    TableName name = create("outlived" + batch);
    ResultScanner scanner;
    try (Table table = plugin.getTable(name)) {
      PluginTables.putAll(table, "k");
      scanner = table.getScanner(new Scan().setBatch(batch).setCaching(10));
    }
    try (scanner) {
      assertThat(scanner.next(1_000)).hasSize(PluginTables.REQUESTS);
    }
  }

  @Test
  void serversOfOtherProtocolsAreApplications() throws Exception {
    TableName name = create("by-gateway-servers");
    Configuration conf = plugin.getConfiguration();
    // REST and Thrift servers take their tables from such a cache.
    ConnectionCache cache =
        new ConnectionCache(conf, UserProvider.instantiate(conf), 60_000, 60_000);
    try (Table table = cache.getTable(name.getNameAsString())) {
      PluginTables.putAll(table, "c");
      PluginTables.getAll(table, "c");
      assertThat(tables.gatewayWrites(name)).as("the question for the spec").isEqualTo(1);
    } finally {
      cache.shutdown();
    }
  }

  @Test
  void aTableWithoutASpecAnswersAtOnceAndIsAskedNothingElse() throws Exception {
    TableName name = PluginTables.plan("unsalted").create(cluster).name();
    try (Table throughPlugin = plugin.getTable(name);
        Table usual = plain.getTable(name);
        BufferedMutator mutator = plugin.getBufferedMutator(name)) {
      int puts = PluginTables.REQUESTS;
      tables.costs(() -> PluginTables.putAll(throughPlugin, "k"), new RpcCount(puts, 0, 0, 0));
      tables.costs(
          () -> {
            mutator.mutate(PluginTables.put("m-1"));
            mutator.flush();
          },
          new RpcCount(0, 1, 0, 0));
      assertThat(usual.get(new Get(Bytes.toBytes("k-1"))).value()).isEqualTo(PluginTables.Q);
      assertThat(usual.get(new Get(Bytes.toBytes("m-1"))).value()).isEqualTo(PluginTables.Q);
    }
  }

  @Test
  void aListThatAsksAgainForASpecIsSentAtOnceAndIsRefusedAsAWholeIfThereIsOneNow()
      throws Exception {
    TableName name = PluginTables.plan("unsalted-lists").create(cluster).name();
    List<Increment> counts =
        Stream.of("11", "AA", "bb", "xx")
            .map(row -> new Increment(Bytes.toBytes(row)).addColumn(Parity.F, PluginTables.Q, 1))
            .toList();
    Object[] answers = new Object[counts.size()];
    Configuration conf = HBaseConfiguration.create(plugin.getConfiguration());
    conf.setLong("halite.client.spec.max-age", 1);
    try (Connection forgetful = ConnectionFactory.createConnection(conf);
        Table table = forgetful.getTable(name);
        Table usual = plain.getTable(name)) {
      table.batch(counts, answers);
      long expected = tables.multis(() -> usual.batch(counts, answers));
      assertThat(tables.multis(() -> table.batch(counts, answers))).isEqualTo(expected);
      try (Admin admin = plain.getAdmin()) {
        admin.disableTable(name);
        admin.truncateTable(name, true);
      }
      tables.change(name);
      table.batch(counts, answers);
      for (Increment count : counts) {
        assertThat(Bytes.toLong(usual.get(new Get(count.getRow())).value())).isEqualTo(1);
      }
    }
  }

  @Test
  void twoThreadsOnOneMutatorLoseNothingWhenTheSpecIsForgottenAgainAndAgain() throws Exception {
    // The last region is the gateway of all rows, and the owner of one bucket.
    TableName name = PluginTables.createInFourRegions(cluster);
    Configuration conf = HBaseConfiguration.create(cluster.configuration());
    conf.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    conf.setLong("halite.client.spec.max-age", 20);
    try (Connection forgetful = ConnectionFactory.createConnection(conf);
        BufferedMutator mutator = forgetful.getBufferedMutator(name)) {
      CompletableFuture<Void> other = CompletableFuture.runAsync(() -> add(mutator, "a"));
      add(mutator, "b");
      other.get();
    }
    try (Table usual = plain.getTable(name);
        ResultScanner rows = usual.getScanner(new Scan())) {
      assertThat(rows.next(3_000)).hasSize(2_000);
    }
  }

  private static void add(BufferedMutator mutator, String prefix) {
    try {
      for (int i = 1; i <= 1_000; i++) {
        mutator.mutate(PluginTables.put(prefix + "-" + i));
        if (i % 25 == 0) {
          mutator.flush();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
