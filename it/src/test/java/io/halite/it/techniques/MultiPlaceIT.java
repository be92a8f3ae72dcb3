package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.client.operate.WalkProgress;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
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
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tables whose rows lie in many places: where writes go, and what reads make of them. */
@ExtendWith(SharedCluster.class)
class MultiPlaceIT {
  private static final byte[] ROW = Bytes.toBytes("row1");

  private final EmbeddedCluster cluster;

  MultiPlaceIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static Put put(byte[] row, String value) {
    return new Put(row).addColumn(F, Q, Bytes.toBytes(value));
  }

  private static String get(Table table) throws IOException {
    return Bytes.toString(table.get(new Get(ROW)).value());
  }

  @Test
  void writesOfOneRowGoEverywhereAndTheLastIsRead() throws Exception {
    try (TestTable table =
        TestTable.numbered("technique")
            .salted("salt=random % 10 digits")
            .splits("3", "6")
            .create(cluster)) {
      for (int i = 0; i < 60; i++) {
        table.table().put(put(ROW, "value" + i));
        assertThat(get(table.table())).isEqualTo("value" + i);
      }
      TreeSet<String> stored = table.store().keys();
      assertThat(stored).hasSizeGreaterThan(5).allMatch(row -> row.matches("[0-9]row1"));
      assertThat(table.scan(new Scan())).containsExactly("row1");
      table.table().delete(new Delete(ROW));
      assertThat(table.table().exists(new Get(ROW))).isFalse();
      assertThat(table.scan(new Scan())).isEmpty();
      assertThat(table.store().keys()).isEmpty();
      Thread.sleep(2);
      table.table().put(put(ROW, "again"));
      assertThat(get(table.table())).isEqualTo("again");
    }
  }

  /** A peer takes each for a delete of the whole row: a later one would hide a put in between. */
  @Test
  void deletesByPrefixOfOneRowHaveOneTimeAtAllPlaces() throws Exception {
    try (TestTable table =
        TestTable.numbered("technique").salted("salt=random % 16").splitBuckets().create(cluster)) {
      for (int time = 1; time <= 64; time++) {
        table.table().put(new Put(ROW).addColumn(F, Q, time, Bytes.toBytes(time)));
      }
      assertThat(table.store().keys()).as("places of the row").hasSizeGreaterThan(8);
      SaltedTableOperations.of(cluster.connection(), table.name())
          .deleteByPrefix(ROW, false, progress -> {});
      assertThat(table.table().get(new Get(ROW)).isEmpty()).isTrue();
      Set<Long> times = new TreeSet<>();
      try (ResultScanner raw =
          table.table().getScanner(new Scan().setRaw(true).readAllVersions())) {
        for (Result result = raw.next(); result != null; result = raw.next()) {
          for (Cell cell : result.rawCells()) {
            if (CellUtil.isDelete(cell)) {
              times.add(cell.getTimestamp());
            }
          }
        }
      }
      assertThat(times).hasSize(1);
    }
  }

  @Test
  void aDeleteByPrefixThatFailedShowsEarlierValuesUntilItIsRepeated() throws Exception {
    try (TestTable table =
            TestTable.numbered("technique").saltedByHand("row:*").splits("1", "5").create(cluster);
        Connection own = ConnectionFactory.createConnection(cluster.configuration())) {
      table.table().put(new Put(Bytes.toBytes("0row1")).addColumn(F, Q, 2, Bytes.toBytes("new")));
      table.table().put(new Put(Bytes.toBytes("5row1")).addColumn(F, Q, 1, Bytes.toBytes("old")));
      table.adopt("key=row:*,salt=random % 10 digits");
      assertThat(get(table.table())).isEqualTo("new");
      SaltedTableOperations failing = SaltedTableOperations.of(own, table.name());
      Consumer<WalkProgress> afterOnePlace = progress -> close(own);
      assertThatThrownBy(() -> failing.deleteByPrefix(ROW, false, afterOnePlace))
          .hasMessageContaining("may be deleted in some of their places alone")
          .hasMessageContaining("repeat the command");
      assertThat(get(table.table())).isEqualTo("old");
      SaltedTableOperations again = failing.through(cluster.connection());
      assertThat(again.deleteByPrefix(ROW, false, progress -> {}).rows()).isEqualTo(1);
      assertThat(table.table().exists(new Get(ROW))).isFalse();
    }
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void rowsThatAreNewerThanADeleteByPrefixStayAndAreNotCounted() throws Exception {
    try (TestTable table =
        TestTable.numbered("technique").salted("salt=random % 4").splitBuckets().create(cluster)) {
      long later = System.currentTimeMillis() + 3_600_000;
      table.table().put(new Put(ROW).addColumn(F, Q, 1, Q));
      table.table().put(new Put(Bytes.toBytes("row2")).addColumn(F, Q, later, Q));
      assertThat(
              SaltedTableOperations.of(cluster.connection(), table.name())
                  .deleteByPrefix(Bytes.toBytes("row"), false, progress -> {})
                  .rows())
          .isEqualTo(1);
      assertThat(table.scan(new Scan())).containsExactly("row2");
    }
  }

  @Test
  void suffixedRowsStandSideBySideAndAreOneRow() throws Exception {
    String spec = "key=name:4,salt=random-suffix % 16";
    try (TestTable table =
        TestTable.numbered("technique").salted(spec).splits("row1", "row3").create(cluster)) {
      List<String> rows = IntStream.range(0, 5).mapToObj(i -> "row" + i).toList();
      for (int i = 0; i < 8; i++) {
        table.put(rows);
      }
      assertThat(table.store().keys()).hasSizeGreaterThan(rows.size());
      assertThat(table.scan(new Scan())).isEqualTo(rows);
      Map<String, Long> before = table.store().reads();
      Scan two = new Scan().withStartRow(Bytes.toBytes("row1")).withStopRow(ROW, true);
      assertThat(table.scan(two)).containsExactly("row1");
      assertThat(table.store().readSince(before)).containsExactly("row1");
      assertThat(table.scan(new Scan().setReversed(true).setLimit(2)))
          .containsExactly("row4", "row3");
      assertThatThrownBy(() -> table.table().put(put(Bytes.toBytes("row12"), "x")))
          .hasStackTraceContaining("needs keys of one length");
    }
  }

  @Test
  void tableSaltedByItsClientsDiceIsAdopted() throws Exception {
    String layout = "key=event:2 day:8:digits offset:4:digits";
    try (TestTable table =
        TestTable.numbered("technique")
            .saltedByHand(layout.substring("key=".length()))
            .splits("25", "50", "75")
            .create(cluster)) {
      List<String> natural = new ArrayList<>();
      List<String> stored = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        String key = "tb20010115%04d".formatted(i);
        natural.add(key);
        stored.add("%02d%s".formatted((i * 37 + 11) % 100, key));
      }
      table.put(stored);
      byte[] twice = Bytes.toBytes("tb200101150200");
      for (String place : List.of("77", "03", "52")) {
        byte[] key = Bytes.add(Bytes.toBytes(place), twice);
        table.table().put(new Put(key).addColumn(F, Q, 5, Bytes.toBytes(place)));
      }
      natural.add(Bytes.toString(twice));
      table.adopt(layout + ",salt=random % 100 digits");
      assertThat(table.scan(new Scan())).isEqualTo(natural);
      assertThat(table.scan(new Scan().setLimit(3))).isEqualTo(natural.subList(0, 3));
      assertThat(table.table().exists(new Get(Bytes.toBytes(natural.get(7))))).isTrue();
      // Of cells that are alike, that of the smallest place is given, whichever way they are read.
      assertThat(table.table().get(new Get(twice)).value()).asString().isEqualTo("03");
      for (boolean reversed : List.of(false, true)) {
        Scan scan = new Scan().withStartRow(twice).setReversed(reversed).setLimit(1);
        try (ResultScanner scanner = table.table().getScanner(scan)) {
          assertThat(scanner.next().value()).asString().isEqualTo("03");
        }
      }
    }
  }

  @Test
  void whatNeedsOnePlaceIsRefusedAndChangesNothing() throws Exception {
    try (TestTable table =
        TestTable.numbered("technique").salted("salt=random % 16").splits("8").create(cluster)) {
      table.table().put(put(ROW, "kept"));
      Put put = put(ROW, "lost");
      RowMutations both = RowMutations.of(List.of(put, new Delete(ROW).addColumns(F, F)));
      List<ThrowingCallable> refused =
          List.of(
              () -> table.table().increment(new Increment(ROW).addColumn(F, F, 1)),
              () -> table.table().append(new Append(ROW).addColumn(F, Q, F)),
              () -> table.table().mutateRow(both),
              () -> table.table().delete(new Delete(ROW).addColumn(F, Q)),
              () ->
                  table
                      .table()
                      .checkAndMutate(
                          CheckAndMutate.newBuilder(ROW)
                              .ifEquals(F, Q, Bytes.toBytes("kept"))
                              .build(put)));
      for (ThrowingCallable one : refused) {
        assertThatThrownBy(one)
            .hasStackTraceContaining("needs its row in one place")
            .hasStackTraceContaining("salt by 'hash(*) % N'");
        assertThat(get(table.table())).isEqualTo("kept");
      }
    }
  }

  @Test
  void newestRowsNeedOnePlaceToo() throws Exception {
    String spec = "key=name:4 ts:8:revtime,salt=random % 16";
    try (TestTable table =
        TestTable.numbered("technique").salted(spec).splits("8").create(cluster)) {
      Scan latest = new Scan();
      latest.setAttribute("halite.latest", Bytes.toBytes("1"));
      assertThatThrownBy(() -> table.scan(latest)).hasStackTraceContaining("its row in one place");
    }
  }

  @Test
  void pluginSendsRequestsThroughTheGatewayWhoseClockStamps() throws Exception {
    Configuration conf = new Configuration(cluster.configuration());
    conf.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    try (TestTable table =
            TestTable.numbered("technique").salted("salt=random % 16").splits("8").create(cluster);
        Connection plugin = ConnectionFactory.createConnection(conf);
        Table direct = plugin.getTable(table.name())) {
      RpcCount before = RpcCount.of(cluster);
      for (int i = 0; i < 20; i++) {
        direct.put(put(ROW, "value" + i));
      }
      RpcCount puts = RpcCount.of(cluster).since(before);
      // The first one asks for the spec, and is sent again.
      assertThat(puts.mutate()).as("asked of the gateway").isEqualTo(1 + 20);
      assertThat(puts.multi()).as("sent on by the gateway").isEqualTo(20);
      for (int i = 0; i < 20; i++) {
        direct.put(put(ROW, "value" + i));
        assertThat(get(direct)).isEqualTo("value" + i);
        assertThat(get(table.table())).isEqualTo("value" + i);
      }
      byte[] other = Bytes.toBytes("another");
      direct.put(List.of(put(other, "batched"), put(ROW, "batched, too")));
      try (BufferedMutator mutator = plugin.getBufferedMutator(table.name())) {
        mutator.mutate(put(Bytes.toBytes("buffered"), "x"));
      }
      assertThat(TestTable.scan(direct, new Scan()))
          .isEqualTo(table.scan(new Scan()))
          .contains("another", "buffered")
          .hasSize(3);
      direct.delete(new Delete(ROW));
      assertThat(direct.exists(new Get(ROW))).isFalse();
    }
  }
}
