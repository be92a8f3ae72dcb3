package io.halite.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.junit.jupiter.api.Test;

/**
 * The long end of the way that {@link BareClusterIT} goes: Halite leaves a table with rows, by the
 * commands of docs/start.md, and then the cluster.
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
      operator.hbase(PageBlock.of(START, "CopyTable"));
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
      operator.restart(cluster.master(), BareClusterIT.removing());
      for (int server = 0; server < cluster.servers(); server++) {
        operator.restart(cluster.regionServer(server), BareClusterIT.removing());
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
}
