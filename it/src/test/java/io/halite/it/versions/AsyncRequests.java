package io.halite.it.versions;

import static io.halite.it.versions.Rows.F;
import static io.halite.it.versions.Rows.N;
import static io.halite.it.versions.Rows.Q;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** One round of requests of the asynchronous client, and what each returned. */
final class AsyncRequests {
  private AsyncRequests() {}

  static List<String> send(AsyncTable<AdvancedScanResultConsumer> table, int round)
      throws InterruptedException, ExecutionException {
    List<String> answers = new ArrayList<>();
    byte[] d = Rows.key(round, 'd');
    byte[] e = Rows.key(round, 'e');
    CompletableFuture.allOf(
            table.putAll(
                List.of(
                    new Put(d).addColumn(F, Q, 1, Bytes.toBytes("d " + round)),
                    new Put(e).addColumn(F, Q, 1, Bytes.toBytes("e " + round)))))
        .get();
    answers.add("counted " + Rows.value(table.increment(increment(d)).get(), N));
    for (Result result : table.getAll(List.of(new Get(e), new Get(d))).get()) {
      answers.add(Rows.text(result));
    }
    answers.add(
        "cas "
            + table
                .checkAndMutate(e, F)
                .qualifier(Q)
                .ifEquals(Bytes.toBytes("e " + round))
                .thenDelete(new Delete(e).addColumns(F, Q))
                .get());
    for (Result result : table.scanAll(Rows.scan(round, false)).get()) {
      answers.add(Rows.text(result));
    }
    PushedRows pushed = new PushedRows();
    table.scan(Rows.scan(round, true), pushed);
    answers.addAll(pushed.all().get());
    return answers;
  }

  private static Increment increment(byte[] row) {
    return new Increment(row).addColumn(F, N, 3);
  }
}
