package io.halite.it.salted;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.ClusterSurvey;
import io.halite.client.operate.Finding;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.client.NormalizeTableFilterParams;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.master.hbck.HbckReport;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.HBaseFsck;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What HBase's master does to the regions of salted tables, and what it reports of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class RegionUpkeepIT {
  private static final List<String> ROWS =
      IntStream.range(0, 200).mapToObj(i -> String.format("row%03d", i)).toList();

  private EmbeddedCluster cluster;
  private Admin admin;
  private HMaster master;

  @BeforeAll
  void start() throws Exception {
    cluster =
        EmbeddedCluster.start(
            3,
            site -> {
              site.set(
                  "hbase.coprocessor.master.classes",
                  "io.halite.coprocessor.master.SaltingMasterObserver");
              site.setInt("hbase.normalizer.merge.min_region_age.days", 0);
              // HBase's default, 1, leaves empty regions alone.
              site.setInt("hbase.normalizer.merge.min_region_size.mb", 0);
              site.setInt("hbase.master.balancer.stochastic.maxRunningTime", 2_000);
            });
    admin = cluster.connection().getAdmin();
    master = cluster.utility().getMiniHBaseCluster().getMaster();
    admin.normalizerSwitch(true);
  }

  @AfterAll
  void end() throws Exception {
    cluster.close();
  }

  private int regions(TestTable table) throws Exception {
    return admin.getRegions(table.name()).size();
  }

  private void normalize(TestTable table) throws Exception {
    // It declines while regions are in transition.
    cluster
        .utility()
        .waitFor(
            30_000,
            () ->
                admin.normalize(
                    new NormalizeTableFilterParams.Builder()
                        .tableNames(List.of(table.name()))
                        .build()));
  }

  private TestTable gateways(String spec) throws Exception {
    return TestTable.numbered("upkeep")
        .salted(spec)
        .splitBuckets()
        .splits("b", "d", "f", "q")
        .value("NORMALIZATION_ENABLED", "true")
        .create(cluster);
  }

  private static void assertAnswers(TestTable table) throws Exception {
    assertThat(table.scan(new Scan())).isEqualTo(ROWS);
    for (String row : ROWS.subList(0, 20)) {
      assertThat(table.table().get(new Get(Bytes.toBytes(row))).value())
          .startsWith(Bytes.toBytes(row));
    }
  }

  /** The normalizer has one worker, which takes the tables in turn. */
  @Test
  void theNormalizerMergesNeitherBucketsNorGatewaysUnlessTheTableSaysSo() throws Exception {
    try (TestTable salted = gateways(FOUR_BUCKETS);
        TestTable willing = gateways(FOUR_BUCKETS)) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(willing.name()))
              .setValue("hbase.normalizer.merge.enabled", "true")
              .build());
      assertThat(ClusterSurvey.of(cluster.connection()).findings())
          .extracting(Finding::text)
          .filteredOn(text -> text.contains("may be merged by HBase's normalizer"))
          .singleElement()
          .asString()
          .contains("'" + willing.name() + "'");
      salted.put(ROWS);
      willing.put(ROWS);
      assertThat(regions(salted)).isEqualTo(8);
      cluster
          .utility()
          .waitFor(
              60_000,
              1_000,
              () -> {
                normalize(salted);
                normalize(willing);
                // How many it merges at once depends on what the last merges have left.
                return regions(willing) < 8;
              });
      cluster.utility().waitUntilNoRegionsInTransition();
      assertThat(regions(salted)).isEqualTo(8);
      assertAnswers(salted);
      assertAnswers(willing);
      willing.put(List.of("row000"));
      assertAnswers(willing);
    }
  }

  @Test
  void theNormalizerSplitsBucketsAndTheirRowsAreStillFound() throws Exception {
    try (TestTable table = gateways(FOUR_BUCKETS)) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(table.name()))
              .setNormalizerTargetRegionCount(64)
              .build());
      Random random = new Random(1);
      List<Put> puts = new ArrayList<>();
      for (String row : ROWS) {
        byte[] noise = new byte[30_000];
        random.nextBytes(noise);
        puts.add(new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.add(Bytes.toBytes(row), noise)));
      }
      table.table().put(puts);
      admin.flush(table.name());
      cluster
          .utility()
          .waitFor(
              90_000,
              1_000,
              () -> {
                normalize(table);
                return regions(table) >= 12;
              });
      cluster.utility().waitUntilNoRegionsInTransition();
      List<byte[]> starts =
          admin.getRegions(table.name()).stream().map(RegionInfo::getStartKey).toList();
      for (byte[] point : SaltingSpec.parse(FOUR_BUCKETS).salt().splitPoints()) {
        assertThat(starts).anyMatch(start -> Bytes.equals(start, point));
      }
      assertAnswers(table);
      assertNothingWrong();
    }
  }

  /** How many regions of a table each server has. */
  private Collection<Integer> placed(TestTable table) throws Exception {
    List<Integer> placed = new ArrayList<>();
    for (ServerName server : admin.getRegionServers()) {
      placed.add(
          (int)
              admin.getRegions(server).stream()
                  .filter(region -> region.getTable().equals(table.name()))
                  .count());
    }
    return placed;
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void theBalancerSpreadsTheBucketsOfEachTable(String byTable) throws Exception {
    master.getConfiguration().set("hbase.master.loadbalance.bytable", byTable);
    // The balancer alone: the normalizer of another test keeps its settings.
    master.getLoadBalancer().onConfigurationChange(master.getConfiguration());
    admin.balancerSwitch(true, true);
    List<ServerName> servers = new ArrayList<>(admin.getRegionServers());
    try (TestTable one = onOneServer(servers.get(0));
        TestTable two = onOneServer(servers.get(1));
        TestTable three = onOneServer(servers.get(2))) {
      cluster.utility().waitUntilNoRegionsInTransition();
      for (TestTable table : List.of(one, two, three)) {
        assertThat(placed(table)).containsExactlyInAnyOrder(6, 0, 0);
      }
      cluster
          .utility()
          .waitFor(
              60_000,
              () -> {
                admin.balance();
                cluster.utility().waitUntilNoRegionsInTransition();
                return List.of(placed(one), placed(two), placed(three)).stream()
                    .allMatch(each -> Set.copyOf(each).equals(Set.of(2)));
              });
    }
  }

  private TestTable onOneServer(ServerName server) throws Exception {
    TestTable table =
        TestTable.numbered("balanced")
            .salted("key=row:*,salt=hash(*) % 6")
            .splitBuckets()
            .create(cluster);
    for (RegionInfo region : admin.getRegions(table.name())) {
      admin.move(region.getEncodedNameAsBytes(), server);
    }
    return table;
  }

  /** What {@code hbck_chore_run} finds. */
  private List<Object> wrong() throws Exception {
    try (Hbck hbck = cluster.connection().getHbck()) {
      assertThat(hbck.runHbckChore()).isTrue();
    }
    HbckReport report = master.getHbckChore().getLastReport();
    List<Object> wrong = new ArrayList<>(report.getOrphanRegionsOnRS().keySet());
    wrong.addAll(report.getOrphanRegionsOnFS().keySet());
    wrong.addAll(report.getInconsistentRegions().keySet());
    return wrong;
  }

  private void assertNothingWrong() throws Exception {
    // Servers report a daughter before the master has entered it everywhere.
    cluster.utility().waitFor(30_000, 500, () -> wrong().isEmpty());
    master.getCatalogJanitor().scan();
    assertThat(master.getCatalogJanitor().getLastReport().isEmpty())
        .as("%s", master.getCatalogJanitor().getLastReport())
        .isTrue();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (HBaseFsck fsck = new HBaseFsck(cluster.configuration(), threads)) {
      fsck.setTimeLag(0);
      fsck.setCheckHdfs(true);
      fsck.connect();
      fsck.onlineHbck();
      assertThat(fsck.getErrors().getErrorList()).isEmpty();
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void noCheckFindsAnythingWrongAfterSplitsAndWithAnIndex() throws Exception {
    String orders = "key=shop:4 order:6,salt=hash(shop) % 4,index=byBuyer(f:buyer)";
    try (TestTable indexed =
        TestTable.numbered("upkeep").salted(orders).splitBuckets().create(cluster)) {
      indexed.put(List.of("SHOP000001", "SHOP000002", "ZONE000001"));
      admin.split(indexed.name(), Bytes.toBytes("S"));
      cluster.utility().waitFor(30_000, () -> regions(indexed) == 5);
      cluster.utility().waitUntilNoRegionsInTransition();
      assertNothingWrong();
      assertThat(indexed.scan(new Scan())).hasSize(3);
    }
  }
}
