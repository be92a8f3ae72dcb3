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
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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

/**
 * Replicates the tables of some combinations, all at once, and says what became of each.
 *
 * <p>The tables of serial peers set what once was a setting, {@code halite.replicated.writes}.
 */
final class ReplicationMatrix implements AutoCloseable {
  private final List<Combination> cases;
  private final MatrixClusters clusters;
  private final Map<Combination, Outcome> outcomes = new LinkedHashMap<>();
  private final Map<Combination, String> refusals = new HashMap<>();

  private ReplicationMatrix(List<Combination> cases, MatrixClusters clusters) {
    this.cases = cases;
    this.clusters = clusters;
  }

  /** Starts four clusters, and returns when every sink has the rows that it must have. */
  static ReplicationMatrix of(List<Combination> cases, Path directory) throws Exception {
    MatrixClusters clusters = MatrixClusters.start(directory, ReplicationMatrix::hasty);
    ReplicationMatrix matrix = new ReplicationMatrix(cases, clusters);
    try {
      assertThat(clusters.strayClasses()).isEqualTo("[][]");
      matrix.replicate();
      return matrix;
    } catch (Exception | AssertionError e) {
      matrix.close();
      throw e;
    }
  }

  private static void hasty(Configuration settings) {
    settings.setInt("replication.source.sleepforretries", 100);
    settings.setInt("hbase.client.retries.number", 3);
  }

  private void replicate() throws Exception {
    create(NO_SOURCE_TABLE);
    create(NO_SINK_TABLE);
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
        if (each.takesEveryWrite()) {
          MatrixRows.change(table);
        }
        outcomes.put(each, NATURAL_ROWS);
      } catch (IOException e) {
        refused(each, WRITES_REFUSED, e);
      }
    }
    for (Combination each : all(NATURAL_ROWS)) {
      List<String> written = cells(clusters.source(each), each);
      Polling.until(each.toString(), () -> cells(clusters.sink(each), each).equals(written));
    }
  }

  private static List<String> cells(Connection cluster, Combination of) throws Exception {
    return MatrixRows.replicated(cluster, of.twins(), of.showsDeletedCells());
  }

  /** Those that must have this result. */
  List<Combination> all(Outcome result) {
    return cases.stream().filter(each -> each.expected() == result).toList();
  }

  /** What became of each. */
  Map<Combination, Outcome> outcomes() {
    return outcomes;
  }

  /** Those that nothing has refused so far. */
  private List<Combination> open() {
    return cases.stream().filter(each -> !outcomes.containsKey(each)).toList();
  }

  private void refused(Combination what, Outcome result, Throwable reason) {
    StringBuilder text = new StringBuilder();
    for (Throwable each = reason; each != null; each = each.getCause()) {
      text.append(each.getMessage()).append('\n');
    }
    outcomes.put(what, result);
    refusals.put(what, text.toString());
  }

  private void create(Outcome ifRefused) throws Exception {
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
    SaltingSpec salted = SaltingSpec.parse(spec.get());
    for (RowIndex index : salted.indexes()) {
      admin.createTable(IndexTable.descriptor(of.twins().name(), index));
    }
    List<byte[]> splits = salted.salt().splitPoints();
    return admin.createTableAsync(
        plan.salted(spec.get()).descriptor(), splits.toArray(byte[][]::new));
  }

  private void addPeers() throws Exception {
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

  private ReplicationPeerConfig peer(Combination first, List<Combination> tables) {
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

  /** Asserts that a combination has its result. */
  void assertResult(Combination each) throws Exception {
    assertThat(outcomes.get(each)).isEqualTo(each.expected());
    TwinTables twins = each.twins();
    switch (each.expected()) {
      case NATURAL_ROWS -> {
        assertThat(cells(clusters.sink(each), each))
            .isEqualTo(cells(clusters.source(each), each))
            .hasSizeGreaterThan(each.showsDeletedCells() ? 40 : 20);
        Set<String> rows = MatrixRows.visible(clusters.source(each), twins);
        assertThat(MatrixRows.visible(clusters.sink(each), twins)).isEqualTo(rows);
        assertThat(twins.naturalOf(clusters.storedAtSink(each))).isEqualTo(rows);
        if (each.isSinkIndexed()) {
          assertThat(MatrixRows.found(clusters.sink(each), twins, "row8")).containsExactly("row8");
          assertThat(MatrixRows.found(clusters.sink(each), twins, "row2")).isEmpty();
        }
        assertThat(MatrixRows.local(clusters.source(each), twins))
            .hasSize(each.takesEveryWrite() ? 12 : 11);
        assertThat(MatrixRows.local(clusters.sink(each), twins)).isEmpty();
      }
      case WRITES_REFUSED -> {
        assertThat(refusals.get(each))
            .contains(each.expected().words(), "peer '" + each.peer() + "'");
        assertThat(MatrixRows.visible(clusters.source(each), twins))
            .containsExactly("before1", "before2");
        assertThat(cells(clusters.sink(each), each)).isEmpty();
      }
      default -> assertThat(refusals.get(each)).contains(each.expected().words());
    }
  }

  /** Asserts that HBase's own comparison finds each row equal. */
  void assertVerified(Combination each, boolean byPlugin, Path jobs) throws Exception {
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

  @Override
  public void close() throws Exception {
    clusters.close();
  }
}
