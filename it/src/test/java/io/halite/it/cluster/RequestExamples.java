package io.halite.it.cluster;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.util.Bytes;

/** What the examples of {@link RequestKind} are made of. */
final class RequestExamples {
  static final byte[] ROW = Bytes.toBytes("row");
  static final byte[] OTHER = Bytes.toBytes("other");
  static final byte[] COUNTER = Bytes.toBytes("n");
  static final byte[] NONE = Bytes.toBytes("none");

  private RequestExamples() {}

  static Put put() {
    return new Put(ROW).addColumn(F, Q, Q);
  }

  static Put other() {
    return new Put(OTHER).addColumn(F, Q, Q);
  }

  static Delete delete() {
    return new Delete(ROW).addColumns(F, NONE);
  }

  static Delete deleteOther() {
    return new Delete(OTHER).addColumns(F, NONE);
  }

  static Increment increment() {
    return new Increment(ROW).addColumn(F, COUNTER, 1);
  }

  static Append append() {
    return new Append(ROW).addColumn(F, Bytes.toBytes("a"), Q);
  }

  static RowMutations mutations() throws IOException {
    return RowMutations.of(List.of(put(), delete()));
  }

  static List<Row> mixed() {
    return List.of(put(), other(), new Get(ROW));
  }

  static List<Get> gets() {
    return List.of(new Get(ROW), new Get(OTHER));
  }

  /** A condition on one column, which holds. */
  static CheckAndMutate.Builder check() {
    return CheckAndMutate.newBuilder(ROW).ifNotExists(F, NONE);
  }

  /** A condition on the row, which holds if the row exists. */
  static CheckAndMutate.Builder checkRow() {
    return CheckAndMutate.newBuilder(ROW).ifMatches(new FilterList());
  }

  static void read(ResultScanner scanner) throws IOException {
    try (scanner) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        if (row.isEmpty()) {
          throw new IOException("a scan returned an empty row");
        }
      }
    }
  }
}
