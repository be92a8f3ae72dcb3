package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.coprocessor.SaltingObserver;
import io.halite.it.cluster.ClientNonces;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.LoadedOnceMore;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.RegionStub;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * After {@code update_config} HBase loads the coprocessors of open regions once more. It does not
 * stop the former ones, and does not call {@code postOpen}.
 */
@ExtendWith(SharedCluster.class)
@Timeout(200)
class ReloadedObserverIT {
  private static final byte[] ROW = {(byte) 0x90, 1};
  private static final String OBSERVER = "io.halite.coprocessor.SaltingObserver";

  private final EmbeddedCluster cluster;

  ReloadedObserverIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private void loadOnceMore(TestTable table) {
    LoadedOnceMore.load(cluster, table);
  }

  private List<HRegion> regions(TestTable table) {
    return cluster.utility().getMiniHBaseCluster().getRegions(table.name());
  }

  private static Put put() {
    return new Put(ROW).addColumn(F, Q, ROW);
  }

  @Test
  void aRegionThatHoldsARowWithoutItsSaltGoesOnRefusing() throws Exception {
    try (TestTable table = TestTable.numbered("reloaded").createImpatiently(cluster)) {
      table.table().put(put());
      table.admin().flush(table.name());
      table.adopt(FOUR_BUCKETS);
      assertRefused(table);
      loadOnceMore(table);
      assertRefused(table);
    }
  }

  private static void assertRefused(TestTable table) {
    assertThatThrownBy(() -> table.table().get(new Get(ROW)))
        .hasMessageContaining("the region holds a row that was stored without this salt");
    assertThatThrownBy(() -> table.table().increment(new Increment(ROW).addColumn(F, F, 1)))
        .hasMessageContaining("the region holds a row that was stored without this salt");
  }

  @Test
  void whatIsRepeatedAfterTheObserverWasLoadedOnceMoreAndAMoveCountsOnce() throws Exception {
    try (TestTable table = FaultTables.create(cluster, FOUR_BUCKETS)) {
      long nonce = System.nanoTime();
      try (ClientNonces nonces = ClientNonces.set(table.connection(), () -> nonce)) {
        assertThat(five(table)).isEqualTo(5);
        loadOnceMore(table);
        table.moveAway(owner(table));
        assertThat(five(table)).isEqualTo(5);
        assertThat(Bytes.toLong(table.table().get(new Get(ROW)).getValue(F, Q))).isEqualTo(5);
      }
    }
  }

  private static long five(TestTable table) throws IOException {
    return Bytes.toLong(
        table.table().increment(new Increment(ROW).addColumn(F, Q, 5)).getValue(F, Q));
  }

  private static HRegionLocation owner(TestTable table) throws IOException {
    try (RegionLocator locator = table.connection().getRegionLocator(table.name())) {
      return locator.getRegionLocation(SaltingSpec.parse(FOUR_BUCKETS).salt().salt(ROW), true);
    }
  }

  /** Some rows are read before, and the others after the observers of all regions have changed. */
  @Test
  void anOpenScanGoesOn() throws Exception {
    try (TestTable table = FaultTables.create(cluster, FOUR_BUCKETS)) {
      int rows = 300;
      for (int row = 0; row < rows; row++) {
        table.table().put(new Put(Bytes.toBytes(1000 + row)).addColumn(F, Q, ROW));
      }
      try (Table reads = table.table();
          ResultScanner scanner = reads.getScanner(new Scan().setCaching(10))) {
        int expected = 1000;
        for (Result row = scanner.next(); row != null; row = scanner.next()) {
          assertThat(Bytes.toInt(row.getRow())).isEqualTo(expected++);
          if (expected == 1100) {
            loadOnceMore(table);
          }
        }
        assertThat(expected).isEqualTo(1000 + rows);
      }
    }
  }

  /** HBase asks the observers that it has loaded first for endpoints. */
  @Test
  void operatorsHearOfTheRequestsThatThePresentObserversServe() throws Exception {
    try (TestTable table = FaultTables.create(cluster, FOUR_BUCKETS)) {
      loadOnceMore(table);
      table.table().put(put());
      assertThat(RegionStub.facts(table.table(), ROW).forwardedWrites()).isEqualTo(1);
    }
  }

  /** What the former observers hold is given back, so that the last region leaves nothing. */
  @Test
  void theFormerObserversLeaveNothingBehind() throws Exception {
    try (TestTable table = FaultTables.create(cluster, FOUR_BUCKETS)) {
      table.table().put(put());
      List<HRegion> regions = regions(table);
      ConcurrentMap<String, Object> shared = sharedData(regions.get(0));
      long roles = roles(shared);
      loadOnceMore(table);
      loadOnceMore(table);
      assertThat(roles(shared)).isEqualTo(roles);
      table.table().put(put());
      table.admin().disableTable(table.name());
      assertThat(roles(shared)).isEqualTo(roles - regions.size());
    }
  }

  /** HBase allows it, and closes each of them. Each would salt, so each refuses all requests. */
  @Test
  void anObserverThatIsLoadedTwiceGivesBackOnceWhatItHolds() throws Exception {
    try (TestTable other = FaultTables.create(cluster, FOUR_BUCKETS)) {
      other.table().put(put());
      ConcurrentMap<String, Object> shared = sharedData(regions(other).get(0));
      long before = users(shared);
      try (TestTable table = FaultTables.create(cluster, FOUR_BUCKETS)) {
        for (HRegion region : regions(table)) {
          region
              .getCoprocessorHost()
              .load(SaltingObserver.class, Coprocessor.PRIORITY_USER, cluster.configuration());
        }
        table.admin().disableTable(table.name());
        assertThat(users(shared)).isEqualTo(before);
      }
      other.table().put(put());
    }
  }

  /** HBase goes on asking the endpoints that it has loaded first, and never stops them. */
  @Test
  void endpointsOfNewestRowsLeaveNothingBehind() throws Exception {
    try (TestTable other = FaultTables.create(cluster, FOUR_BUCKETS)) {
      other.table().put(put());
      ConcurrentMap<String, Object> shared = sharedData(regions(other).get(0));
      long before = users(shared);
      try (TestTable table =
          TestTable.numbered("reloaded")
              .salted("key=row:1 time:8:revtime,salt=hash(row) % 4")
              .coprocessor(TestTable.LATEST_ENDPOINT)
              .create(cluster)) {
        askEachRegion(table);
        loadOnceMore(table);
        askEachRegion(table);
        table.admin().disableTable(table.name());
        assertThat(users(shared)).isEqualTo(before);
      }
    }
  }

  private static void askEachRegion(TestTable table) throws Exception {
    try (LatestClient client = LatestClient.open(table.connection(), table.name());
        LatestAnswers answers = client.ask(LatestQuery.newest(1).ofAllKeys())) {
      assertThat(answers).isEmpty();
    }
  }

  /** How many regions use the connections of their servers. */
  private static long users(ConcurrentMap<String, Object> shared) throws Exception {
    long users = 0;
    for (Map.Entry<String, Object> entry : shared.entrySet()) {
      if (entry.getKey().startsWith("connection/")) {
        Field count = entry.getValue().getClass().getDeclaredField("users");
        count.setAccessible(true);
        users += count.getInt(entry.getValue());
      }
    }
    return users;
  }

  private static ConcurrentMap<String, Object> sharedData(HRegion region) {
    RegionCoprocessorHost host = region.getCoprocessorHost();
    return ((RegionCoprocessorEnvironment) host.findCoprocessorEnvironment(OBSERVER))
        .getSharedData();
  }

  private static long roles(ConcurrentMap<String, Object> shared) {
    return shared.keySet().stream().filter(key -> key.startsWith("role/")).count();
  }
}
