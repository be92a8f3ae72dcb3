package io.halite.it.replication;

import static io.halite.it.replication.Outcome.NATURAL_ROWS;
import static io.halite.it.replication.Outcome.NO_PEER;
import static io.halite.it.replication.Outcome.NO_SINK_TABLE;
import static io.halite.it.replication.Outcome.NO_SOURCE_TABLE;
import static io.halite.it.replication.Outcome.WRITES_REFUSED;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.plugin.SaltedConnection;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import io.halite.it.mapreduce.LocalJobs;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.replication.VerifyReplication;
import org.apache.hadoop.hbase.mapreduce.replication.VerifyReplication.Verifier.Counters;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigBuilder;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each pair of tables, with Halite on each side or not, by each endpoint, serial or not: the sink
 * has the natural rows, or the refusal says why not. Servers without Halite have no class of it.
 *
 * <p>The tables of serial peers set what once was a setting, {@code halite.replicated.writes}.
 */
@Timeout(240)
class ReplicationMatrixIT {
  private static final Map<Combination, Outcome> OUTCOMES = new LinkedHashMap<>();
  private static final Map<Combination, String> REFUSALS = new HashMap<>();
  @TempDir private static Path directory;
  private static MatrixClusters clusters;

  @BeforeAll
  static void replicate() throws Exception {
    clusters = MatrixClusters.start(directory, ReplicationMatrixIT::hasty);
    assertThat(clusters.strayClasses()).isEqualTo("[][]");
    createTables();
    for (Combination each : all(WRITES_REFUSED)) {
      // A new peer starts with the current WAL, in which these rows already are.
      try (Table table = clusters.source(each).getTable(each.twins().name())) {
        table.put(List.of(MatrixRows.put("before1"), MatrixRows.put("before2")));
      }
    }
    addPeers();
    for (Combination each : open()) {
      try (Table table = clusters.source(each).getTable(each.twins().name())) {
        MatrixRows.write(table);
        OUTCOMES.put(each, NATURAL_ROWS);
      } catch (IOException e) {
        refused(each, WRITES_REFUSED, e);
      }
    }
    for (Combination each : all(NATURAL_ROWS)) {
      List<String> written = MatrixRows.replicated(clusters.source(each), each.twins());
      Polling.until(
          each.toString(),
          () -> MatrixRows.replicated(clusters.sink(each), each.twins()).equals(written));
    }
  }

  private static void hasty(Configuration settings) {
    settings.setInt("replication.source.sleepforretries", 100);
    settings.setInt("hbase.client.retries.number", 3);
  }

  @AfterAll
  static void stop() throws Exception {
    clusters.close();
  }

  /** Those that must have this result. */
  private static List<Combination> all(Outcome result) {
    return Combination.all().stream().filter(each -> each.expected() == result).toList();
  }

  /** Those that nothing has refused so far. */
  private static List<Combination> open() {
    return Combination.all().stream().filter(each -> !OUTCOMES.containsKey(each)).toList();
  }

  private static void refused(Combination what, Outcome result, Throwable reason) {
    StringBuilder text = new StringBuilder();
    for (Throwable each = reason; each != null; each = each.getCause()) {
      text.append(each.getMessage()).append('\n');
    }
    OUTCOMES.put(what, result);
    REFUSALS.put(what, text.toString());
  }

  private static void createTables() throws Exception {
    create(NO_SOURCE_TABLE);
    create(NO_SINK_TABLE);
  }

  private static void create(Outcome ifRefused) throws Exception {
    boolean isSource = ifRefused == NO_SOURCE_TABLE;
    Map<Combination, Future<Void>> creations = new LinkedHashMap<>();
    for (Combination each : open()) {
      TwinTables twins = each.twins();
      Connection cluster = isSource ? clusters.source(each) : clusters.sink(each);
      try (Admin admin = cluster.getAdmin()) {
        creations.put(each, create(admin, each, isSource ? twins.source() : twins.sink()));
      } catch (IOException e) {
        refused(each, ifRefused, e);
      }
    }
    for (Map.Entry<Combination, Future<Void>> creation : creations.entrySet()) {
      try {
        creation.getValue().get(1, TimeUnit.MINUTES);
      } catch (ExecutionException e) {
        refused(creation.getKey(), ifRefused, e);
      }
    }
  }

  private static Future<Void> create(Admin admin, Combination of, Optional<String> spec)
      throws IOException {
    TablePlan plan = TestTable.named(of.twins().name()).families(MatrixRows.families());
    if (of.isSerial()) {
      plan.value("halite.replicated.writes", "refused");
    }
    if (spec.isEmpty()) {
      return admin.createTableAsync(plan.descriptor());
    }
    List<byte[]> splits = SaltingSpec.parse(spec.get()).salt().splitPoints();
    return admin.createTableAsync(
        plan.salted(spec.get()).descriptor(), splits.toArray(byte[][]::new));
  }

  private static void addPeers() throws Exception {
    Map<String, List<Combination>> peers = new LinkedHashMap<>();
    for (Combination each : open()) {
      peers.computeIfAbsent(each.peer(), peer -> new ArrayList<>()).add(each);
    }
    for (List<Combination> tables : peers.values()) {
      Combination first = tables.get(0);
      try (Admin admin = clusters.source(first).getAdmin()) {
        admin.addReplicationPeer(first.peer(), peer(first, tables));
      } catch (IOException e) {
        tables.forEach(each -> refused(each, NO_PEER, e));
      }
    }
  }

  private static ReplicationPeerConfig peer(Combination first, List<Combination> tables) {
    Map<TableName, List<String>> names = new HashMap<>();
    tables.forEach(each -> names.put(each.twins().name(), List.of()));
    ReplicationPeerConfigBuilder peer =
        ReplicationPeerConfig.newBuilder()
            .setClusterKey(clusters.clusterKeyOfSink(first))
            .setReplicateAllUserTables(false)
            .setTableCFsMap(names)
            .setSerial(first.isSerial());
    first.endpoint().className().ifPresent(peer::setReplicationEndpointImpl);
    if (first.endpoint().className().isEmpty()) {
      // HBase's endpoint takes no other class, and the servers' configuration names the plug-in.
      peer.putConfiguration(
          "hbase.client.connection.impl",
          "org.apache.hadoop.hbase.client.ConnectionImplementation");
    }
    return peer.build();
  }

  static Stream<Combination> combinations() {
    return Combination.all().stream();
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void eachCombinationHasItsResult(Combination each) throws Exception {
    assertThat(OUTCOMES.get(each)).isEqualTo(each.expected());
    TwinTables twins = each.twins();
    switch (each.expected()) {
      case NATURAL_ROWS -> {
        List<String> written = MatrixRows.replicated(clusters.source(each), twins);
        assertThat(MatrixRows.replicated(clusters.sink(each), twins))
            .isEqualTo(written)
            .hasSizeGreaterThan(40);
        Set<String> rows = MatrixRows.visible(clusters.source(each), twins);
        assertThat(MatrixRows.visible(clusters.sink(each), twins)).isEqualTo(rows);
        assertThat(clusters.storedAtSink(each)).isEqualTo(twins.storedOf(rows));
        assertThat(MatrixRows.local(clusters.source(each), twins)).hasSize(12);
        assertThat(MatrixRows.local(clusters.sink(each), twins)).isEmpty();
      }
      case WRITES_REFUSED -> {
        assertThat(REFUSALS.get(each))
            .contains(each.expected().words(), "peer '" + each.peer() + "'");
        assertThat(MatrixRows.visible(clusters.source(each), twins))
            .containsExactly("before1", "before2");
        assertThat(MatrixRows.replicated(clusters.sink(each), twins)).isEmpty();
      }
      default -> assertThat(REFUSALS.get(each)).contains(each.expected().words());
    }
  }

  @Test
  void everyResultOccurs() {
    Set<Outcome> results = new HashSet<>(OUTCOMES.values());
    assertThat(results).containsExactlyInAnyOrder(Outcome.values());
    assertThat(OUTCOMES).hasSize(5 * 4 * 2 * 2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void verifyReplicationFindsNoDifference(boolean byPlugin, @TempDir Path jobs) throws Exception {
    for (Combination each : all(NATURAL_ROWS)) {
      if (!each.halite().isOnSource()
          || each.isSerial()
          || each.endpoint() != Combination.Endpoint.HALITES) {
        continue;
      }
      Configuration conf = new LocalJobs(clusters.source(), jobs).configuration();
      if (byPlugin) {
        conf.set("hbase.client.connection.impl", SaltedConnection.class.getName());
      }
      conf.setInt("mapreduce.client.completion.pollinterval", 50);
      VerifyReplication tool = new VerifyReplication();
      tool.setConf(conf);
      String[] arguments = {"--families=f,g", each.peer(), each.twins().name().getNameAsString()};
      Job job = tool.createSubmittableJob(conf, arguments);
      assertThat(job.waitForCompletion(false)).as(each.toString()).isTrue();
      assertThat(job.getCounters().findCounter(Counters.GOODROWS).getValue())
          .as(each.toString())
          .isEqualTo(MatrixRows.visible(clusters.source(each), each.twins()).size());
      assertThat(job.getCounters().findCounter(Counters.BADROWS).getValue()).isZero();
    }
  }
}
