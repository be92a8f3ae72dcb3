package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Who may read some columns or cells alone, reads those of a salted table as of a plain one, and no
 * filter of his tells what the others hold. {@link OverwrittenCellsIT} has rows in several places
 * of which each cell is judged by itself.
 */
@ExtendWith(SharedGuardedCluster.class)
class NarrowedReadsIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] OPEN = Bytes.toBytes("open");
  private static final byte[] HIDDEN = Bytes.toBytes("hidden");
  private static final int ROWS = 12;
  private static final List<String> SALTS =
      List.of("hash(*) % 4", "random % 4", "md5(*)[0:1]", "random-suffix % 4", "md5(*)[0:4]");
  private static GuardedCluster cluster;

  /** A salted table and a plain one of the same cells and rights. */
  private record Twins(TableName salted, TableName plain) {}

  /** Asks something of a table. */
  private interface Question {
    List<String> ask(Table table) throws Exception;
  }

  @BeforeAll
  static void start(GuardedCluster shared) throws Exception {
    cluster = shared;
    for (boolean earlyOut : new boolean[] {true, false}) {
      create(TestTable.named(plain(earlyOut)), earlyOut);
      for (String salt : SALTS) {
        create(
            TestTable.named(salted(salt, earlyOut)).salted("key=row:3,salt=" + salt).splitBuckets(),
            earlyOut);
      }
    }
  }

  private static TableName plain(boolean earlyOut) {
    return TableName.valueOf("plain-" + earlyOut);
  }

  private static TableName salted(String salt, boolean earlyOut) {
    return TableName.valueOf(salt.replaceAll("[^a-z0-9]+", "_") + "-" + earlyOut);
  }

  private static void create(TablePlan plan, boolean earlyOut) throws Exception {
    plan.families(F, G)
        .value("hbase.security.access.early_out", Boolean.toString(earlyOut))
        .splits("r05")
        .create(cluster.cluster());
    TableName name = plan.name();
    try (Table filled = cluster.cluster().connection().getTable(name)) {
      for (int i = 0; i < ROWS; i++) {
        byte[] row = Bytes.toBytes("r%02d".formatted(i));
        Put put =
            new Put(row, 5)
                .addColumn(F, OPEN, Bytes.toBytes("open " + i % 3))
                .addColumn(F, HIDDEN, Bytes.toBytes("hidden " + i % 4))
                .addColumn(G, OPEN, Bytes.toBytes("g " + i));
        filled.put(put);
        Put granted = new Put(row, 6).addColumn(G, HIDDEN, Bytes.toBytes("cell " + i));
        granted.setACL("cells", new Permission(Action.READ));
        if (i % 2 == 0) {
          filled.put(granted);
        }
      }
    }
    cluster.grant("column", name, F, OPEN, Action.READ);
    cluster.grant("family", name, F, null, Action.READ);
    cluster.grant("mixed", name, G, null, Action.READ);
    cluster.grant("mixed", name, F, OPEN, Action.READ);
  }

  static Stream<Twins> twins() {
    return Stream.of(true, false)
        .flatMap(
            earlyOut ->
                SALTS.stream()
                    .filter(salt -> earlyOut || !salt.startsWith("random"))
                    .map(salt -> new Twins(salted(salt, earlyOut), plain(earlyOut))));
  }

  private static List<String> users() {
    return List.of("nobody", "column", "family", "mixed", "cells");
  }

  private static Filter hiddenIs(String value) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(F, HIDDEN, CompareOperator.EQUAL, Bytes.toBytes(value));
    filter.setFilterIfMissing(false);
    return filter;
  }

  private static List<Get> gets() throws Exception {
    List<Get> gets = new ArrayList<>();
    for (String row : List.of("r00", "r07", "r99")) {
      byte[] key = Bytes.toBytes(row);
      gets.add(new Get(key));
      gets.add(new Get(key).addColumn(F, OPEN));
      gets.add(new Get(key).addColumn(F, HIDDEN));
      gets.add(new Get(key).addColumn(F, OPEN).addColumn(F, HIDDEN));
      gets.add(new Get(key).addFamily(F).addColumn(G, HIDDEN));
      gets.add(new Get(key).addFamily(G));
      gets.add(
          new Get(key).addColumn(F, OPEN).addColumn(F, HIDDEN).setFilter(hiddenIs("hidden 0")));
      gets.add(new Get(key).addColumn(F, OPEN).addColumn(G, HIDDEN).readAllVersions());
    }
    return gets;
  }

  private static List<Scan> scans() {
    Filter values =
        new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(Bytes.toBytes("hidden 1")));
    Filter later =
        new RowFilter(CompareOperator.GREATER, new BinaryComparator(Bytes.toBytes("r03")));
    List<Scan> scans = new ArrayList<>();
    for (boolean reversed : new boolean[] {false, true}) {
      scans.add(new Scan().setReversed(reversed));
      scans.add(new Scan().setReversed(reversed).addColumn(F, OPEN).addColumn(F, HIDDEN));
      scans.add(new Scan().setReversed(reversed).addFamily(F).addColumn(G, HIDDEN));
      scans.add(
          new Scan()
              .setReversed(reversed)
              .addColumn(F, OPEN)
              .addColumn(F, HIDDEN)
              .setFilter(hiddenIs("hidden 2")));
      scans.add(
          new Scan()
              .setReversed(reversed)
              .addColumn(F, OPEN)
              .addColumn(F, HIDDEN)
              .setFilter(values));
      scans.add(
          new Scan()
              .setReversed(reversed)
              .addColumn(F, OPEN)
              .addColumn(G, HIDDEN)
              .setFilter(new FilterList(later, new PageFilter(3))));
      scans.add(new Scan().setReversed(reversed).addColumn(F, OPEN).addColumn(G, OPEN).setLimit(4));
      scans.add(
          new Scan().setReversed(reversed).addColumn(F, OPEN).addColumn(F, HIDDEN).setBatch(1));
    }
    scans.add(new Scan().setRaw(true).addFamily(F).addFamily(G));
    return scans;
  }

  private static List<String> cells(Result result) {
    List<String> cells = new ArrayList<>();
    for (Cell cell : result.rawCells() == null ? new Cell[0] : result.rawCells()) {
      cells.add(
          Bytes.toString(CellUtil.cloneRow(cell))
              + "/"
              + Bytes.toString(CellUtil.cloneFamily(cell))
              + ":"
              + Bytes.toString(CellUtil.cloneQualifier(cell))
              + "="
              + Bytes.toString(CellUtil.cloneValue(cell))
              + "@"
              + cell.getTimestamp());
    }
    return cells;
  }

  private static List<String> scan(Table table, Scan scan) throws Exception {
    List<String> cells = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(new Scan(scan))) {
      for (Result result : scanner) {
        cells.addAll(cells(result));
      }
    }
    return cells;
  }

  private static String outcome(Table table, Question question) throws Exception {
    try {
      return question.ask(table).toString();
    } catch (Exception e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause.getClass().getSimpleName().equals("AccessDeniedException")
            || String.valueOf(cause.getMessage()).contains("AccessDeniedException")) {
          return "denied";
        }
      }
      throw e;
    }
  }

  private static void assertAlike(Twins twins, String user, Object what, Question question)
      throws Exception {
    try (Table salted = cluster.table(user, twins.salted());
        Table plain = cluster.table(user, twins.plain())) {
      assertThat(outcome(salted, question))
          .as("%s of %s by %s", what, twins.salted(), user)
          .isEqualTo(outcome(plain, question));
    }
  }

  @ParameterizedTest
  @MethodSource("twins")
  void eachUserGetsWhatThePlainTableGives(Twins twins) throws Exception {
    for (String user : users()) {
      for (Get get : gets()) {
        assertAlike(twins, user, get, table -> cells(table.get(new Get(get))));
        assertAlike(
            twins, user, get, table -> List.of(Boolean.toString(table.exists(new Get(get)))));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("twins")
  void eachUserGetsManyRowsAsThePlainTableGivesThem(Twins twins) throws Exception {
    for (String user : users()) {
      assertAlike(
          twins,
          user,
          "multi-get",
          table -> {
            List<Get> gets = new ArrayList<>();
            for (int i = 0; i < ROWS; i++) {
              byte[] key = Bytes.toBytes("r%02d".formatted(i));
              gets.add(new Get(key).addColumn(F, OPEN).addColumn(F, HIDDEN));
            }
            List<String> cells = new ArrayList<>();
            for (Result result : table.get(gets)) {
              cells.addAll(cells(result));
            }
            for (boolean exists : table.exists(gets)) {
              cells.add(Boolean.toString(exists));
            }
            return cells;
          });
    }
  }

  @ParameterizedTest
  @MethodSource("twins")
  void eachUserScansWhatThePlainTableGives(Twins twins) throws Exception {
    for (String user : users()) {
      for (Scan scan : scans()) {
        assertAlike(twins, user, scan, table -> scan(table, scan));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("twins")
  void noClientNamesTheUserWhoAsked(Twins twins) {
    assertThatThrownBy(
            () -> {
              try (Table table = cluster.table("column", twins.salted())) {
                Get forged = new Get(Bytes.toBytes("r00")).addColumn(F, OPEN);
                forged.setAttribute("halite.asked-by", Bytes.toBytes("family"));
                table.get(forged);
              }
            })
        .hasMessageContaining("halite.asked-by")
        .hasMessageContaining("leave it out");
  }
}
