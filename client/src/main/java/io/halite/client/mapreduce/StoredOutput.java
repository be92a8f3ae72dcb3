package io.halite.client.mapreduce;

import io.halite.filters.cell.CopiedCell;
import io.halite.filters.cell.RekeyedCell;
import io.halite.keys.RowKeyException;
import io.halite.keys.Salt;
import io.halite.routing.table.CopiedMutation;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.util.MapReduceExtendedCell;

/**
 * Gives what a mapper writes for files its stored keys.
 *
 * <p>Under {@code hash(*) % 16} a cell or a put of {@code 41 54 4C} becomes one of {@code 0C·41 54
 * 4C}. Under {@code random % 16} the put becomes one in the place of its time stamp, as a client's
 * put does, and a delete marker becomes 16. Family, qualifier, time stamp, type, value, tags and
 * sequence id stay. Immutable.
 */
final class StoredOutput {
  private final SaltedTable table;
  private final long now;

  /** Receives rows that are stored keys, and values of these rows. */
  interface Receiver {
    void write(ImmutableBytesWritable row, Object value) throws IOException, InterruptedException;
  }

  /**
   * The output of a mapper for a table.
   *
   * @param now the time of cells that have none, where the place of a cell depends on it
   */
  StoredOutput(SaltedTable table, long now) {
    this.table = table;
    this.now = now;
  }

  /** Whether values of this class can be given stored keys. */
  static boolean takes(Class<?> value) {
    return Set.of(Put.class, KeyValue.class, MapReduceExtendedCell.class).contains(value);
  }

  /**
   * Passes a value on under its stored key, or under several.
   *
   * @throws IOException if the table cannot store the row, naming the rule and the table
   */
  void write(Object natural, Receiver receiver) throws IOException, InterruptedException {
    try {
      if (natural instanceof Put put) {
        write(put, receiver);
      } else if (natural instanceof Cell cell) {
        write(cell, receiver);
      } else {
        throw new IOException(
            "the mapper wrote a value of " + natural.getClass().getName() + ": " + rule());
      }
    } catch (RowKeyException e) {
      throw table.refused(e);
    }
  }

  /** Which values can be given stored keys. */
  static String rule() {
    return "puts and cells alone can be given stored keys: write values of Put, KeyValue or"
        + " MapReduceExtendedCell";
  }

  private void write(Put natural, Receiver receiver) throws IOException, InterruptedException {
    for (Mutation stored : copies(natural)) {
      // These puts are read by a reducer and never sent.
      stored.setAttribute(Mark.ATTRIBUTE, null);
      receiver.write(new ImmutableBytesWritable(stored.getRow()), stored);
    }
  }

  private List<Mutation> copies(Put natural) throws IOException {
    return table.salt().isSinglePlace()
        ? List.of(table.mutations().copy(table.salt().salt(natural.getRow()), natural))
        : table.multiPlaceWrites().copies(CopiedMutation.of(natural), now);
  }

  private void write(Cell natural, Receiver receiver) throws IOException, InterruptedException {
    for (byte[] row : places(natural)) {
      KeyValue stored = CopiedCell.of(row, stamped(natural));
      receiver.write(
          new ImmutableBytesWritable(row),
          natural instanceof KeyValue ? exact(stored) : new MapReduceExtendedCell(stored));
    }
  }

  /** Hadoop refuses values of a subclass of the class that the job names. */
  private static KeyValue exact(KeyValue stored) {
    KeyValue exact = new KeyValue(stored.getBuffer(), stored.getOffset(), stored.getLength());
    exact.setSequenceId(stored.getSequenceId());
    return exact;
  }

  private Cell stamped(Cell natural) {
    if (table.salt().isSinglePlace() || natural.getTimestamp() != HConstants.LATEST_TIMESTAMP) {
      return natural;
    }
    RekeyedCell stamped = new RekeyedCell(CellUtil.cloneRow(natural), natural);
    stamped.setTimestamp(now);
    return stamped;
  }

  private List<byte[]> places(Cell natural) {
    Salt salt = table.salt();
    byte[] row = CellUtil.cloneRow(natural);
    byte[] place = salt.salt(row, stamped(natural).getTimestamp());
    return salt.isSinglePlace() || !CellUtil.isDelete(natural) ? List.of(place) : salt.places(row);
  }
}
