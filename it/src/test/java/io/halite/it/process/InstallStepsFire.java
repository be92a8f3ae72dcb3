package io.halite.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.plugin.SaltedConnection;
import io.halite.it.survival.HaliteJar;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An operator's way with Halite on a cluster of processes that has nothing of it: each step as the
 * page has it, and the doctor's verdict behind it.
 */
class InstallStepsFire {
  private static final Path DIRECTORY = Path.of("target", "bare-cluster");
  private static final String OPERATIONS = "docs/operations.md";
  private static final TableName FLIGHTS = TableName.valueOf("flights");
  private static final TableName ON_HDFS = TableName.valueOf("t");
  private static ProcessCluster cluster;
  private static Admin admin;
  private static Operator operator;
  private static String jar;

  @BeforeAll
  static void startWithoutHalite() throws Exception {
    jar = HaliteJar.built().toString();
    cluster = ProcessCluster.start(ClusterPlan.of(2).in(DIRECTORY).halite(new Path[0]));
    admin = cluster.connection().getAdmin();
    operator = new Operator(cluster, DIRECTORY);
  }

  @AfterAll
  static void stop() throws Exception {
    try (ProcessCluster ending = cluster;
        Operator typing = operator) {
      // Both end here.
    }
  }

  @Test
  void theStepsOfThePagesInstallUpgradeAndRemoveHalite() throws Exception {
    assertThat(operator.hurting())
        .singleElement()
        .asString()
        .startsWith("HURTS    master localhost,")
        .contains("has no Halite on its class path");
    aJarOnHdfsNeedsNoServer();
    withoutTheMastersJarTheReadmesTableIsRefused();
    theMasterComesFirst();
    aServerWithoutTheJarLivesBesideTheReadmesTable();
    theSiteLoadsTheObserverAndDoors();
    aServerIsUnloadedUpgradedAndLoaded();
    thePlugInReadsWhatTheShellWrote();
    withoutSaltedTablesTheJarLeaves();
  }

  private static void aJarOnHdfsNeedsNoServer() throws Exception {
    operator.hdfs(PageBlock.of(OPERATIONS, "hdfs dfs -put").with("halite-0.1.0.jar", jar));
    operator.shell(PageBlock.of(OPERATIONS, "create 't', 'f', SPLITS").text());
    assertThat(operator.shell("put 't', 'b', 'f:q', '2'\nput 't', 'a', 'f:q', '1'\nscan 't'"))
        .containsSubsequence("value=1", "value=2", "2 row(s)");
    assertThat(admin.getDescriptor(ON_HDFS).getRegionSplitPolicyClassName()).isNull();
    assertThat(operator.doctorExitsWith(0)).contains("Halite 0.1.0", "\n0 findings hurt");
    Path second = HaliteJar.second(Path.of("target"));
    operator.hdfs(
        PageBlock.of(OPERATIONS, "hdfs dfs -put").with("halite-0.1.0.jar", second.toString()));
    operator.shell(
        PageBlock.of(OPERATIONS, "halite-<new version>").with("<new version>", "9.9.9").text());
    assertThat(operator.shell("describe 't'\nscan 't'"))
        .contains("halite-9.9.9.jar|", "2 row(s)")
        .doesNotContain("halite-0.1.0.jar");
    assertThat(operator.hurting()).isEmpty();
  }

  private static void withoutTheMastersJarTheReadmesTableIsRefused() throws Exception {
    String commands = readme();
    int alter = commands.indexOf("alter ");
    operator.shell(commands.substring(0, alter));
    assertThat(operator.refused(commands.substring(alter, commands.indexOf("put "))))
        .contains("Class io.halite.coprocessor.SaltingObserver cannot be loaded");
    operator.shell("disable 'flights'\ndrop 'flights'");
  }

  private static void theMasterComesFirst() throws Exception {
    set(cluster.master(), PageBlock.of("docs/start.md", "hbase.coprocessor.master.classes"));
    operator.restart(cluster.master(), restarting(jar));
    assertThat(operator.hurting()).isEmpty();
  }

  /** Server 0 has the jar, server 1 has not. */
  private static void aServerWithoutTheJarLivesBesideTheReadmesTable() throws Exception {
    operator.restart(cluster.regionServer(0), restarting(jar));
    assertThat(operator.shell(readme()))
        .containsSubsequence("ANCLAX", "ATLSAV", "2 row(s)", "ATLLAX", "3 row(s)");
    assertThat(admin.getDescriptor(FLIGHTS).getRegionSplitPolicyClassName())
        .isEqualTo(TableAttributes.GUARDED_SPLIT_POLICY);
    assertThat(cluster.regionServer(1).isAlive()).isTrue();
    assertThat(admin.getRegions(cluster.serverName(0))).containsAll(admin.getRegions(FLIGHTS));
    assertThat(operator.doctorExitsWith(1))
        .contains(
            cluster.serverName(1).getServerName() + ": Halite 0.1.0",
            "; from jars of tables, none on its class path",
            cluster.serverName(1).getServerName()
                + " has no Halite on its class path: it opens no region",
            "all 16 regions that store rows of table 'flights' are on server");
  }

  private static void theSiteLoadsTheObserverAndDoors() throws Exception {
    loadBySite(cluster.regionServer(1));
    operator.restart(cluster.regionServer(1), restarting(jar));
    for (TableName name : new TableName[] {FLIGHTS, ON_HDFS}) {
      int server = 0;
      for (RegionInfo region : admin.getRegions(name)) {
        cluster.move(region, server++ % 2);
      }
    }
    assertThat(operator.hurting())
        .as("the two servers have different sites")
        .isNotEmpty()
        .allMatch(line -> line.contains(" differs: "));
  }

  private static void aServerIsUnloadedUpgradedAndLoaded() throws Exception {
    ServerProcess server = cluster.regionServer(0);
    long before = cluster.serverName(0).getStartCode();
    int regions = admin.getRegions(cluster.serverName(0)).size();
    PageBlock unload = mover("-o unload");
    assertThat(unload.lines().get(0)).isEqualTo("echo 'balance_switch false' | hbase shell -n");
    operator.shell("balance_switch false");
    operator.hbase(unload.lines().get(1));
    assertThat(admin.getRegions(cluster.serverName(0))).isEmpty();
    loadBySite(server);
    operator.restart(server, restarting(HaliteJar.second(Path.of("target")).toString()));
    assertThat(operator.jars(server))
        .extracting(each -> each.getFileName().toString())
        .containsExactly("halite-9.9.9.jar");
    operator.hbase(mover("-o load").lines().get(0));
    assertThat(cluster.serverName(0).getStartCode()).isGreaterThan(before);
    assertThat(admin.getRegions(cluster.serverName(0))).hasSize(regions);
    assertThat(operator.hurting()).isEmpty();
    assertThat(operator.examine())
        .anyMatch(line -> line.matches("master +.*: Halite on its .*, halite-0.1.0.jar, Java 17.*"))
        .anyMatch(line -> line.contains("halite-0.1.0.jar on ") && line.contains("9.9.9.jar on "))
        .contains("setting  hbase.rpc.server.impl = io.halite.coprocessor.door.DoorRpcServer")
        .contains("setting  hbase.coprocessor.user.enabled = false");
    assertThat(operator.shell("scan 't'\ncount 'flights'")).contains("2 row(s)", "3 row(s)");
  }

  private static PageBlock mover(String operation) throws IOException {
    String server = cluster.serverName(0).getAddress().toString();
    return PageBlock.of(OPERATIONS, operation)
        .with("HOST:16020", server)
        .with("/tmp/regions-of-HOST", DIRECTORY.resolve("regions").toAbsolutePath().toString());
  }

  private static void thePlugInReadsWhatTheShellWrote() throws IOException {
    Configuration application = cluster.configuration();
    PageBlock.of("docs/plugin.md", "hbase.client.connection.impl =")
        .settings()
        .forEach(application::set);
    try (Connection connection = ConnectionFactory.createConnection(application);
        Table flights = connection.getTable(FLIGHTS);
        ResultScanner rows = flights.getScanner(new Scan())) {
      assertThat(connection).isInstanceOf(SaltedConnection.class);
      assertThat(rows)
          .extracting(Result::getRow)
          .extracting(String::new)
          .containsExactly("200101010001ANCLAX", "200101010001ATLSAV", "200101020600ATLLAX");
    }
  }

  private static void withoutSaltedTablesTheJarLeaves() throws Exception {
    PageBlock off = PageBlock.of("docs/start.md", "truncate_preserve 'flights'");
    operator.shell(off.text());
    operator.shell(
        off.with("'flights'", "'t'")
            .with(", 'SPLIT_POLICY', 'hbase.coprocessor.abortonerror'", "")
            .text());
    assertThat(operator.shell("describe 'flights'\ndescribe 't'")).doesNotContain("halite");
    ServerProcess server = cluster.regionServer(1);
    for (String key : loadedBySite().keySet()) {
      server.unset(key);
    }
    operator.restart(server, removing());
    assertThat(operator.jars(server)).isEmpty();
    cluster.move(admin.getRegions(FLIGHTS).get(0), 1);
    assertThat(operator.shell("put 'flights', '\\x00', 'f:q', '1'\nscan 'flights'"))
        .contains("value=1", "1 row(s)");
    assertThat(operator.hurting()).isEmpty();
  }

  /** The commands of a shell without Halite's, and those that use the table. */
  private static String readme() throws IOException {
    String created = PageBlock.of("README.md", "create 'flights'").text();
    String used = PageBlock.of("README.md", "create_salted 'flights'").text();
    return created + used.substring(used.indexOf('\n')) + "\n";
  }

  private static PageBlock restarting(String newJar) throws IOException {
    return PageBlock.of(OPERATIONS, "hbase-daemon.sh stop").with("halite-0.1.0.jar", newJar);
  }

  /** The commands that take the jar away from a server. */
  static PageBlock removing() throws IOException {
    return new PageBlock(
        PageBlock.of(OPERATIONS, "hbase-daemon.sh stop").lines().stream()
            .filter(line -> !line.startsWith("cp "))
            .toList());
  }

  private static void loadBySite(ServerProcess server) throws IOException {
    for (Map.Entry<String, String> setting : loadedBySite().entrySet()) {
      server.set(setting.getKey(), setting.getValue());
    }
  }

  /** Where tables may load nothing: what the pages set for the observer, and for doors. */
  private static Map<String, String> loadedBySite() throws IOException {
    Map<String, String> site =
        PageBlock.of(OPERATIONS, "hbase.coprocessor.user.region.classes").settings();
    site.putAll(PageBlock.of("docs/doors.md", "halite.doors = auto").settings());
    assertThat(site).hasSize(4).containsEntry("hbase.coprocessor.user.enabled", "false");
    return site;
  }

  private static void set(ServerProcess server, PageBlock fragment) throws IOException {
    for (Map.Entry<String, String> setting : fragment.settings().entrySet()) {
      server.set(setting.getKey(), setting.getValue());
    }
  }

  @Test
  void aClusterThatCannotBeExaminedIsNoVerdict(@TempDir Path site) throws Exception {
    Files.writeString(
        site.resolve("hbase-site.xml"),
        """
        <configuration>
          <property><name>hbase.zookeeper.quorum</name><value>127.0.0.1</value></property>
          <property><name>hbase.zookeeper.property.clientPort</name><value>1</value></property>
          <property><name>zookeeper.recovery.retry</name><value>0</value></property>
        </configuration>
        """);
    assertThat(Operator.doctor(site, 2)).contains("halite: the cluster could not be examined: ");
  }
}
