package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.operate.ClusterState;
import io.halite.client.operate.ClusterSurvey;
import io.halite.client.operate.Finding;
import io.halite.client.operate.Finding.Severity;
import io.halite.client.operate.RegionState;
import io.halite.client.operate.ServerState;
import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.routing.endpoint.ServerFacts;
import io.halite.routing.table.TableAttributes;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the doctor finds on servers that other tests use, too: it is judged by its own tables. */
@ExtendWith(SharedGuardedCluster.class)
class DoctorIT {
  private final GuardedCluster cluster;

  DoctorIT(GuardedCluster cluster) {
    this.cluster = cluster;
  }

  private ClusterState look() throws Exception {
    return ClusterSurvey.of(cluster.cluster().connection());
  }

  private static List<String> hurting(ClusterState state, TableName table) {
    return state.findings().stream()
        .filter(finding -> finding.severity() == Severity.HURTS)
        .map(Finding::text)
        .filter(text -> text.contains("'" + table + "'"))
        .toList();
  }

  @Test
  void eachServerOfATableShowsItsVersionsCoprocessorsAndSettings() throws Exception {
    try (TestTable table =
        TestTable.numbered("well")
            .salted(TestTable.FOUR_BUCKETS)
            .splitBuckets()
            .create(cluster.cluster())) {
      Admin admin = cluster.cluster().connection().getAdmin();
      spreadOver(admin, table.name());
      ClusterState state = look();
      assertThat(hurting(state, table.name())).isEmpty();
      assertThat(state.servers()).hasSameSizeAs(admin.getRegionServers());
      List<ServerFacts> facts =
          state.servers().stream().flatMap(server -> server.facts().stream()).toList();
      assertThat(facts).isNotEmpty();
      for (ServerFacts each : facts) {
        assertThat(each.java()).isEqualTo(System.getProperty("java.version"));
        assertThat(each.settings())
            .containsKeys("hbase.coprocessor.abortonerror", "hbase.regionserver.handler.count");
        assertThat(each.coprocessors().get(0)).contains("AccessController");
        assertThat(each.coprocessors())
            .anyMatch(name -> name.startsWith(TableAttributes.SALTING_OBSERVER + " "));
      }
      assertThat(state.servers())
          .as("those without a region of the table find its classes, too")
          .noneMatch(server -> server.jar() == ServerState.Jar.MISSING);
    }
  }

  /** Moves a region to each server in turn. */
  private static void spreadOver(Admin admin, TableName name) throws Exception {
    List<ServerName> servers = new ArrayList<>(admin.getRegionServers());
    int next = 0;
    for (RegionInfo region : admin.getRegions(name)) {
      admin.move(region.getEncodedNameAsBytes(), servers.get(next++ % servers.size()));
    }
  }

  @Test
  void aTableWhoseIndexHasNoTableAndOneThatLostItsObserverHurt() throws Exception {
    String indexed = "key=row:4 order:*,salt=hash(*) % 4,index=byOrder(order)";
    try (TestTable without =
            TestTable.numbered("indexless")
                .salted(indexed)
                .splitBuckets()
                .withoutIndexTables()
                .create(cluster.cluster());
        TestTable bare =
            TestTable.numbered("bare")
                .value(TableAttributes.REMEMBERED_SPEC, TestTable.FOUR_BUCKETS)
                .create(cluster.cluster())) {
      ClusterState state = look();
      assertThat(hurting(state, without.name()))
          .anyMatch(text -> text.contains("-byOrder' of index byOrder(order) does not exist"));
      assertThat(hurting(state, bare.name()))
          .anyMatch(text -> text.contains("has no attribute of the observer"))
          .anyMatch(text -> text.contains("has no observer, or an older one"));
    }
  }

  private static TablePlan loadingByTheSite() {
    return TestTable.numbered("bydefault")
        .value(
            CoprocessorHost.REGION_COPROCESSOR_CONF_KEY,
            AccessController.class.getName() + "," + TableAttributes.SALTING_OBSERVER);
  }

  @Test
  void aTableThatOnlyTheSitesSaltIsExaminedToo() throws Exception {
    List<Configuration> sites =
        cluster.cluster().utility().getMiniHBaseCluster().getLiveRegionServerThreads().stream()
            .map(server -> server.getRegionServer().getConfiguration())
            .toList();
    sites.forEach(site -> site.set("halite.default.spec", TestTable.FOUR_BUCKETS));
    try (TestTable table =
            loadingByTheSite().splits("\u0001", "\u0002", "\u0003").create(cluster.cluster());
        TestTable entries =
            loadingByTheSite().value("halite.index.of", "t").create(cluster.cluster())) {
      ClusterState state = look();
      assertThat(state.tables())
          .as("entries of an index have keys of their own")
          .noneMatch(each -> each.name().equals(entries.name()));
      assertThat(state.tables())
          .filteredOn(each -> each.name().equals(table.name()))
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.attributes()).isEmpty();
                assertThat(each.byDefault()).contains(TestTable.FOUR_BUCKETS);
                assertThat(each.regions())
                    .hasSize(4)
                    .allMatch(region -> region.answer() == RegionState.Answer.SERVES);
              });
    } finally {
      sites.forEach(site -> site.unset("halite.default.spec"));
    }
  }

  @Test
  void aTableThatRefusesItsUsersIsShownWithTheReason() throws Exception {
    try (TestTable table =
        TestTable.numbered("sick")
            .salted(TestTable.FOUR_BUCKETS)
            .splitBuckets()
            .create(cluster.cluster())) {
      Admin admin = cluster.cluster().connection().getAdmin();
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(table.name()))
              .setValue("coprocessor$1", TableAttributes.salting("key=row:*,salt=hash(no) % 4"))
              .build());
      assertThat(hurting(look(), table.name()))
          .anyMatch(text -> text.contains("refuses every request: ") && text.contains("'no'"));
    }
  }

  /** HBase shows the table to its administrator, and Halite keeps its servers' facts to itself. */
  @Test
  void onlySuperusersLearnOfServers() throws Exception {
    try (TestTable table =
        TestTable.numbered("hidden")
            .salted(TestTable.FOUR_BUCKETS)
            .splitBuckets()
            .create(cluster.cluster())) {
      String owner = "owner";
      cluster.grant(owner, table.name(), null, null, Permission.Action.values());
      assertThatThrownBy(() -> cluster.as(owner, ClusterSurvey::of))
          .hasStackTraceContaining("AccessDeniedException: user 'owner' requests the facts of the");
    }
  }
}
