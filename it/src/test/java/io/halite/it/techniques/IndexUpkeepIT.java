package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.techniques.IndexedOrders.BUYER;
import static io.halite.it.techniques.IndexedOrders.COUNT;
import static io.halite.it.techniques.IndexedOrders.SPEC;
import static io.halite.it.techniques.IndexedOrders.UNINDEXED;
import static io.halite.it.techniques.IndexedOrders.by;
import static io.halite.it.techniques.IndexedOrders.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.index.IndexFill.Filled;
import io.halite.client.index.IndexLookup;
import io.halite.client.index.IndexSweep;
import io.halite.client.index.IndexSweep.Swept;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Sweeps and fills of indexes. */
@ExtendWith(SharedCluster.class)
class IndexUpkeepIT {
  private static final int ORDERS = 16;

  private final EmbeddedCluster cluster;

  IndexUpkeepIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void sweepTakesWhatNoRowMakesAndNothingElse() throws Exception {
    try (TestTable swept =
        TestTable.numbered("orders").salted(SPEC).splits("\u0002").create(cluster)) {
      swept.table().put(put("SWEE000901", "gone"));
      swept.table().put(put("SWEE000902", "stays"));
      swept.table().put(put("SWEE000903", "deleted"));
      swept.table().delete(new Delete(Bytes.toBytes("SWEE000903")));
      swept.table().put(put("SWEE000901", "here"));
      swept.admin().flush(swept.name());
      swept.admin().majorCompact(swept.name());
      IndexLookup lookup = IndexLookup.of(cluster.connection(), swept.name(), "byBuyer");
      IndexSweep sweep = lookup.sweep(IndexSweep.YOUNGEST);
      assertThat(sweep.run(sweep.clock(), so -> {})).isEqualTo(new Swept(4, 4, 0));
      while (swept.store().keys().size() > 2 || cells(swept) > 2) {
        Thread.sleep(50);
      }
      long later = sweep.clock() + 2 * IndexSweep.YOUNGEST.toMillis();
      assertThat(sweep.run(later, so -> {})).isEqualTo(new Swept(4, 0, 2));
      assertThat(sweep.run(later, so -> {})).isEqualTo(new Swept(2, 0, 0));
      assertThat(lookup.find(new Get(Bytes.toBytes("here")), 9)).hasSize(1);
      assertThat(lookup.find(new Get(Bytes.toBytes("stays")), 9)).hasSize(1);
    }
  }

  @Test
  void sweepBehindATruncatedRegionLeavesTheEntriesOfTheOthers() throws Exception {
    try (TestTable orders =
        TestTable.numbered("orders").salted(SPEC).splitBuckets().create(cluster)) {
      for (int shop = 0; shop < ORDERS; shop++) {
        orders.table().put(put("TR%02d000904".formatted(shop), "ann"));
      }
      orders
          .admin()
          .truncateRegion(orders.admin().getRegions(orders.name()).get(0).getRegionName());
      List<String> left = orders.scan(new Scan());
      assertThat(left).isNotEmpty().hasSizeLessThan(ORDERS);
      IndexLookup lookup = IndexLookup.of(cluster.connection(), orders.name(), "byBuyer");
      IndexSweep sweep = lookup.sweep(Duration.ZERO);
      long later = sweep.clock() + IndexSweep.YOUNGEST.toMillis();
      assertThat(sweep.run(later, so -> {})).isEqualTo(new Swept(ORDERS, 0, ORDERS - left.size()));
      assertThat(lookup.find(new Get(Bytes.toBytes("ann")), ORDERS))
          .extracting(row -> Bytes.toString(row.getRow()))
          .containsExactlyElementsOf(left);
    }
  }

  /**
   * A lookup asks the first region whether the index was altered, and HBase's client waits long.
   */
  @Test
  @Timeout(60)
  void aLookupFindsRowsOfOtherRegionsWhileTheFirstOneIsAway() throws Exception {
    String row = rowOutsideOfTheFirstBucket();
    try (TestTable orders =
        TestTable.numbered("orders").salted(SPEC).splitBuckets().create(cluster)) {
      orders.table().put(put(row, "ann"));
      IndexLookup lookup = IndexLookup.of(cluster.connection(), orders.name(), "byBuyer");
      byte[] first = orders.admin().getRegions(orders.name()).get(0).getRegionName();
      orders.admin().unassign(first, true);
      for (int i = 0; i < 3; i++) {
        TimeUnit.SECONDS.sleep(1);
        assertThat(lookup.find(new Get(Bytes.toBytes("ann")), 9)).hasSize(1);
      }
      orders.admin().assign(first);
    }
  }

  private static String rowOutsideOfTheFirstBucket() {
    Salt salt = SaltingSpec.parse(SPEC).salt();
    return IntStream.range(0, 100)
        .mapToObj("AW%02d000905"::formatted)
        .filter(row -> salt.salt(Bytes.toBytes(row))[0] != 0)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatSomebodyElseHasPutIntoAnIndexTableIsPassedBy() throws Exception {
    try (TestTable soiled =
            TestTable.numbered("orders").salted(SPEC).splits("\u0002").create(cluster);
        Table entries =
            cluster.connection().getTable(TableName.valueOf(soiled.name() + "-byBuyer"))) {
      soiled.table().put(put("SOIL000001", "ann"));
      byte[] family = Bytes.toBytes("i");
      entries.put(new Put(Bytes.toBytes("annx")).addColumn(family, Bytes.toBytes("a"), COUNT));
      entries.put(new Put(Bytes.toBytes("anny")).addColumn(family, new byte[] {0, 9}, COUNT));
      IndexLookup lookup = IndexLookup.of(cluster.connection(), soiled.name(), "byBuyer");
      assertThat(soiled.table().exists(by("byBuyer", "ann"))).isTrue();
      assertThat(lookup.find(new Get(Bytes.toBytes("ann")), 9)).hasSize(1);
      IndexSweep sweep = lookup.sweep(IndexSweep.YOUNGEST);
      assertThat(sweep.run(sweep.clock(), so -> {})).isEqualTo(new Swept(1, 1, 0));
    }
  }

  /** Its entries would look stale to a sweep by what the index was, and a read would find none. */
  @Test
  void whatKnowsAnIndexAsItWasRefusesOnceTheIndexIsAltered() throws Exception {
    try (TestTable altered =
        TestTable.numbered("orders").salted(SPEC).splits("\u0002").create(cluster)) {
      altered.table().put(put("ALTE000001", "ann"));
      IndexLookup former = IndexLookup.of(cluster.connection(), altered.name(), "byBuyer");
      Get ann = new Get(Bytes.toBytes("ann"));
      assertThat(former.find(ann, 9)).hasSize(1);
      altered.adopt(UNINDEXED + ",index=byOrder(order) byBuyer(shop f:buyer)");
      altered.table().put(put("ALTE000001", "ann"));
      IndexSweep sweep = former.sweep(IndexSweep.YOUNGEST);
      long later = sweep.clock() + 2 * IndexSweep.YOUNGEST.toMillis();
      assertAltered(() -> sweep.run(later, so -> {}));
      assertAltered(() -> former.fill().run(so -> {}));
      while (answers(former, ann)) {
        Thread.sleep(50);
      }
      assertAltered(() -> former.find(ann, 9));
      IndexLookup present = IndexLookup.of(cluster.connection(), altered.name(), "byBuyer");
      assertThat(present.find(new Get(Bytes.toBytes("ALTEann")), 9)).hasSize(1);
    }
  }

  /** A lookup asks once a second whether the index is as it was. */
  private static boolean answers(IndexLookup lookup, Get get) throws IOException {
    try {
      lookup.find(get, 9);
      return true;
    } catch (DoNotRetryIOException altered) {
      return false;
    }
  }

  private static void assertAltered(ThrowingCallable read) {
    assertThatThrownBy(read)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("'byBuyer(f:buyer)'")
        .hasMessageEndingWith(
            "was altered, and is 'byBuyer(shop f:buyer)' now: open a new IndexLookup");
  }

  private static int cells(TestTable table) throws IOException {
    int cells = 0;
    Scan raw = new Scan().setRaw(true).readAllVersions();
    try (ResultScanner scanner = table.table().getScanner(raw)) {
      for (Result row : scanner) {
        cells += row.size();
      }
    }
    return cells;
  }

  @Test
  void rowsOfBeforeTheIndexAreFoundOnceItIsFilled() throws Exception {
    try (TestTable old =
        TestTable.numbered("orders").salted(UNINDEXED).splits("\u0002").create(cluster)) {
      old.admin()
          .modifyColumnFamily(
              old.name(), ColumnFamilyDescriptorBuilder.newBuilder(F).setMaxVersions(2).build());
      long later = System.currentTimeMillis() + 5_000;
      byte[] first = Bytes.toBytes("OLD_000001");
      old.table().put(put("OLD_000001", "ann"));
      old.table().put(new Put(first).addColumn(F, BUYER, later, Bytes.toBytes("bob")));
      old.table().put(put("LONG000003", "x".repeat(32_758)));
      old.admin().disableTable(old.name());
      old.index(SPEC);
      old.admin().enableTable(old.name());
      old.table().put(put("NEW_000002", "ann"));
      IndexLookup lookup = IndexLookup.of(cluster.connection(), old.name(), "byBuyer");
      Get ann = new Get(Bytes.toBytes("ann"));
      assertThat(lookup.find(ann, 9)).hasSize(1);
      assertThat(lookup.fill().run(so -> {})).isEqualTo(new Filled(3, 1));
      assertThat(lookup.find(new Get(Bytes.toBytes("bob")), 9)).hasSize(1);
      old.table().delete(new Delete(first).addColumn(F, BUYER, later));
      assertThat(lookup.find(ann, 9))
          .extracting(row -> Bytes.toString(row.getRow()))
          .containsExactly("NEW_000002", "OLD_000001");
    }
  }
}
