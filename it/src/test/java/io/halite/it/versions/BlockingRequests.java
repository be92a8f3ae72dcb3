package io.halite.it.versions;

import static io.halite.it.versions.Rows.F;
import static io.halite.it.versions.Rows.N;
import static io.halite.it.versions.Rows.Q;

import java.io.IOException;
import java.util.ArrayList;
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
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** One round of requests of the blocking client, and what each returned. */
final class BlockingRequests {
  private BlockingRequests() {}

  static List<String> send(Table table, int round) throws IOException {
    List<String> answers = new ArrayList<>();
    byte[] a = Rows.key(round, 'a');
    byte[] b = Rows.key(round, 'b');
    byte[] c = Rows.key(round, 'c');
    table.put(new Put(a).addColumn(F, Q, 1, Bytes.toBytes("put " + round)));
    answers.add(Rows.text(table.get(new Get(a))));
    answers.add("exists " + table.exists(new Get(b)));
    answers.add("counted " + table.incrementColumnValue(a, F, N, round));
    answers.add(Rows.value(table.append(new Append(a).addColumn(F, Q, Bytes.toBytes("+"))), Q));
    answers.add("cas " + table.checkAndMutate(ifAbsent(b)).isSuccess());
    answers.add("cas again " + table.checkAndMutate(ifAbsent(b)).isSuccess());
    table.mutateRow(
        RowMutations.of(
            List.of(
                new Put(b).addColumn(F, N, 2, Bytes.toBytes(7L)), new Delete(b).addColumns(F, Q))));
    Object[] results = new Object[3];
    try {
      table.batch(batch(a, b, c), results);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("a batch was interrupted", e);
    }
    answers.add("counted in a batch " + Rows.value((Result) results[1], N));
    answers.add(Rows.text((Result) results[2]));
    answers.addAll(scan(table, round, false));
    answers.addAll(scan(table, round, true));
    table.delete(new Delete(c));
    answers.add("exists " + table.exists(new Get(c)));
    return answers;
  }

  private static CheckAndMutate ifAbsent(byte[] row) {
    return CheckAndMutate.newBuilder(row)
        .ifNotExists(F, Q)
        .build(new Put(row).addColumn(F, Q, 1, Bytes.toBytes("absent")));
  }

  private static List<Row> batch(byte[] a, byte[] b, byte[] c) {
    return List.of(
        new Put(c).addColumn(F, Q, 3, Bytes.toBytes("batch")),
        new Increment(b).addColumn(F, N, 5),
        new Get(a).addColumn(F, Q));
  }

  private static List<String> scan(Table table, int round, boolean reversed) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(Rows.scan(round, reversed))) {
      for (Result result : scanner) {
        rows.add(Rows.text(result));
      }
    }
    return rows;
  }
}
