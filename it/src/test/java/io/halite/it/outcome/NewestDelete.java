package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** The ways to delete the newest version of a cell. */
enum NewestDelete {
  ALONE(Table::delete),
  BESIDE_A_PUT(
      (table, newest) ->
          table.mutateRow(both(newest, new Put(newest.getRow()).addColumn(F, other(), other())))),
  /** HBase numbers the row, and by that number it knows the increment again. */
  BESIDE_AN_INCREMENT(
      (table, newest) -> {
        Increment counted = new Increment(newest.getRow()).addColumn(F, other(), 1);
        Result answer = table.mutateRow(both(newest, counted));
        assertThat(Bytes.toLong(answer.getValue(F, other()))).isEqualTo(1);
        Get stored = new Get(newest.getRow()).addColumn(F, other());
        assertThat(Bytes.toLong(table.get(stored).value())).isEqualTo(1);
      }),
  IN_A_BATCH(
      (table, newest) ->
          table.batch(List.of(newest, new Delete(other()).addColumns(F, Q)), new Object[2]));

  private final Sending sending;

  NewestDelete(Sending sending) {
    this.sending = sending;
  }

  private interface Sending {
    void send(Table table, Delete newest) throws Exception;
  }

  /** Whether its repeat is known as such. */
  boolean isNumbered() {
    return this == BESIDE_AN_INCREMENT;
  }

  /** Deletes the newest version of {@code F:Q} in the row. */
  void send(Table table, byte[] row) throws Exception {
    sending.send(table, new Delete(row).addColumn(F, Q));
  }

  private static byte[] other() {
    return Bytes.toBytes("other");
  }

  private static RowMutations both(Mutation one, Mutation other) throws Exception {
    return RowMutations.of(List.of(one, other));
  }
}
