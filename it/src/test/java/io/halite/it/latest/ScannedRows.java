package io.halite.it.latest;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.routing.latest.Aggregate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** What an ordinary scan shows, grouped by key: the truth about newest rows. */
final class ScannedRows {
  /** A row: {@code unit:3 ts:8:revtime tie:*}. */
  record Row(byte[] row, long time, String printed, Result result) {
    String key() {
      return Bytes.toString(row, 0, 3);
    }
  }

  private static final Comparator<Row> NEWEST_FIRST =
      Comparator.comparingLong((Row row) -> -row.time()).thenComparing(Row::row, Bytes::compareTo);

  private final List<Row> rows = new ArrayList<>();

  private ScannedRows() {}

  static ScannedRows read(Table table, Scan scan) throws IOException {
    ScannedRows scanned = new ScannedRows();
    try (ResultScanner results = table.getScanner(scan)) {
      for (Result result : results) {
        byte[] row = result.getRow();
        long time = Long.MAX_VALUE - Bytes.toLong(row, 3);
        scanned.rows.add(new Row(row, time, print(result), result));
      }
    }
    return scanned;
  }

  /** All rows, in the order of the scan. */
  List<String> printed() {
    return rows.stream().map(Row::printed).toList();
  }

  /** Those of {@code printed} whose row lies in {@code [from, to)}. */
  List<String> between(List<String> printed, byte[] from, byte[] to) {
    Set<String> wanted = new HashSet<>(printed);
    return rows.stream()
        .filter(row -> wanted.contains(row.printed()))
        .filter(row -> Bytes.compareTo(row.row(), from) >= 0 && Bytes.compareTo(row.row(), to) < 0)
        .map(Row::printed)
        .toList();
  }

  /** The newest rows of each key among those that count, in the order of the keys. */
  Map<String, List<Row>> newest(int limit, Predicate<Row> counts, Function<Row, String> key) {
    return chosen(of -> of.stream().limit(limit).toList(), counts, key);
  }

  /** The rows of each key that are chosen of those that count, which are given newest first. */
  Map<String, List<Row>> chosen(
      UnaryOperator<List<Row>> choice, Predicate<Row> counts, Function<Row, String> key) {
    Map<String, List<Row>> newest = new TreeMap<>();
    for (Row row : rows) {
      if (counts.test(row)) {
        newest.computeIfAbsent(key.apply(row), none -> new ArrayList<>()).add(row);
      }
    }
    newest.replaceAll((name, of) -> choice.apply(of.stream().sorted(NEWEST_FIRST).toList()));
    newest.values().removeIf(List::isEmpty);
    return newest;
  }

  /** The same, printed. */
  Map<String, List<String>> newest(int limit, Predicate<Row> counts) {
    Map<String, List<String>> printed = new LinkedHashMap<>();
    newest(limit, counts, Row::key)
        .forEach((key, of) -> printed.put(key, of.stream().map(Row::printed).toList()));
    return printed;
  }

  static Map<String, List<String>> of(LatestAnswers answers) {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    try (answers) {
      for (KeyAnswer answer : answers) {
        add(rows, answer);
      }
    }
    return rows;
  }

  static void add(Map<String, List<String>> rows, KeyAnswer answer) {
    List<String> printed =
        answer
            .aggregate()
            .map(aggregate -> List.of(print(aggregate)))
            .orElseGet(() -> answer.rows().stream().map(row -> print(row.result())).toList());
    if (rows.put(Bytes.toString(answer.key()), printed) != null) {
      throw new IllegalStateException(
          "key '" + Bytes.toString(answer.key()) + "' was answered twice");
    }
  }

  static String print(Aggregate a) {
    return "%d values, %s to %s, sum %s, first %s, last %s"
        .formatted(a.count(), a.min(), a.max(), a.sum(), a.first(), a.last());
  }

  private static String print(Result result) {
    StringBuilder text = new StringBuilder();
    for (Cell cell : result.rawCells()) {
      text.append(cell)
          .append('=')
          .append(
              Bytes.toStringBinary(
                  cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()))
          .append(' ');
    }
    return text.toString();
  }
}
