package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.index.IndexFill.Filled;
import io.halite.client.index.IndexLookup;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.IndexRange;
import io.halite.routing.index.IndexedReads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An index finds rows wherever a salt has put them. */
@ExtendWith(SharedCluster.class)
class IndexedSaltsIT {
  private final EmbeddedCluster cluster;

  IndexedSaltsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static Put put(String row, String buyer) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Bytes.toBytes("buyer"), Bytes.toBytes(buyer));
  }

  @ParameterizedTest
  @ValueSource(strings = {"random % 4", "random-suffix % 4", "md5(shop)[0:4],scan=passes"})
  void rowsAreFoundWhateverTheirSalt(String salt) throws Exception {
    String spec = "key=shop:4 order:6:digits,salt=" + salt;
    int rest = spec.indexOf(",scan");
    String indexed =
        (rest < 0 ? spec : spec.substring(0, rest))
            + ",index=byBuyer(f:buyer)"
            + (rest < 0 ? "" : spec.substring(rest));
    try (TestTable other =
        TestTable.numbered("technique").salted(spec).splits("\u0002", "8").create(cluster)) {
      other.table().put(put("EACH000001", "ann"));
      other.admin().disableTable(other.name());
      other.index(indexed);
      other.admin().enableTable(other.name());
      other.table().put(List.of(put("EACH000002", "ann"), put("EACH000003", "bob")));
      IndexLookup lookup = IndexLookup.of(cluster.connection(), other.name(), "byBuyer");
      assertThat(lookup.fill().run(so -> {})).isEqualTo(new Filled(3, 0));
      assertThat(rows(lookup, "ann")).containsExactly("EACH000001", "EACH000002");
      Get byBuyer = new Get(Bytes.toBytes("bob"));
      byBuyer.setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byBuyer"));
      assertThat(Bytes.toString(other.table().get(byBuyer).getRow())).isEqualTo("EACH000003");
      other.table().put(put("EACH000001", "bob"));
      other.table().delete(new Delete(Bytes.toBytes("EACH000003")));
      assertThat(rows(lookup, "ann")).containsExactly("EACH000002");
      assertThat(rows(lookup, "bob")).containsExactly("EACH000001");
    }
  }

  /** One filter for all rows would say of the second what the first has left in it. */
  @ParameterizedTest
  @ValueSource(strings = {"random % 4", "hash(shop) % 4"})
  void eachRowOfAnIndexHasAFilterOfItsOwn(String salt) throws Exception {
    String spec = "key=shop:4 order:6:digits,salt=" + salt + ",index=byOrder(order)";
    try (TestTable orders =
        TestTable.numbered("technique").salted(spec).splits("\u0002").create(cluster)) {
      orders.table().put(List.of(put("EACH000001", "ann"), put("OWNS000001", "bob")));
      BinaryComparator second = new BinaryComparator(Bytes.toBytes("OWNS000001"));
      Get byOrder = new Get(Bytes.toBytes("000001"));
      byOrder.setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byOrder"));
      byOrder.setFilter(new WhileMatchFilter(new RowFilter(CompareOperator.EQUAL, second)));
      assertThat(Bytes.toString(orders.table().get(byOrder).getRow())).isEqualTo("OWNS000001");
      assertThat(orders.table().exists(byOrder)).isTrue();
    }
  }

  /** Entries of 20,000 bytes: an answer ends before it has all those that were asked for. */
  @Test
  void entriesAreReadInAnswersOfAnySize() throws Exception {
    String spec = "key=shop:4 order:6:digits,salt=hash(shop) % 4,index=byBuyer(f:buyer) % 4";
    try (TestTable orders =
        TestTable.numbered("technique").salted(spec).splits("\u0002").create(cluster)) {
      List<String> keys = new ArrayList<>();
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < 160; i++) {
        keys.add("EACH%06d".formatted(i));
        puts.add(put(keys.get(i), "b%03d".formatted(i) + "x".repeat(20_000)));
      }
      orders.table().put(puts);
      Scan byBuyer = new Scan();
      byBuyer.setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byBuyer: b*"));
      List<String> scanned = new ArrayList<>();
      try (ResultScanner rows = orders.table().getScanner(byBuyer)) {
        rows.forEach(row -> scanned.add(Bytes.toString(row.getRow())));
      }
      assertThat(scanned).isEqualTo(keys);
      IndexLookup lookup = IndexLookup.of(cluster.connection(), orders.name(), "byBuyer");
      IndexRange range = IndexRange.prefix(lookup.index(), new byte[0], Bytes.toBytes("b"));
      assertThat(lookup.find(range, new Scan(), 1_000))
          .extracting(row -> Bytes.toString(row.getRow()))
          .isEqualTo(keys);
    }
  }

  private static List<String> rows(IndexLookup lookup, String value) throws IOException {
    return lookup.find(new Get(Bytes.toBytes(value)), 9).stream()
        .map(row -> Bytes.toString(row.getRow()))
        .toList();
  }
}
