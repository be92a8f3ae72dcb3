package io.halite.it.replication;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.coprocessor.replication.NaturalKeysEndpoint;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import io.halite.it.mapreduce.LocalJobs;
import io.halite.it.plugin.PluginOnServers;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.TableAttributes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.mapreduce.HashTable;
import org.apache.hadoop.hbase.mapreduce.SyncTable;
import org.apache.hadoop.hbase.mapreduce.replication.VerifyReplication;
import org.apache.hadoop.hbase.mapreduce.replication.VerifyReplication.Verifier.Counters;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Between two clusters rows travel under natural keys, whatever salt each side has. */
@Timeout(180)
class ReplicationIT {
  private static final Optional<String> PLAIN = Optional.empty();
  private static final Optional<String> FOUR = Optional.of(FOUR_BUCKETS);
  private static final Optional<String> SEVEN = Optional.of("key=row:*,salt=hash(*) % 7");

  private static EmbeddedCluster source;
  private static EmbeddedCluster sink;

  @BeforeAll
  static void start() throws Exception {
    source = PluginOnServers.start(1, ReplicationIT::hasty);
    sink = PluginOnServers.start(1, ReplicationIT::hasty);
  }

  private static void hasty(Configuration settings) {
    settings.setInt("replication.source.sleepforretries", 100);
    settings.setInt("hbase.client.retries.number", 3);
  }

  @AfterAll
  static void stop() throws Exception {
    sink.close();
    source.close();
  }

  private static void peer(
      EmbeddedCluster from,
      EmbeddedCluster to,
      TableName table,
      UnaryOperator<ReplicationPeerConfigBuilder> change)
      throws Exception {
    ReplicationPeerConfig config =
        change
            .apply(
                ReplicationPeerConfig.newBuilder()
                    .setClusterKey(to.utility().getClusterKey())
                    .setReplicateAllUserTables(false)
                    .setTableCFsMap(Map.of(table, List.of())))
            .build();
    try (Admin admin = from.connection().getAdmin()) {
      admin.addReplicationPeer(table.getNameAsString(), config);
    }
  }

  private static ReplicationPeerConfigBuilder natural(ReplicationPeerConfigBuilder peer) {
    return peer.setReplicationEndpointImpl(NaturalKeysEndpoint.class.getName());
  }

  /** HBase's endpoint takes no other class, and the servers' configuration names the plug-in. */
  private static ReplicationPeerConfigBuilder ofHBase(ReplicationPeerConfigBuilder peer) {
    return peer.putConfiguration(
        "hbase.client.connection.impl", "org.apache.hadoop.hbase.client.ConnectionImplementation");
  }

  static Stream<TwinTables> combinations() {
    return Stream.of(
        TwinTables.of("plain_to_salted", PLAIN, FOUR),
        TwinTables.of("salted_to_plain", FOUR, PLAIN),
        TwinTables.of("salted_to_another_salt", FOUR, SEVEN),
        TwinTables.of("salted_to_another_salt_serial", FOUR, SEVEN),
        TwinTables.of("plain_to_salted_by_hbases_endpoint", PLAIN, FOUR));
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void theSinkHoldsTheRowsOfTheSourceUnderItsOwnSalt(TwinTables twins) throws Exception {
    twins.create(source, sink);
    String name = twins.name().getNameAsString();
    peer(
        source,
        sink,
        twins.name(),
        peer ->
            name.endsWith("by_hbases_endpoint")
                ? ofHBase(peer)
                : natural(peer).setSerial(name.endsWith("serial")));
    try (Table table = source.connection().getTable(twins.name())) {
      TwinTables.write(table);
      List<String> written = twins.read(source);
      assertThat(written).hasSize(41);
      Polling.until("the sink has the rows", () -> twins.read(sink).equals(written));
      assertThat(twins.stored(sink)).isEqualTo(twins.storedOf(TestTable.scan(table, new Scan())));
    }
  }

  @Test
  void aRowOfAWrongSaltIsDeletedByPrefixAndStopsNoPeer() throws Exception {
    TwinTables twins = TwinTables.of("with_a_wrong_row", PLAIN, PLAIN);
    twins.create(source, sink);
    Salt salt = SaltingSpec.parse(FOUR_BUCKETS).salt();
    byte[] wrong = salt.salt(Bytes.toBytes("row700 of a wrong bucket"));
    wrong[0] = (byte) ((wrong[0] + 1) % 4);
    List<Put> puts = new ArrayList<>();
    puts.add(new Put(wrong).addColumn(F, Q, wrong));
    for (int i = 500; i < 900; i++) {
      byte[] stored = salt.salt(Bytes.toBytes("row" + i));
      puts.add(new Put(stored).addColumn(F, Q, stored));
    }
    try (Table table = source.connection().getTable(twins.name());
        Admin admin = source.connection().getAdmin()) {
      table.put(puts);
      admin.disableTable(twins.name());
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(twins.name()))
              .setValue("coprocessor$1", TableAttributes.salting(FOUR_BUCKETS))
              .build());
      admin.enableTable(twins.name());
      peer(source, sink, twins.name(), ReplicationIT::natural);
      assertThat(
              SaltedTableOperations.of(source.connection(), twins.name())
                  .deleteByPrefix(Bytes.toBytes("row7"), false, progress -> {})
                  .rows())
          .isEqualTo(101);
      table.put(TwinTables.put("the last row"));
      assertThat(twins.read(source)).hasSize(301);
      Polling.until(
          "the sink has the last row",
          () -> twins.read(sink).stream().anyMatch(cell -> cell.startsWith("the last row")));
    }
  }

  @Test
  void verifyReplicationComparesNaturalRows(@TempDir Path directory) throws Exception {
    TwinTables twins = TwinTables.of("verified", FOUR, SEVEN);
    twins.create(source, sink);
    peer(source, sink, twins.name(), ReplicationIT::natural);
    try (Table here = source.connection().getTable(twins.name());
        Table there = sink.connection().getTable(twins.name())) {
      TwinTables.write(here);
      List<String> written = twins.read(source);
      Polling.until("the sink has the rows", () -> twins.read(sink).equals(written));
      there.put(TwinTables.put("row10 of the sink alone"));
      VerifyReplication tool = new VerifyReplication();
      Configuration jobs = new LocalJobs(source, directory).configuration();
      tool.setConf(jobs);
      String name = twins.name().getNameAsString();
      Job job = tool.createSubmittableJob(jobs, new String[] {name, name});
      assertThat(job.waitForCompletion(false)).isTrue();
      assertThat(job.getCounters().findCounter(Counters.GOODROWS).getValue())
          .isEqualTo(written.size());
      assertThat(job.getCounters().findCounter(Counters.ONLY_IN_PEER_TABLE_ROWS).getValue())
          .isEqualTo(1);
      assertThat(job.getCounters().findCounter(Counters.BADROWS).getValue()).isEqualTo(1);
    }
  }

  @Test
  @Tag("wide")
  void whatWasWrittenBeforeATableWasExcludedIsLostToThePeerAndComesBySyncTable(
      @TempDir Path directory) throws Exception {
    TwinTables twins = TwinTables.of("excluded", FOUR, Optional.of("key=row:4,salt=hash(*) % 2"));
    TwinTables other = TwinTables.of("beside_excluded", PLAIN, PLAIN);
    twins.create(source, sink);
    other.create(source, sink);
    String name = twins.name().getNameAsString();
    peer(source, sink, twins.name(), ReplicationIT::natural);
    try (Admin admin = source.connection().getAdmin();
        Table here = source.connection().getTable(twins.name());
        Table beside = source.connection().getTable(other.name())) {
      here.put(List.of(TwinTables.put("stay"), TwinTables.put("gone")));
      Polling.until("the sink has both", () -> twins.read(sink).equals(twins.read(source)));
      // A peer that is disabled later may still send a batch.
      ReplicationPeerConfig peer = admin.getReplicationPeerConfig(name);
      admin.removeReplicationPeer(name);
      admin.addReplicationPeer(name, peer, false);
      here.put(List.of(TwinTables.put("does not fit the sink"), TwinTables.put("wait")));
      here.delete(new Delete(Bytes.toBytes("gone")));
      admin.appendReplicationPeerTableCFs(name, Map.of(other.name(), List.of()));
      admin.removeReplicationPeerTableCFs(name, Map.of(twins.name(), List.of()));
      admin.enableReplicationPeer(name);
      // Else the peer, whose tables change, would read this WAL from its beginning once more.
      admin.rollWALWriter(admin.getRegionServers().iterator().next());
      for (String row : List.of("behind", "behind, too")) {
        beside.put(TwinTables.put(row));
        Polling.until("the sink has it", () -> other.stored(sink).contains(row));
      }
      here.delete(new Delete(Bytes.toBytes("does not fit the sink")));
      admin.appendReplicationPeerTableCFs(name, Map.of(twins.name(), List.of()));
      here.put(TwinTables.put("last"));
      Polling.until("the sink has the last", () -> twins.read(sink).toString().contains("last"));
      assertThat(twins.naturalOf(twins.stored(sink))).containsExactly("gone", "last", "stay");
      LocalJobs jobs = new LocalJobs(source, directory);
      LocalJobs there = new LocalJobs(sink, directory);
      String hashes = jobs.output();
      assertThat(jobs.run(new HashTable(jobs.configuration()), name, hashes)).isZero();
      String from = "--sourcezkcluster=" + source.utility().getClusterKey();
      SyncTable sync = new SyncTable(there.configuration());
      assertThat(there.run(sync, "--dryrun=false", from, hashes, name, name)).isZero();
      assertThat(twins.read(sink)).isEqualTo(twins.read(source));
    }
  }

  @Test
  void eachOfTwoMastersHasTheRowsOfBoth() throws Exception {
    TwinTables twins = TwinTables.of("both_ways", FOUR, SEVEN);
    twins.create(source, sink);
    peer(source, sink, twins.name(), ReplicationIT::natural);
    peer(sink, source, twins.name(), ReplicationIT::natural);
    try (Table here = source.connection().getTable(twins.name());
        Table there = sink.connection().getTable(twins.name())) {
      here.put(TwinTables.put("of the source"));
      there.put(TwinTables.put("of the sink"));
      Polling.until(
          "both have both",
          () -> twins.read(source).size() == 2 && twins.read(sink).equals(twins.read(source)));
      assertThat(twins.stored(sink))
          .isEqualTo(twins.storedOf(List.of("of the source", "of the sink")));
    }
  }

  @Test
  void hbasesEndpointNeverSendsStoredKeysAndTheTableSaysSo() throws Exception {
    TwinTables salted = TwinTables.of("refused_at_the_peer", FOUR, PLAIN);
    TwinTables sentinel = TwinTables.of("sentinel", PLAIN, PLAIN);
    salted.create(source, sink);
    sentinel.create(source, sink);
    try (Table table = source.connection().getTable(salted.name());
        Table other = source.connection().getTable(sentinel.name());
        Admin admin = source.connection().getAdmin()) {
      // The new peer starts with the current WAL, in which these rows already are.
      table.put(List.of(TwinTables.put("row1"), TwinTables.put("row2")));
      peer(source, sink, salted.name(), ReplicationIT::ofHBase);
      assertThatThrownBy(() -> table.put(TwinTables.put("row3")))
          .hasStackTraceContaining("peer 'refused_at_the_peer'")
          .hasStackTraceContaining(NaturalKeysEndpoint.class.getName());
      admin.updateReplicationPeerConfig(
          salted.name().getNameAsString(),
          ReplicationPeerConfig.newBuilder(
                  admin.getReplicationPeerConfig(salted.name().getNameAsString()))
              .setTableCFsMap(both(salted.name(), sentinel.name()))
              .build());
      other.put(TwinTables.put("the last row of the WAL"));
      Polling.until("the sink has the last row", () -> sentinel.read(sink).size() == 1);
      assertThat(salted.stored(sink)).isEmpty();
      admin.removeReplicationPeer(salted.name().getNameAsString());
      table.put(TwinTables.put("row3"));
      assertThat(salted.read(source)).hasSize(3);
    }
  }

  private static Map<TableName, List<String>> both(TableName one, TableName other) {
    Map<TableName, List<String>> tables = new HashMap<>();
    tables.put(one, List.of());
    tables.put(other, List.of());
    return tables;
  }
}
