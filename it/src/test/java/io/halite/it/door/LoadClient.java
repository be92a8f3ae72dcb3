package io.halite.it.door;

import static io.halite.it.door.PlacedTable.F;
import static io.halite.it.door.PlacedTable.Q;
import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.TestTable;
import io.halite.it.door.KnownRows.Effect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** One client of a {@link DoorLoad}: it writes rows of its own and knows what they must hold. */
final class LoadClient {
  /** After so many rounds it has sent every kind of request. */
  static final int FULL_TURN = 11;

  /** Rows of one letter, which it writes again and again. */
  private static final int ROWS = 50;

  private static final int SWAPPED_ROWS = 10;
  private static final String FIXED = "fixed";

  private final KnownRows rows = new KnownRows();
  private final int number;
  private final Table table;
  private final int fixedRows;

  LoadClient(int number, Table table, int fixedRows) {
    this.number = number;
    this.table = table;
    this.fixedRows = fixedRows;
  }

  /** A row that stays as it is; the rows begin with all letters. */
  private static String fixed(int number) {
    return (char) (number % 2 == 0 ? 'A' + number % 26 : 'a' + number % 26) + FIXED + number;
  }

  /** Writes the rows that stay as they are. */
  static void writeFixed(Table client, int rows) throws Exception {
    for (int i = 0; i < rows; i++) {
      client.put(new Put(bytes(fixed(i))).addColumn(F, bytes(FIXED), bytes("x")));
    }
  }

  private String row(char letter, int count) {
    return letter + "c" + number + "-" + count % ROWS;
  }

  /** Writes some rows, and reads back what they hold; at times it scans those that stay. */
  void round(int round) throws Exception {
    String value = "v" + round;
    String lone = row('n', round);
    List<String> both = List.of(row('b', round), row('B', round));
    rows.write(List.of(lone), Effect.set("q", value), () -> table.put(put(lone, value)));
    rows.write(
        both,
        Effect.set("q", value),
        () -> table.put(both.stream().map(row -> put(row, value)).toList()));
    Set<String> written = new TreeSet<>(both);
    written.add(lone);
    written.add(changeAnother(round, value));
    for (String row : written) {
      assertThat(rows.possible(row))
          .as("what %s may hold", row)
          .contains(KnownRows.columns(table.get(new Get(bytes(row)))));
    }
    String counter = (number % 2 == 0 ? "m" : "M") + "count" + number;
    Increment one = new Increment(bytes(counter)).addColumn(F, bytes(KnownRows.COUNT), 1);
    rows.write(List.of(counter), Effect.count(), () -> table.increment(one));
    if (round % 10 == 0) {
      scanFixed(round % 20 != 0);
    }
  }

  /** Changes a row by another kind of write; returns the row. */
  private String changeAnother(int round, String value) throws Exception {
    int turn = round / 4;
    boolean even = turn % 2 == 0;
    return switch (round % 4) {
      case 0 -> append(row(even ? 'b' : 'B', round));
      case 1 -> exchange(row(even ? 'b' : 'B', round), value, "w" + round);
      case 2 -> swap(row(even ? 'o' : 'O', turn % SWAPPED_ROWS), turn / SWAPPED_ROWS, value);
      default -> delete(row(even ? 'n' : 'B', round - 1));
    };
  }

  private String append(String row) throws Exception {
    Append append = new Append(bytes(row)).addColumn(F, Q, bytes("+"));
    rows.write(List.of(row), Effect.append("q", "+"), () -> table.append(append));
    return row;
  }

  private String exchange(String row, String old, String value) throws Exception {
    CheckAndMutate exchange =
        CheckAndMutate.newBuilder(bytes(row)).ifEquals(F, Q, bytes(old)).build(put(row, value));
    rows.write(
        List.of(row),
        Effect.set("q", value),
        () -> {
          // As in HBase, a repeat does not find the old value if only the answer was lost.
          assertThat(
                  table.checkAndMutate(exchange).isSuccess()
                      || KnownRows.columns(table.get(new Get(bytes(row))))
                          .equals(Map.of("q", value)))
              .as("%s held %s, and is set to %s", row, old, value)
              .isTrue();
        });
    return row;
  }

  /** Sets one of two columns and deletes the other at once. */
  private String swap(String row, int times, String value) throws Exception {
    String set = times % 2 == 0 ? "p" : "q";
    String deleted = times % 2 == 0 ? "q" : "p";
    RowMutations both =
        RowMutations.of(
            List.of(
                new Put(bytes(row)).addColumn(F, bytes(set), bytes(value)),
                new Delete(bytes(row)).addColumns(F, bytes(deleted))));
    rows.write(
        List.of(row),
        Effect.set(set, value).then(Effect.delete(deleted)),
        () -> table.mutateRow(both));
    return row;
  }

  /** Deletes a row that comes next in 49 rounds: a delete covers later puts of its millisecond. */
  private String delete(String row) throws Exception {
    rows.write(List.of(row), Effect.deleteAll(), () -> table.delete(new Delete(bytes(row))));
    return row;
  }

  private void scanFixed(boolean reversed) throws Exception {
    Scan scan = new Scan().addColumn(F, bytes(FIXED)).setCaching(7).setReversed(reversed);
    Comparator<String> order = Comparator.naturalOrder();
    assertThat(TestTable.scan(table, scan))
        .isSortedAccordingTo(reversed ? order.reversed() : order)
        .doesNotHaveDuplicates()
        .hasSize(fixedRows);
  }

  /** What its rows may hold. */
  KnownRows rows() {
    return rows;
  }

  /**
   * The rows that do not hold what they must, now that it writes no more.
   *
   * @param scanned all rows of the table, as a scan has shown them
   */
  List<String> differences(Table reader, Map<String, Map<String, String>> scanned)
      throws Exception {
    List<String> names = List.copyOf(rows.names());
    Result[] got = reader.get(names.stream().map(row -> new Get(bytes(row))).toList());
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < got.length; i++) {
      String row = names.get(i);
      compare("get", row, KnownRows.columns(got[i]), differences);
      compare("scan", row, scanned.getOrDefault(row, Map.of()), differences);
    }
    return differences;
  }

  private void compare(
      String way, String row, Map<String, String> found, List<String> differences) {
    if (!rows.possible(row).contains(found)) {
      differences.add("%s: %s shows %s, not %s".formatted(row, way, found, rows.possible(row)));
    }
  }
}
