package io.halite.it.linear;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rows that have a text, by which an index finds them, or should.
 *
 * @param found how many it finds
 * @param missing the keys of those that it does not find
 */
record IndexedRows(int found, List<String> missing) {
  /** The spec of a table that is salted as one without an index, with an index of the texts. */
  static String spec(String withoutIndex) {
    return withoutIndex + ",index=bySet(f:set) % 2";
  }

  /** Asks a table that nobody else writes for each of these rows that has a text. */
  static IndexedRows of(Table table, List<byte[]> keys) throws IOException {
    int found = 0;
    List<String> missing = new ArrayList<>();
    for (byte[] key : keys) {
      Optional<byte[]> text = text(table, key);
      if (text.isEmpty()) {
        continue;
      }
      if (isFound(table, key, text.get())) {
        found++;
      } else if (text(table, key).filter(now -> Arrays.equals(now, text.get())).isPresent()) {
        // A write whose client no longer waited would have changed the text.
        missing.add(Bytes.toStringBinary(key) + " by " + Bytes.toString(text.get()));
      }
    }
    return new IndexedRows(found, missing);
  }

  private static Optional<byte[]> text(Table table, byte[] key) throws IOException {
    return Optional.ofNullable(
        table.get(new Get(key).addColumn(Rows.F, Rows.SET)).getValue(Rows.F, Rows.SET));
  }

  private static boolean isFound(Table table, byte[] key, byte[] text) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(key)
            .withStopRow(key, true)
            .addColumn(Rows.F, Rows.SET)
            .setAttribute("halite.index", Bytes.toBytes("bySet: " + Bytes.toString(text)));
    try (ResultScanner scanner = table.getScanner(scan)) {
      Result row = scanner.next();
      return row != null && Arrays.equals(row.getRow(), key);
    }
  }
}
