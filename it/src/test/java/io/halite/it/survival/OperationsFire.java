package io.halite.it.survival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.process.ClusterPlan;
import io.halite.it.process.MetricsPage;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.ServerProcess;
import io.halite.it.shell.HBaseShell;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.client.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What an operator does and meets, on one cluster of separate processes, with a plain table under
 * the same load beside the salted one. The long form is {@code SurvivalFire}.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OperationsFire {
  private static final int SERVERS = 3;
  private static final int WRITERS = 6;
  private static final int SCANNERS = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Path DIRECTORY = Path.of("target", "operations");
  private static ProcessCluster cluster;
  private static Admin admin;
  private static Rolling rolling;
  private static Path first;
  private static Path second;

  @BeforeAll
  static void startWithoutHalite() throws Exception {
    first = HaliteJar.built();
    second = HaliteJar.second(Path.of("target"));
    cluster =
        ProcessCluster.start(
            ClusterPlan.of(SERVERS)
                .in(DIRECTORY)
                .halite(new Path[0])
                .set("zookeeper.session.timeout", 10_000)
                .set("hbase.client.scanner.timeout.period", 15_000)
                .set("hbase.balancer.period", 3_600_000));
    admin = cluster.connection().getAdmin();
    rolling = new Rolling(cluster, admin);
  }

  @AfterAll
  static void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  @Order(1)
  void aJarOnHdfsAndOneAttributeAreAllAndOneAlterUnderLoadUpgradesThem() throws Exception {
    String v1 = onHdfs(first);
    String v2 = onHdfs(second);
    assertThatThrownBy(() -> Twins.create(admin, Twins.saltedPlan().attribute(Twins.attribute(""))))
        .as("Halite is not on the servers' class path")
        .hasStackTraceContaining("io.halite.coprocessor.SaltingObserver");
    Twins.drop(admin);
    Twins.create(admin, Twins.saltedPlan());
    try (HBaseShell shell = shell()) {
      shell.run(
          "alter 'salted', METHOD => 'table_att', 'coprocessor' => '" + Twins.attribute(v1) + "'");
      rolling.spread(Twins.SALTED);
      rolling.spread(Twins.PLAIN);
      assertThat(Versions.of(admin)).containsExactly("first");
      try (Twins twins = Twins.load(cluster, WRITERS, SCANNERS)) {
        TimeUnit.SECONDS.sleep(3);
        shell.run(
            "alter 'salted', {METHOD => 'table_att_unset', NAME => 'coprocessor$1'}, "
                + "{METHOD => 'table_att', 'coprocessor' => '"
                + Twins.attribute(v2)
                + "'}");
        shell.run("alter 'plain', METHOD => 'table_att', 'note' => 'reopened, too'");
        assertThat(Versions.of(admin)).containsExactly("second");
        TimeUnit.SECONDS.sleep(1);
        endsWell("alter to another version", twins);
        assertThat(twins.salted().tally().failed())
            .as("operations that failed: %s", twins.salted().tally().failures())
            .isLessThanOrEqualTo(twins.plain().tally().failed());
      }
    }
    assertThat(Twins.verifyStored(admin)).as("rows as stored, all salted").isGreaterThan(500);
  }

  @Test
  @Order(2)
  void theClassPathAndTheSiteServeWhereTablesMayLoadNothingAndRestartsUpgradeThem()
      throws Exception {
    Map<String, String> site =
        Map.of(
            "hbase.coprocessor.user.region.classes",
            "io.halite.coprocessor.SaltingObserver|1073741823",
            "hbase.coprocessor.user.enabled",
            "false");
    Twins.drop(admin);
    restartMaster();
    for (int server = 0; server < SERVERS; server++) {
      rolling.restart(server, first, site);
    }
    freshTables();
    assertThat(Versions.of(admin)).containsExactly("first");
    try (Twins twins = Twins.load(cluster, WRITERS, SCANNERS)) {
      rolling.restart(0, second, Map.of());
      assertThat(Versions.of(admin)).containsExactly("first", "second");
      assertThat(rolling.crossings(twins.salted().keys(), 0, true))
          .as("keys with a new gateway and an old owner")
          .isPositive();
      assertThat(rolling.crossings(twins.salted().keys(), 0, false))
          .as("keys with an old gateway and a new owner")
          .isPositive();
      TimeUnit.SECONDS.sleep(3);
      for (int server = 1; server < SERVERS; server++) {
        rolling.restart(server, second, Map.of());
      }
      assertThat(Versions.of(admin)).containsExactly("second");
      endsWell("rolling restart to another version", twins);
      assertThat(twins.salted().tally().failed())
          .as("operations that failed: %s", twins.salted().tally().failures())
          .isLessThanOrEqualTo(twins.plain().tally().failed());
    }
  }

  @Test
  @Order(3)
  void aServerKilledUnderLoadLosesAndDoublesNothing() throws Exception {
    freshTables();
    try (Twins twins = Twins.load(cluster, WRITERS, SCANNERS)) {
      TimeUnit.SECONDS.sleep(2);
      ServerProcess victim = cluster.regionServer(1);
      victim.kill();
      comesBack("killed", twins);
      victim.start();
      cluster.awaitServers(SERVERS, PATIENCE);
      endsWell("one server killed", twins);
    }
  }

  @Test
  @Order(4)
  void aServerStoppedBeyondItsSessionLosesAndDoublesNothing() throws Exception {
    freshTables();
    try (Twins twins = Twins.load(cluster, WRITERS, SCANNERS)) {
      TimeUnit.SECONDS.sleep(1);
      ServerProcess victim = cluster.regionServer(2);
      victim.pause(Duration.ofSeconds(20));
      comesBack("stopped", twins);
      victim.awaitEnd(PATIENCE);
      victim.start();
      cluster.awaitServers(SERVERS, PATIENCE);
      endsWell("one server stopped for 20 s, its session for 10 s", twins);
    }
    assertThat(Twins.verifyStored(admin)).as("rows as stored, all salted").isGreaterThan(500);
  }

  @Test
  @Order(5)
  void theServersSayWhatTheyDidAndHoldNothingAfterwards() throws Exception {
    assertThat(Idleness.await(cluster)).matches(Idleness::isIdle);
    Map<String, Long> shown = MetricsPage.read(cluster.pages(0), MetricsPage.HALITE);
    for (String counter :
        List.of("RemoteForwards", "MutateForwardTime_num_ops", "RowsMerged", "MergedScans")) {
      assertThat(shown.get(counter)).as(counter).isPositive();
    }
    assertThat(shown.keySet()).anyMatch(name -> name.startsWith("RowsWrittenToBucket"));
  }

  private static void freshTables() throws IOException {
    Twins.drop(admin);
    Twins.create(admin, Twins.saltedPlan().attribute(Twins.attribute("")));
    rolling.spread(Twins.SALTED);
    rolling.spread(Twins.PLAIN);
  }

  private static void comesBack(String how, Twins twins) throws Exception {
    CompletableFuture<Long> salted = Recovery.of(twins.salted());
    CompletableFuture<Long> plain = Recovery.of(twins.plain());
    System.out.printf(
        "operations: a server %s, all rows readable again after %d ms (salted), %d ms (plain)%n",
        how, salted.get(4, TimeUnit.MINUTES), plain.get(4, TimeUnit.MINUTES));
  }

  private static void endsWell(String what, Twins twins) throws Exception {
    twins.salted().stop();
    twins.plain().stop();
    System.out.printf(
        "operations: %s; %.0f %% of the keys have a remote owner%n%s%n",
        what, 100 * twins.remoteShare(), twins);
    assertThat(twins.plain().findings()).as("plain").matches(Findings::isEmpty);
    assertThat(twins.salted().findings()).as("salted").matches(Findings::isEmpty);
    assertThat(twins.salted().tally().acknowledged()).isGreaterThan(100);
    assertThat(twins.salted().tally().scans()).isPositive();
  }

  private static HBaseShell shell() throws IOException {
    return HBaseShell.open("127.0.0.1", cluster.zooKeeperPort(), PATIENCE);
  }

  private static String onHdfs(Path jar) throws IOException {
    FileSystem files = FileSystem.get(cluster.configuration());
    org.apache.hadoop.fs.Path there = new org.apache.hadoop.fs.Path("/halite/" + jar.getFileName());
    files.copyFromLocalFile(new org.apache.hadoop.fs.Path(jar.toUri()), there);
    return files.makeQualified(there).toString();
  }

  /** The master checks that a table's classes are there, so it needs the jar as well. */
  private static void restartMaster() throws Exception {
    cluster.master().stop(PATIENCE);
    cluster
        .master()
        .set(
            "hbase.coprocessor.master.classes",
            "io.halite.coprocessor.master.SaltingMasterObserver");
    cluster.master().start(first);
    cluster.awaitServers(SERVERS, PATIENCE);
    assertThatThrownBy(
            () ->
                Twins.create(
                    admin,
                    Twins.saltedPlan().salted("key=row:*,salt=hash(*) % 300").withoutIndexTables()))
        .hasMessageContaining("% 300");
  }
}
