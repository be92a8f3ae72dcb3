package io.halite.it.latest;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** What an ordinary scan shows, grouped by key: the truth about newest rows. */
final class ScannedRows {
  private record Row(byte[] row, String key, long time, String printed) {}

  private final List<Row> rows = new ArrayList<>();

  private ScannedRows() {}

  static ScannedRows read(Table table, Scan scan) throws IOException {
    ScannedRows scanned = new ScannedRows();
    try (ResultScanner results = table.getScanner(scan)) {
      for (Result result : results) {
        byte[] row = result.getRow();
        long time = Long.MAX_VALUE - Bytes.toLong(row, 3);
        scanned.rows.add(new Row(row, Bytes.toString(row, 0, 3), time, print(result)));
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

  Map<String, List<String>> newest(int limit, LongPredicate times) {
    Map<String, List<String>> newest = new LinkedHashMap<>();
    for (Row row : rows) {
      if (times.test(row.time())) {
        List<String> ofKey = newest.computeIfAbsent(row.key(), none -> new ArrayList<>());
        if (ofKey.size() < limit) {
          ofKey.add(row.printed());
        }
      }
    }
    return newest;
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
    List<String> printed = answer.rows().stream().map(row -> print(row.result())).toList();
    if (rows.put(Bytes.toString(answer.key()), printed) != null) {
      throw new IllegalStateException(
          "key '" + Bytes.toString(answer.key()) + "' was answered twice");
    }
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
