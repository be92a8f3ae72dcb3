package io.halite.client.shell;

import io.halite.client.index.IndexFill.Filled;
import io.halite.client.index.IndexLookup;
import io.halite.client.index.IndexSweep;
import io.halite.client.index.IndexSweep.Swept;
import io.halite.keys.IndexRange;
import io.halite.keys.KeyBytes;
import io.halite.keys.RowIndex;
import io.halite.keys.Utf8;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The commands of HBase's shell on indexes: {@code find_by}, {@code fill_index} and {@code
 * sweep_index}.
 *
 * <p>Stateless; the shell closes the connection. It runs with the client of HBase 2.4 and newer.
 */
public final class IndexCommands {
  private IndexCommands() {}

  /**
   * Finds rows by values of an index.
   *
   * @param values the indexed values one after another, in the order of the index: all of them or
   *     the leading ones, each whole; {@code 30 30 30 30 34 32} for order {@code 000042}
   * @param bounds of the next value: its beginning, {@code PREFIX}; or {@code FROM} the smallest
   *     and {@code TO} the smallest behind it, as people write them, in UTF-8; none for the values
   *     alone
   * @param limit the most rows to return
   * @return a header, then for each row its natural key and its cells
   * @throws IllegalArgumentException if the values or bounds do not fit the index, or the limit is
   *     no whole number of at least 1
   */
  public static List<List<String>> find(
      Connection connection,
      String table,
      String index,
      byte[] values,
      Map<String, byte[]> bounds,
      Object limit)
      throws IOException {
    int most = CountOption.of("LIMIT", limit);
    Map<String, String> texts = new HashMap<>();
    bounds.forEach((name, bytes) -> texts.put(name, Utf8.decode(bytes)));
    IndexLookup lookup = open(connection, table, index);
    RowText text = new RowText(lookup.spec().layout());
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of(text.names(), "COLUMN+CELL"));
    IndexRange asked = range(lookup.index(), values, texts);
    for (Result row : lookup.find(asked, new Scan(), most)) {
      List<String> line = new ArrayList<>(List.of(text.print(row.getRow())));
      for (Cell cell : row.rawCells()) {
        line.add(RowText.print(cell));
      }
      lines.add(line);
    }
    return lines;
  }

  private static IndexRange range(RowIndex index, byte[] values, Map<String, String> bounds) {
    if (bounds.containsKey("PREFIX")) {
      if (bounds.size() > 1) {
        throw new IllegalArgumentException(
            "PREFIX '%s' is given with FROM or TO, but is a range itself: leave one of them out"
                .formatted(KeyBytes.cut(bounds.get("PREFIX"))));
      }
      return IndexRange.prefixText(index, values, bounds.get("PREFIX"));
    }
    return bounds.isEmpty()
        ? IndexRange.values(index, values)
        : IndexRange.ofText(
            index, values, bounds.getOrDefault("FROM", ""), bounds.getOrDefault("TO", ""));
  }

  /**
   * Makes the entries of rows that were written before the table had the index; returns how many.
   */
  public static long fill(Connection connection, String table, String index, Consumer<String> line)
      throws IOException {
    Filled filled =
        open(connection, table, index).fill().run(so -> line.accept(so.entries() + " entries ..."));
    line.accept(
        filled.leftOut() == 0
            ? filled.entries() + " entries made"
            : "%d entries made, %d values too long for one left out"
                .formatted(filled.entries(), filled.leftOut()));
    return filled.entries();
  }

  /** Removes the entries that no row makes any more; returns how many. */
  public static long sweep(Connection connection, String table, String index, Consumer<String> line)
      throws IOException {
    IndexSweep sweep = open(connection, table, index).sweep(IndexSweep.YOUNGEST);
    Swept end = sweep.run(sweep.clock(), so -> line.accept(print(so) + " ..."));
    line.accept(print(end));
    return end.swept();
  }

  private static String print(Swept swept) {
    return "%d entries read, %d swept, %d younger than %d minutes left"
        .formatted(swept.entries(), swept.swept(), swept.young(), IndexSweep.YOUNGEST.toMinutes());
  }

  private static IndexLookup open(Connection connection, String table, String index)
      throws IOException {
    return IndexLookup.of(connection, TableName.valueOf(table), index);
  }
}
