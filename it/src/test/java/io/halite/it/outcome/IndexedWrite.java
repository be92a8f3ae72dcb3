package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;

import java.util.List;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Writes that create a row whose key and whose column {@code f:buyer} are indexed. */
enum IndexedWrite {
  PUT(
      (table, put) -> {
        table.put(put);
        return List.of();
      }),
  CHECKED_PUT((table, put) -> table.checkAndMutate(ifAbsent(put).build(put))),
  /** Creates the row without the column. */
  INCREMENT((table, put) -> table.increment(five(put))),
  CHECKED_INCREMENT(
      (table, put) ->
          table.checkAndMutate(
              ifAbsent(put).build(RowMutations.of(List.<Mutation>of(put, five(put)))))),
  BATCH(
      (table, put) -> {
        Object[] answers = new Object[3];
        table.batch(
            List.of(
                put,
                five(put),
                CheckAndMutate.newBuilder(put.getRow())
                    .ifEquals(F, buyer(), put.getRow())
                    .build(new Put(put.getRow()).addColumn(F, Q, Q))),
            answers);
        return List.of(answers);
      });

  private final Sending sending;

  IndexedWrite(Sending sending) {
    this.sending = sending;
  }

  private interface Sending {
    Object send(Table table, Put put) throws Exception;
  }

  static byte[] buyer() {
    return Bytes.toBytes("buyer");
  }

  private static CheckAndMutate.Builder ifAbsent(Put put) {
    return CheckAndMutate.newBuilder(put.getRow()).ifNotExists(F, buyer());
  }

  private static Increment five(Put put) {
    return new Increment(put.getRow()).addColumn(F, Bytes.toBytes("n"), 5);
  }

  /** Whether the row gets its key as its buyer. */
  boolean hasBuyer() {
    return this != INCREMENT;
  }

  /** Sends the write of a row; returns its answer. */
  Object send(Table table, byte[] row) throws Exception {
    return sending.send(table, new Put(row).addColumn(F, buyer(), row));
  }
}
