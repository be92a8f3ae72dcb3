package io.halite.it.techniques;

import static io.halite.it.techniques.TechniqueTable.F;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.index.IndexFill.Filled;
import io.halite.client.index.IndexLookup;
import io.halite.client.index.IndexSweep;
import io.halite.client.index.IndexSweep.Swept;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.routing.index.IndexedReads;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rows that are found by other bytes than their keys. */
@ExtendWith(SharedCluster.class)
@TestInstance(Lifecycle.PER_CLASS)
class IndexIT {
  private static final String UNINDEXED = "key=shop:4 order:6:digits,salt=hash(shop) % 4";
  private static final String SPEC = UNINDEXED + ",index=byOrder(order) byBuyer(f:buyer)";
  private static final byte[] BUYER = Bytes.toBytes("buyer");
  private static final byte[] COUNT = Bytes.toBytes("count");

  private final EmbeddedCluster cluster;
  private final TechniqueTable fixture;
  private final Table table;

  IndexIT(EmbeddedCluster cluster) throws IOException {
    this.cluster = cluster;
    this.fixture =
        TechniqueTable.create(cluster, SPEC, Map.of(), "\u0001", "\u0002", "\u0003", "P");
    this.table = fixture.table();
  }

  @AfterAll
  void drop() throws IOException {
    fixture.close();
  }

  private static Put put(String row, String buyer) {
    return new Put(Bytes.toBytes(row)).addColumn(F, BUYER, Bytes.toBytes(buyer));
  }

  private static Get by(String index, String values) {
    return new Get(Bytes.toBytes(values))
        .setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes(index));
  }

  private String found(Get get) throws IOException {
    return Bytes.toString(table.get(get).getRow());
  }

  private List<String> all(String index, String values) throws IOException {
    return IndexLookup.of(cluster.connection(), fixture.name(), index)
        .find(new Get(Bytes.toBytes(values)), 100)
        .stream()
        .map(row -> Bytes.toString(row.getRow()))
        .toList();
  }

  @Test
  void rowIsFoundByEachKindOfWrite() throws Exception {
    table.put(put("PUT_000001", "a1"));
    table.put(List.of(put("BATC000002", "a2"), put("BATD000003", "a3"), put("QATC000004", "a4")));
    table.mutateRow(
        RowMutations.of(
            List.of(
                put("ROWM000005", "a5"),
                new Delete(Bytes.toBytes("ROWM000005")).addColumn(F, COUNT))));
    byte[] checked = Bytes.toBytes("CHEC000006");
    table.checkAndMutate(
        CheckAndMutate.newBuilder(checked).ifNotExists(F, BUYER).build(put("CHEC000006", "a6")));
    try (BufferedMutator mutator = cluster.connection().getBufferedMutator(fixture.name())) {
      mutator.mutate(put("BUFF000007", "a7"));
    }
    Configuration plugin = new Configuration(cluster.configuration());
    plugin.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    try (Connection connection = ConnectionFactory.createConnection(plugin);
        Table direct = connection.getTable(fixture.name())) {
      direct.put(put("PLUG000008", "a8"));
      assertThat(Bytes.toString(direct.get(by("byBuyer", "a8")).getRow())).isEqualTo("PLUG000008");
    }
    List<String> rows =
        List.of(
            "PUT_000001",
            "BATC000002",
            "BATD000003",
            "QATC000004",
            "ROWM000005",
            "CHEC000006",
            "BUFF000007",
            "PLUG000008");
    for (int i = 1; i <= rows.size(); i++) {
      String row = rows.get(i - 1);
      assertThat(found(by("byOrder", "%06d".formatted(i)))).isEqualTo(row);
      assertThat(found(by("byBuyer", "a" + i))).isEqualTo(row);
      assertThat(all("byOrder", "%06d".formatted(i))).containsExactly(row);
      assertThat(all("byBuyer", "a" + i)).containsExactly(row);
    }
    table.increment(new Increment(Bytes.toBytes("INCR000009")).addColumn(F, COUNT, 7));
    assertThat(found(by("byOrder", "000009"))).isEqualTo("INCR000009");
  }

  @Test
  void getByIndexReadsWhatAGetReads() throws Exception {
    Put put = put("READ000101", "r1").addColumn(F, COUNT, Bytes.toBytes(3L));
    table.put(put);
    Result whole = table.get(by("byBuyer", "r1"));
    assertThat(whole.rawCells()).isEqualTo(table.get(new Get(put.getRow())).rawCells());
    Result one = table.get(by("byOrder", "000101").addColumn(F, COUNT));
    assertThat(one.size()).isOne();
    assertThat(Bytes.toLong(one.getValue(F, COUNT))).isEqualTo(3);
    assertThat(table.get(by("byBuyer", "r1").addColumn(F, BUYER).addColumn(F, COUNT)).size())
        .isEqualTo(2);
    assertThat(table.exists(by("byBuyer", "r1"))).isTrue();
    assertThat(table.exists(by("byBuyer", "r"))).isFalse();
    assertThat(table.get(by("byOrder", "000101").setFilter(new KeyOnlyFilter())).getRow())
        .isEqualTo(put.getRow());
    Result[] several =
        table.get(List.of(by("byBuyer", "r1"), new Get(put.getRow()), by("byOrder", "999999")));
    assertThat(several).extracting(Result::isEmpty).containsExactly(false, false, true);
  }

  @Test
  void staleEntryShowsNoRow() throws Exception {
    table.put(put("STAL000201", "old"));
    table.put(put("STAL000201", "new"));
    assertThat(table.get(by("byBuyer", "old")).isEmpty()).isTrue();
    assertThat(found(by("byBuyer", "new"))).isEqualTo("STAL000201");
    table.put(put("STAL000201", "old"));
    assertThat(found(by("byBuyer", "old"))).isEqualTo("STAL000201");
    assertThat(all("byBuyer", "new")).isEmpty();
    table.delete(new Delete(Bytes.toBytes("STAL000201")));
    assertThat(all("byBuyer", "old")).isEmpty();
    assertThat(all("byOrder", "000201")).isEmpty();
    table.put(put("STAL000201", "new"));
    assertThat(all("byBuyer", "new")).containsExactly("STAL000201");
  }

  @Test
  void valueThatComesBackWhenItsSuccessorIsDeletedIsFound() throws Exception {
    table.put(put("BACK000301", "first"));
    Put second = new Put(Bytes.toBytes("BACK000301"));
    long later = System.currentTimeMillis() + 5_000;
    table.put(second.addColumn(F, BUYER, later, Bytes.toBytes("second")));
    table.delete(new Delete(second.getRow()).addColumn(F, BUYER, later));
    assertThat(all("byBuyer", "first")).containsExactly("BACK000301");
  }

  @Test
  void rowsOfOneValueComeInTheOrderOfTheirKeysAndAGetNamesThem() throws Exception {
    List<String> rows = IntStream.range(400, 620).mapToObj("MANY%06d"::formatted).toList();
    table.put(rows.stream().map(row -> put(row, "many")).toList());
    table.put(put("MANY000999", "manyfold"));
    assertThat(all("byBuyer", "many")).isEqualTo(rows.subList(0, 100));
    assertThatThrownBy(() -> table.get(by("byBuyer", "many")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(
            "finds several rows, such as 4D 41 4E 59 30 30 30 34 30 30 and 4D 41 4E 59")
        .hasMessageContaining("30 30 30 34 30 31, but a get returns one");
    assertThat(table.exists(by("byBuyer", "many"))).isTrue();
  }

  @Test
  void whatCannotBeRightIsRefused() throws Exception {
    byte[] row = Bytes.toBytes("REFU000701");
    assertThatThrownBy(() -> table.increment(new Increment(row).addColumn(F, BUYER, 1)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("increment of column 'f:buyer', by which index 'byBuyer(f:buyer)'");
    assertThat(table.exists(new Get(row))).isFalse();
    assertThatThrownBy(() -> table.get(by("byName", "x")))
        .hasMessageContaining(
            "'byName' is not one of the indexes [byOrder(order), byBuyer(f:buyer)]");
    assertThatThrownBy(() -> table.get(by("byOrder", "12")))
        .hasMessageContaining("2 bytes given, 6 expected");
    assertThatThrownBy(() -> table.get(by("byBuyer", "x").setFilter(new KeyOnlyFilter())))
        .hasMessageContaining("judged by the newest cell of that column");
    assertThatThrownBy(() -> table.get(by("byBuyer", "x").addColumn(F, COUNT)))
        .hasMessageContaining("leaves out column 'f:buyer', by which rows are checked");
    try (TechniqueTable unsalted =
        TechniqueTable.create(cluster, "key=order:6,salt=none", Map.of(), "5")) {
      assertThatThrownBy(() -> unsalted.table().get(by("byOrder", "000001")))
          .hasMessageContaining("names an index, but table '" + unsalted.name());
    }
    assertThatThrownBy(() -> IndexLookup.of(cluster.connection(), fixture.name(), "byName"))
        .hasMessageContaining("index 'byName' is not one of");
  }

  @Test
  void writeWhoseEntriesCannotBeKeptIsNotStored() throws Exception {
    try (TechniqueTable other = TechniqueTable.create(cluster, SPEC, Map.of(), "\u0002")) {
      TableName missing = TableName.valueOf(other.name() + "-byBuyer");
      other.admin().disableTable(missing);
      other.admin().deleteTable(missing);
      assertThatThrownBy(() -> other.table().put(put("MISS000801", "x")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("is missing: create '" + missing + "', 'i'");
      assertThat(other.stored()).isEmpty();
      byte[] row = Bytes.toBytes("MISS000802");
      other.table().increment(new Increment(row).addColumn(F, COUNT, 1));
      assertThat(other.table().exists(new Get(row))).isTrue();
    }
  }

  @Test
  void sweepTakesWhatNoRowMakesAndNothingElse() throws Exception {
    try (TechniqueTable swept = TechniqueTable.create(cluster, SPEC, Map.of(), "\u0002")) {
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
      while (swept.stored().size() > 2 || cells(swept) > 2) {
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
  void whatSomebodyElseHasPutIntoAnIndexTableIsPassedBy() throws Exception {
    try (TechniqueTable soiled = TechniqueTable.create(cluster, SPEC, Map.of(), "\u0002");
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

  private static int cells(TechniqueTable table) throws IOException {
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
    try (TechniqueTable old = TechniqueTable.create(cluster, UNINDEXED, Map.of(), "\u0002")) {
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

  @Test
  void indexTableIsPlainAndKeepsTheEntriesThemselves() throws Exception {
    table.put(put("PLAI001001", "plain"));
    TableName entries = TableName.valueOf(fixture.name() + "-byBuyer");
    assertThat(fixture.admin().getDescriptor(entries).getCoprocessorDescriptors()).isEmpty();
    try (Table kept = cluster.connection().getTable(entries)) {
      assertThat(kept.exists(new Get(Bytes.toBytes("plainPLAI001001")))).isTrue();
    }
  }
}
