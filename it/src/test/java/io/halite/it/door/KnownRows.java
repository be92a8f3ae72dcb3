package io.halite.it.door;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What rows hold that have one writer: what its acknowledged writes have left there. A write that
 * is under way or has failed leaves open whether it was done.
 */
final class KnownRows {
  /** The column whose value is a number of 8 bytes; those of others are texts. */
  static final String COUNT = "count";

  private final SortedMap<String, Set<Map<String, String>>> rows = new TreeMap<>();

  /** Sends a write, which is acknowledged when this returns. */
  interface Write {
    void send() throws Exception;
  }

  /** What a write does to the columns of a row. */
  interface Effect extends UnaryOperator<Map<String, String>> {
    /** Both, one after the other. */
    default Effect then(Effect next) {
      return columns -> next.apply(apply(columns));
    }

    /** Sets a column. */
    static Effect set(String column, String value) {
      return change(columns -> columns.put(column, value));
    }

    /** Adds to the text of a column. */
    static Effect append(String column, String more) {
      return change(columns -> columns.merge(column, more, String::concat));
    }

    /** Adds one to {@link #COUNT}. */
    static Effect count() {
      return change(
          columns ->
              columns.merge(COUNT, "1", (sum, one) -> Long.toString(Long.parseLong(sum) + 1)));
    }

    /** Deletes a column. */
    static Effect delete(String column) {
      return change(columns -> columns.remove(column));
    }

    /** Deletes the row. */
    static Effect deleteAll() {
      return columns -> Map.of();
    }

    private static Effect change(Consumer<Map<String, String>> change) {
      return columns -> {
        Map<String, String> changed = new HashMap<>(columns);
        change.accept(changed);
        return Map.copyOf(changed);
      };
    }
  }

  /** Sends one write of these rows, with the same effect on each. */
  void write(List<String> written, Effect effect, Write write) throws Exception {
    Map<String, Set<Map<String, String>>> done = new HashMap<>();
    for (String row : written) {
      Set<Map<String, String>> before = possible(row);
      Set<Map<String, String>> after = new HashSet<>();
      before.forEach(columns -> after.add(effect.apply(columns)));
      Set<Map<String, String>> open = new HashSet<>(before);
      open.addAll(after);
      done.put(row, after);
      rows.put(row, open);
    }
    write.send();
    rows.putAll(done);
  }

  /** All rows that were written. */
  Set<String> names() {
    return rows.keySet();
  }

  /** What a row may hold: texts by the names of its columns, none if it is not there. */
  Set<Map<String, String>> possible(String row) {
    return rows.getOrDefault(row, Set.of(Map.of()));
  }

  /** What a row does hold. */
  static Map<String, String> columns(Result result) {
    Map<String, String> columns = new HashMap<>();
    if (!result.isEmpty()) {
      for (Cell cell : result.rawCells()) {
        String column = Bytes.toString(CellUtil.cloneQualifier(cell));
        byte[] value = CellUtil.cloneValue(cell);
        columns.put(
            column,
            column.equals(COUNT) ? Long.toString(Bytes.toLong(value)) : Bytes.toString(value));
      }
    }
    return Map.copyOf(columns);
  }
}
