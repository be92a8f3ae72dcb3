package io.halite.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.door.Polling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * The long ends of the way that {@link InstallStepsFire} goes: doors at work, and how Halite leaves
 * a table with rows, by the commands of docs/start.md, and then the cluster.
 */
class BareClusterFire {
  private static final Path DIRECTORY = Path.of("target", "bare-cluster-fire");
  private static final String START = "docs/start.md";
  private static final TableName FLIGHTS = TableName.valueOf("flights");

  @Test
  void aTableWithRowsIsCopiedComparedAndRenamedAndTheJarLeaves() throws Exception {
    String readme = PageBlock.of("README.md", "create 'flights'").text();
    ClusterPlan plan =
        ClusterPlan.of(2)
            .in(DIRECTORY)
            .set(
                Role.MASTER,
                "hbase.coprocessor.master.classes",
                "io.halite.coprocessor.master.SaltingMasterObserver");
    try (ProcessCluster cluster = ProcessCluster.start(plan);
        Operator operator = new Operator(cluster, DIRECTORY);
        Admin admin = cluster.connection().getAdmin()) {
      operator.shell(readme.lines().limit(3).reduce("", (all, line) -> all + line + "\n"));
      operator.shell(
          "500.times { |n| put 'flights', '200101%02d%04dATLSAV' % [n % 28 + 1, n], 'f:q', n.to_s"
              + " }");

      operator.shell(PageBlock.of(START, "create 'flights2'").text());
      operator.hbase(PageBlock.of(START, "--new.name=flights2"));
      String compared = operator.hbase(PageBlock.of(START, "HashTable flights /tmp/hashes"));
      assertThat(compared)
          .contains("HASHES_MATCHED")
          .doesNotContain("HASHES_NOT_MATCHED", "ROWSWITHDIFFS");
      operator.shell("put 'flights2', '200101010000ATLSAV', 'f:q', 'other'");
      assertThat(
              operator.hbase(
                  PageBlock.of(START, "HashTable flights /tmp/hashes")
                      .with("flights /tmp/hashes", "flights /tmp/hashes2")
                      .with("/tmp/hashes ", "/tmp/hashes2 ")))
          .as("a difference shows")
          .contains("HASHES_NOT_MATCHED", "ROWSWITHDIFFS");
      operator.shell("put 'flights2', '200101010000ATLSAV', 'f:q', '0'");

      operator.shell(PageBlock.of(START, "clone_snapshot 'moved', 'flights'").text());
      assertThat(operator.shell("count 'flights'")).contains("500 row(s)");
      assertThat(operator.shell("describe 'flights'")).doesNotContain("halite");
      operator.shell("disable 'flights2'\ndrop 'flights2'\ndelete_snapshot 'moved'");

      cluster.master().unset("hbase.coprocessor.master.classes");
      operator.restart(cluster.master(), InstallStepsFire.removing());
      for (int server = 0; server < cluster.servers(); server++) {
        operator.restart(cluster.regionServer(server), InstallStepsFire.removing());
      }
      assertThat(operator.shell("count 'flights'")).contains("500 row(s)");
      assertThat(admin.getDescriptor(FLIGHTS).getCoprocessorDescriptors()).isEmpty();
      assertThat(operator.hurting())
          .as("a bare cluster again")
          .singleElement()
          .asString()
          .startsWith("HURTS    master ");
    }
  }

  /** A count of each server. */
  private static List<Long> each(ProcessCluster cluster, String name) throws Exception {
    List<Long> counts = new ArrayList<>();
    for (int server = 0; server < cluster.servers(); server++) {
      counts.add(
          MetricsPage.read(cluster.pages(server), MetricsPage.HALITE).getOrDefault(name, 0L));
    }
    return counts;
  }

  /** Whether one server redirects, and both others serve as guests. */
  private static boolean areDoorsAtWork(ProcessCluster cluster) throws Exception {
    List<Long> redirects = each(cluster, "DoorRedirects");
    List<Long> guests = each(cluster, "DoorGuestRequests");
    for (int server = 0; server < cluster.servers(); server++) {
      if (redirects.get(server) > 0) {
        guests.remove(server);
        return guests.stream().allMatch(served -> served > 0);
      }
    }
    return false;
  }

  /** Keys begin with the time, so that one region is the gateway of them all. */
  @Test
  void theTwoLinesOfThePageOnDoorsSpreadTheClientsOfTheReadmesTable() throws Exception {
    ClusterPlan plan = ClusterPlan.of(3).in(DIRECTORY);
    for (Map.Entry<String, String> line :
        PageBlock.of("docs/doors.md", "halite.doors = auto").settings().entrySet()) {
      plan = plan.set(Role.REGIONSERVER, line.getKey(), line.getValue());
    }
    try (ProcessCluster cluster = ProcessCluster.start(plan);
        Operator operator = new Operator(cluster, DIRECTORY)) {
      String readme = PageBlock.of("README.md", "create 'flights'").text();
      operator.shell(readme.lines().limit(3).reduce("", (all, line) -> all + line + "\n"));
      List<Connection> clients = new ArrayList<>();
      int[] written = new int[1];
      try {
        for (int i = 0; i < 6; i++) {
          clients.add(ConnectionFactory.createConnection(cluster.configuration()));
        }
        Polling.until(
            "clients are redirected and guests on both other servers serve",
            () -> {
              for (Connection client : clients) {
                try (Table table = client.getTable(FLIGHTS)) {
                  table.put(flights(written[0], 100));
                  written[0] += 100;
                }
              }
              return areDoorsAtWork(cluster);
            });
      } finally {
        for (Connection client : clients) {
          client.close();
        }
      }
      assertThat(operator.shell("count 'flights', INTERVAL => 1000000"))
          .contains(written[0] + " row(s)");
    }
  }

  private static List<Put> flights(int first, int number) {
    List<Put> puts = new ArrayList<>();
    for (int i = first; i < first + number; i++) {
      puts.add(
          new Put(Bytes.toBytes("%012dATLSAV".formatted(200_101_010_000L + i)))
              .addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), Bytes.toBytes(i)));
    }
    return puts;
  }
}
