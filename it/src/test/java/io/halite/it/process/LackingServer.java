package io.halite.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.ClusterState;
import io.halite.client.operate.ClusterSurvey;
import io.halite.client.operate.Finding;
import io.halite.client.operate.SaltedTableOperations;
import io.halite.client.operate.ServerState;
import io.halite.client.shell.CreateCommand;
import io.halite.client.shell.Cuts;
import io.halite.client.shell.NewFamily;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.ipc.NettyRpcServer;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Server 0 of a cluster of two, which lacks Halite's jar and then loads no observer: it opens no
 * region of a salted table, and lives.
 */
final class LackingServer {
  private static final TableName NAME = TableName.valueOf("guarded");
  private static final int ROWS = 40;

  private final ProcessCluster cluster;
  private final Admin admin;

  LackingServer(ProcessCluster cluster, Admin admin) {
    this.cluster = cluster;
    this.admin = admin;
  }

  /** Starts server 0, which does not run, with nothing of Halite. */
  void startWithoutJar() throws IOException {
    cluster.regionServer(0).set("hbase.rpc.server.impl", NettyRpcServer.class.getName());
    // By this setting, HBase would go on without an observer that does not load.
    cluster.regionServer(0).set("hbase.coprocessor.abortonerror", "false");
    cluster.regionServer(0).start(new Path[0]);
  }

  /** Regions that the master gives to server 0 open on server 1, and store salted keys alone. */
  void opensNoRegionOfATableThatCreateSaltedMakes() throws Exception {
    admin.balancerSwitch(false, true);
    CreateCommand.create(
        cluster.connection(),
        NAME.getNameAsString(),
        List.of(NewFamily.of("f")),
        "key=row:*,salt=hash(*) % 4",
        Cuts.usual(),
        null);
    assertOpenElsewhere();
    opensNone("Unable to load configured region split policy");
    write();
    assertThat(SaltedTableOperations.of(cluster.connection(), NAME).verify(any -> {}))
        .satisfies(verified -> assertThat(verified.wrong()).isZero());
    assertThat(state().jar()).isEqualTo(ServerState.Jar.MISSING);
    ClusterState seen = ClusterSurvey.of(cluster.connection());
    assertThat(seen.masters())
        .singleElement()
        .satisfies(master -> assertThat(master.jar()).isEqualTo(ServerState.Jar.FOUND));
    assertThat(seen.findings())
        .extracting(Finding::text)
        .anyMatch(text -> text.contains(" has no Halite: it "));
  }

  /**
   * With the jar, and a site by which HBase loads no coprocessor of a table, and aborts nothing.
   */
  void opensNoRegionEitherIfItDoesNotLoadTheObserver() throws Exception {
    long before = cluster.serverName(0).getStartCode();
    cluster.regionServer(0).kill();
    cluster.regionServer(0).set("hbase.coprocessor.user.enabled", "false");
    cluster.regionServer(0).start(ServerClassPath.halite().toArray(Path[]::new));
    new Await(Duration.ofMinutes(1), List::of)
        .that(
            "server 0 to be back, and to open regions",
            () ->
                cluster.serverName(0).getStartCode() > before
                    && admin.getRegions(cluster.serverName(0)).isEmpty());
    assertThat(state().jar()).isEqualTo(ServerState.Jar.FOUND);
    opensNone("its server did not load io.halite.coprocessor.SaltingObserver");
  }

  /** Right after its start the master may give a region that is moved there to another server. */
  private void opensNone(String logged) throws Exception {
    new Await(Duration.ofMinutes(1), List::of)
        .that(
            "server 0 to be asked to open a region",
            () -> {
              cluster.move(admin.getRegions(NAME).get(0), 0);
              assertOpenElsewhere();
              return log().contains(logged);
            });
  }

  private void assertOpenElsewhere() throws Exception {
    List<RegionInfo> regions = admin.getRegions(NAME);
    assertThat(regions).hasSize(4);
    new Await(Duration.ofMinutes(1), List::of)
        .that(
            "server 1 to have all regions",
            () -> admin.getRegions(cluster.serverName(1)).containsAll(regions));
    assertThat(admin.getRegions(cluster.serverName(0))).doesNotContainAnyElementsOf(regions);
    assertThat(cluster.regionServer(0).isAlive()).isTrue();
  }

  private void write() throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      puts.add(new Put(Bytes.toBytes("row " + row)).addColumn(Bytes.toBytes("f"), null, null));
    }
    try (Table table = cluster.connection().getTable(NAME)) {
      table.put(puts);
    }
  }

  private ServerState state() throws IOException {
    String name = cluster.serverName(0).getServerName();
    return ClusterSurvey.of(cluster.connection()).servers().stream()
        .filter(server -> server.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private String log() throws IOException {
    return Files.readString(cluster.regionServer(0).log());
  }
}
