package io.halite.it.demo;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a client reads, compared with what it wrote.
 *
 * @param same the flights that came back as they were written
 * @param differences the flights that did not come back or came back changed, and the rows that
 *     were never written or came out of order
 */
record ReadBack(int same, int differences) {
  private static final int BATCH = 500;

  /** A table that answers several gets at once, as HBase's {@code Table} does. */
  interface Gets {
    Result[] get(List<Get> gets) throws IOException;
  }

  /** Gets each flight by its natural key. */
  static ReadBack byGet(Gets table, List<Flight> flights, RowProgressBar progress)
      throws IOException {
    int same = 0;
    for (int from = 0; from < flights.size(); from += BATCH) {
      List<Flight> batch = flights.subList(from, Math.min(from + BATCH, flights.size()));
      Result[] results = table.get(batch.stream().map(f -> new Get(f.rowKey())).toList());
      for (int i = 0; i < results.length; i++) {
        same += batch.get(i).isIn(results[i]) ? 1 : 0;
      }
      progress.add(results.length);
    }
    progress.finish();
    return new ReadBack(same, flights.size() - same);
  }

  /** Takes all rows of a table, which must be the flights in the order of their natural keys. */
  static ReadBack byScan(Iterable<Result> rows, List<Flight> flights, RowProgressBar progress) {
    int same = 0;
    int differences = 0;
    int expected = 0;
    for (Result row : rows) {
      while (expected < flights.size()
          && Bytes.compareTo(flights.get(expected).rowKey(), row.getRow()) < 0) {
        expected++;
        differences++; // Passed over: it did not come, or will come out of order.
      }
      boolean wanted =
          expected < flights.size() && Bytes.equals(flights.get(expected).rowKey(), row.getRow());
      if (wanted && flights.get(expected).isIn(row)) {
        same++;
      } else {
        differences++;
      }
      expected += wanted ? 1 : 0;
      if ((same + differences) % BATCH == 0) {
        progress.add(BATCH);
      }
    }
    progress.add((same + differences) % BATCH);
    progress.finish();
    return new ReadBack(same, differences + flights.size() - expected);
  }
}
