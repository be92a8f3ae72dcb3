package io.halite.it.salted;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.ClusterSurvey;
import io.halite.client.operate.Finding;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.versions.HostRelease;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.NormalizeTableFilterParams;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What HBase's master does to the regions of salted tables, and what it reports of them. */
@Tag("wide")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class RegionUpkeepIT {
  private static final List<String> ROWS =
      IntStream.range(0, 200).mapToObj(i -> String.format("row%03d", i)).toList();

  private EmbeddedCluster cluster;
  private Admin admin;
  private BalancedTables balanced;

  @BeforeAll
  void start() throws Exception {
    cluster =
        EmbeddedCluster.startWithoutHdfs(
            3,
            site -> {
              site.set(
                  "hbase.coprocessor.master.classes",
                  "io.halite.coprocessor.master.SaltingMasterObserver");
              site.setInt("hbase.normalizer.merge.min_region_age.days", 0);
              // HBase's default, 1, leaves empty regions alone.
              site.setInt("hbase.normalizer.merge.min_region_size.mb", 0);
              site.setInt("hbase.master.balancer.stochastic.maxRunningTime", 500);
              // Else the master moves one region after the other, for the whole period.
              site.setInt("hbase.balancer.max.balancing", 0);
            });
    admin = cluster.connection().getAdmin();
    admin.normalizerSwitch(true);
    balanced = new BalancedTables(cluster);
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
      new RegionChecks(cluster).assertNothingWrong();
    }
  }

  /** A restart of the master, since it chooses its balancer once. */
  private void balanceBy(String balancer, boolean byTable) throws Exception {
    MiniHBaseCluster servers = cluster.utility().getMiniHBaseCluster();
    servers.getConf().setBoolean("hbase.master.loadbalance.bytable", byTable);
    servers
        .getConf()
        .set(
            "hbase.master.loadbalancer.class",
            "org.apache.hadoop.hbase.master.balancer." + balancer);
    ServerName stopped = servers.getMaster().getServerName();
    servers.stopMaster(stopped);
    servers.waitForMasterToStop(stopped, 30_000);
    servers.startMaster();
    servers.waitForActiveAndReadyMaster(60_000);
    assertThat(servers.getMaster().getLoadBalancer().getClass().getSimpleName())
        .isEqualTo(balancer);
    admin.balancerSwitch(true, true);
  }

  @ParameterizedTest
  @CsvSource({
    "StochasticLoadBalancer, true",
    "StochasticLoadBalancer, false",
    "SimpleLoadBalancer, true"
  })
  void theBalancerSpreadsTheBucketsOfEachTable(String balancer, boolean byTable) throws Exception {
    balanceBy(balancer, byTable);
    balanced.eachOnOneServer();
    balanced.awaitSpread();
  }

  @Test
  void theSimpleBalancerSpreadsNoTableUnlessItBalancesByTable() throws Exception {
    balanceBy("SimpleLoadBalancer", false);
    balanced.eachOnOneServer();
    List<List<Integer>> before = balanced.placed();
    // It looks at the numbers of all regions alone, and those of hbase:meta tip no scale.
    admin.balance();
    cluster.utility().waitUntilNoRegionsInTransition();
    assertThat(balanced.placed()).isEqualTo(before);
  }

  /** It prefers three servers for each region, which it chooses when a table is created. */
  @Test
  void theFavoredBalancerSpreadsTheBucketsOfTablesThatItHasPlaced() throws Exception {
    HostRelease.needs26("a favored balancer that survives favored nodes");
    balanced.drop();
    balanceBy("FavoredStochasticBalancer", true);
    try {
      balanced.eachOnOneServer();
      balanced.awaitSpread();
    } finally {
      balanced.drop();
      balanceBy("StochasticLoadBalancer", false);
    }
  }
}
