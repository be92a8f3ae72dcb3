package io.halite.it.plugin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One run through a table's interface; its answers, as text, are the same for every client that is
 * worth its name.
 */
@SuppressWarnings("deprecation") // Deprecated forms are part of the interface.
final class Parity {
  static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] C = Bytes.toBytes("c");

  private final Table table;
  private final Map<String, String> answers = new LinkedHashMap<>();

  private Parity(Table table) {
    this.table = table;
  }

  private interface Step {
    Object run() throws Exception;
  }

  /** Runs all steps in order; each answer under the step's name. */
  static Map<String, String> run(Table table) throws IOException {
    Parity parity = new Parity(table);
    parity.writes();
    parity.reads();
    parity.conditions();
    parity.lists();
    parity.scans();
    parity.refusals();
    return parity.answers;
  }

  /** Runs only steps that name single rows, all of which a layout takes. */
  static Map<String, String> runOfRows(Table table) throws IOException {
    Parity parity = new Parity(table);
    parity.writes();
    parity.reads();
    parity.conditions();
    parity.lists();
    return parity.answers;
  }

  private void step(String name, Step step) {
    String answer;
    try {
      answer = show(step.run());
    } catch (RetriesExhaustedWithDetailsException e) {
      TreeSet<String> failures = new TreeSet<>();
      for (int i = 0; i < e.getNumExceptions(); i++) {
        failures.add(Bytes.toString(e.getRow(i).getRow()) + ": " + e.getCause(i).getClass());
      }
      answer = "failed " + failures;
    } catch (Exception e) {
      answer = e.getClass().getName();
    }
    answers.put(name, answer);
  }

  private static byte[] key(String row) {
    return Bytes.toBytes(row);
  }

  private static Put put(String row, String value) {
    return new Put(key(row), 7).addColumn(F, Q, key(value));
  }

  private void writes() {
    List<Put> puts = new ArrayList<>();
    for (int i = 100; i < 200; i++) {
      puts.add(put((char) ('0' + i % 70) + "row" + i, "v" + i).addColumn(F, C, key("c" + i)));
    }
    step("put many", () -> run(() -> table.put(puts)));
    step("put one", () -> run(() -> table.put(put("one-1", "a"))));
    step("append", () -> table.append(new Append(key("app-1")).addColumn(F, Q, key("x"))));
    step("append again", () -> table.append(new Append(key("app-1")).addColumn(F, Q, key("y"))));
    step("increment", () -> table.increment(new Increment(key("inc-1")).addColumn(F, C, 5)));
    step("increment column", () -> table.incrementColumnValue(key("inc-1"), F, C, 2));
    step(
        "mutate row",
        () ->
            table.mutateRow(
                new RowMutations(key("mut-1"))
                    .add((Mutation) put("mut-1", "m"))
                    .add(new Increment(key("mut-1")).addColumn(F, C, 4))));
    step("delete", () -> run(() -> table.delete(new Delete(key("one-1"), 7))));
  }

  private void reads() {
    step("get", () -> table.get(new Get(key("Grow163"))));
    step("get none", () -> table.get(new Get(key("none"))));
    step("get deleted", () -> table.get(new Get(key("one-1"))));
    step("get filtered", () -> table.get(new Get(key("mut-1")).setFilter(prefix("mut"))));
    step("get filtered out", () -> table.get(new Get(key("mut-1")).setFilter(prefix("nut"))));
    step("exists", () -> table.exists(new Get(key("mut-1"))));
    step("exists many", () -> table.exists(List.of(new Get(key("mut-1")), new Get(key("none")))));
    step(
        "get many",
        () -> table.get(List.of(new Get(key("mut-1")), new Get(key("none")), new Get(key("a")))));
  }

  private void conditions() {
    CheckAndMutate first =
        CheckAndMutate.newBuilder(key("cas-1")).ifNotExists(F, Q).build(put("cas-1", "1"));
    step("check and mutate", () -> table.checkAndMutate(first));
    step("check and mutate again", () -> table.checkAndMutate(first));
    step(
        "check by filter",
        () ->
            table.checkAndMutate(
                CheckAndMutate.newBuilder(key("cas-1"))
                    .ifMatches(prefix("cas"))
                    .build(new Increment(key("cas-1")).addColumn(F, C, 9))));
    step("check many", () -> table.checkAndMutate(List.of(first, first)));
    step("check and put", () -> table.checkAndPut(key("cas-1"), F, Q, key("1"), put("cas-1", "2")));
    step(
        "check and delete",
        () -> table.checkAndDelete(key("cas-1"), F, Q, key("no"), new Delete(key("cas-1"))));
    step(
        "check builder",
        () ->
            table
                .checkAndMutate(key("cas-2"), F)
                .qualifier(Q)
                .ifNotExists()
                .thenPut(put("cas-2", "b")));
  }

  private void lists() throws IOException {
    List<Row> actions =
        List.of(
            new Get(key("cas-1")),
            put("mix-1", "1"),
            new Increment(key("mix-2")).addColumn(F, C, 3),
            new Delete(key("mix-3")),
            CheckAndMutate.newBuilder(key("mix-4")).ifNotExists(F, Q).build(put("mix-4", "4")),
            RowMutations.of(List.of(put("mix-5", "5"))),
            new Get(key("x")));
    Object[] results = new Object[actions.size()];
    step("batch", () -> run(() -> table.batch(actions, results)));
    step("batch results", () -> results);
    TreeSet<String> told = new TreeSet<>();
    step(
        "batch callback",
        () ->
            run(
                () ->
                    table.<Result>batchCallback(
                        List.of(new Get(key("mix-1")), new Get(key("mix-4"))),
                        new Object[2],
                        (region, row, result) -> {
                          synchronized (told) {
                            told.add(Bytes.toString(row) + show(result));
                          }
                        })));
    step("batch callback told", () -> told);
    List<Delete> deletes =
        new ArrayList<>(List.of(new Delete(key("mix-1"), 7), new Delete(key("mix-4"), 7)));
    step("delete many", () -> run(() -> table.delete(deletes)));
    step("deletes left", deletes::size);
  }

  private void scans() {
    scan("scan all", new Scan());
    scan("scan reversed", new Scan().setReversed(true));
    scan("scan range", new Scan().withStartRow(key("8row")).withStopRow(key("Z"), true));
    scan("scan limit", new Scan().setLimit(7));
    scan("scan caching", new Scan().setCaching(3));
    scan("scan batch", new Scan().setBatch(1).setLimit(9));
    scan("scan filter", new Scan().setFilter(prefix("G")));
    // A region counts a page for itself, so every client of a page filter counts once more.
    step(
        "scan page",
        () -> rows(table.getScanner(new Scan().setFilter(new PageFilter(5)))).subList(0, 5));
    scan("scan column", new Scan().addColumn(F, C).readVersions(2));
    scan("scan raw", new Scan().setRaw(true).withStartRow(key("m")));
    scan("scan empty range", new Scan().withStartRow(key("c")).withStopRow(key("b")));
    step("scan family", () -> rows(table.getScanner(F)));
    step("scan family and qualifier", () -> rows(table.getScanner(F, C)));
  }

  private void scan(String name, Scan scan) {
    step(name, () -> rows(table.getScanner(scan)));
  }

  private void refusals() {
    Put noFamily = new Put(key("bad-1")).addColumn(key("none"), Q, key("v"));
    step("no such family", () -> run(() -> table.put(noFamily)));
    step(
        "no such family in a list",
        () -> run(() -> table.put(List.of(put("ok-1", "k"), noFamily))));
    step("kept beside it", () -> table.get(new Get(key("ok-1"))));
    step("too short", () -> run(() -> table.put(put("a", "v"))));
    step(
        "too short in a list",
        () -> run(() -> table.put(List.of(put("ok-2", "k"), put("b", "v")))));
    step("nothing to put", () -> run(() -> table.put(List.of(new Put(key("ok-3"))))));
    step(
        "page in an or list",
        () ->
            rows(
                table.getScanner(
                    new Scan()
                        .setFilter(
                            new FilterList(
                                FilterList.Operator.MUST_PASS_ONE, new PageFilter(1))))));
  }

  private static RowFilter prefix(String prefix) {
    return new RowFilter(CompareOperator.EQUAL, new BinaryPrefixComparator(key(prefix)));
  }

  private interface Action {
    void run() throws Exception;
  }

  private static String run(Action action) throws Exception {
    action.run();
    return "done";
  }

  private static List<String> rows(ResultScanner scanner) throws Exception {
    List<String> rows = new ArrayList<>();
    try (scanner) {
      for (Result result : scanner) {
        rows.add(show(result));
      }
    }
    return rows;
  }

  private static String show(Object answer) {
    if (answer instanceof Result result) {
      List<String> cells = new ArrayList<>();
      if (result.rawCells() != null) {
        for (Cell cell : result.rawCells()) {
          cells.add(
              Bytes.toStringBinary(CellUtil.cloneRow(cell))
                  + "/"
                  + Bytes.toStringBinary(CellUtil.cloneQualifier(cell))
                  + "="
                  + Bytes.toStringBinary(CellUtil.cloneValue(cell)));
        }
      }
      return cells + (result.mayHaveMoreCellsInRow() ? "+" : "") + result.getExists();
    }
    if (answer instanceof CheckAndMutateResult result) {
      return result.isSuccess() + show(result.getResult());
    }
    if (answer instanceof Object[] all) {
      return show(List.of(all));
    }
    if (answer instanceof boolean[] all) {
      return java.util.Arrays.toString(all);
    }
    if (answer instanceof List<?> all) {
      return all.stream().map(Parity::show).toList().toString();
    }
    return String.valueOf(answer);
  }
}
