package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.techniques.IndexedOrders.BUYER;
import static io.halite.it.techniques.IndexedOrders.COUNT;
import static io.halite.it.techniques.IndexedOrders.SPEC;
import static io.halite.it.techniques.IndexedOrders.by;
import static io.halite.it.techniques.IndexedOrders.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.index.IndexLookup;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
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
  private final EmbeddedCluster cluster;
  private final TestTable fixture;
  private final Table table;

  IndexIT(EmbeddedCluster cluster) throws IOException {
    this.cluster = cluster;
    this.fixture =
        TestTable.numbered("orders")
            .salted(SPEC)
            .splits("\u0001", "\u0002", "\u0003", "P")
            .create(cluster);
    this.table = fixture.table();
  }

  @AfterAll
  void drop() throws IOException {
    fixture.close();
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
        .hasMessageContaining("'byName' names no index of the table: name one of byOrder, byBuyer");
    assertThatThrownBy(() -> table.get(by("byOrder", "12")))
        .hasMessageContaining("2 bytes given, 6 expected");
    assertThatThrownBy(() -> table.get(by("byBuyer", "x").setFilter(new KeyOnlyFilter())))
        .hasMessageContaining("may hide the newest cell of the indexed column");
    assertThatThrownBy(() -> table.get(by("byBuyer", "x").addColumn(F, COUNT)))
        .hasMessageContaining("leaves out column 'f:buyer', by which each row is checked");
    try (TestTable unsalted =
        TestTable.numbered("orders").salted("key=order:6,salt=none").splits("5").create(cluster)) {
      assertThatThrownBy(() -> unsalted.table().get(by("byOrder", "000001")))
          .hasMessageContaining("names an index, but table '" + unsalted.name());
    }
    assertThatThrownBy(() -> IndexLookup.of(cluster.connection(), fixture.name(), "byName"))
        .hasMessageContaining("index 'byName' is not one of");
  }

  @Test
  void writeWhoseEntriesCannotBeKeptIsNotStored() throws Exception {
    try (TestTable other =
        TestTable.numbered("orders").salted(SPEC).splits("\u0002").create(cluster)) {
      TableName missing = TableName.valueOf(other.name() + "-byBuyer");
      other.admin().disableTable(missing);
      other.admin().deleteTable(missing);
      assertThatThrownBy(() -> other.table().put(put("MISS000801", "x")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("is missing: create '" + missing + "', 'i'");
      assertThat(other.store().keys()).isEmpty();
      byte[] row = Bytes.toBytes("MISS000802");
      other.table().increment(new Increment(row).addColumn(F, COUNT, 1));
      assertThat(other.table().exists(new Get(row))).isTrue();
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

  @Test
  void rangeFromTheSmallestNumberOnFindsAllRows() throws Exception {
    String spec = "key=n:4:int t:8:long,salt=hash(*) % 4,index=byN(n) byT(t) % 4";
    try (TestTable numbers = TestTable.numbered("numbers").salted(spec).create(cluster);
        Table client = numbers.table()) {
      for (int i = 0; i < 3; i++) {
        byte[] key = Bytes.add(Bytes.toBytes(i), Bytes.toBytes((long) i));
        client.put(new Put(key).addColumn(F, F, F));
      }
      for (String all : List.of("byN: [0, )", "byT: [1970-01-01T00:00Z, )")) {
        Scan scan = new Scan().setAttribute("halite.index", Bytes.toBytes(all));
        assertThat(TestTable.scan(client, scan)).as(all).hasSize(3);
      }
      Scan two = new Scan().setAttribute("halite.index", Bytes.toBytes("byN: [1, )"));
      assertThat(TestTable.scan(client, two)).hasSize(2);
    }
  }
}
