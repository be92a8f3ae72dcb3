package io.halite.it.oracle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Random;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/** Random mutations of one row, explicit in their timestamps unless asked otherwise. */
final class Mutations {
  private static final long TEN_HOURS_MILLIS = 36_000_000;
  private static final int MANY_TICKS = 200;

  private final Random random;
  private final Columns columns;
  private final TwinClock clock;
  private final boolean singlePlace;

  Mutations(Random random, Columns columns, TwinClock clock, boolean singlePlace) {
    this.random = random;
    this.columns = columns;
    this.clock = clock;
    this.singlePlace = singlePlace;
  }

  Put put(byte[] row) {
    return put(row, clock.tick());
  }

  /** A put of one to four cells; {@code timestamp} may be LATEST. */
  Put put(byte[] row, long timestamp) {
    Put put = new Put(row);
    int cells = 1 + random.nextInt(4);
    for (int i = 0; i < cells; i++) {
      if (random.nextInt(6) == 0) {
        put.addColumn(
            columns.family(), columns.number(), timestamp, Bytes.toBytes(random.nextLong() >> 20));
      } else {
        put.addColumn(columns.family(), columns.qualifier(), timestamp, columns.value());
      }
    }
    if (random.nextInt(16) == 0) {
      addMarker(put);
    }
    if (random.nextInt(10) == 0) {
      put.setTTL(TEN_HOURS_MILLIS + random.nextInt(1000));
    }
    return decorated(put);
  }

  /** HBase takes delete markers inside a put. */
  private void addMarker(Put put) {
    boolean ofColumn = random.nextBoolean();
    KeyValue.Type version = ofColumn ? KeyValue.Type.Delete : KeyValue.Type.DeleteFamilyVersion;
    KeyValue.Type all = ofColumn ? KeyValue.Type.DeleteColumn : KeyValue.Type.DeleteFamily;
    byte[] qualifier = ofColumn ? columns.qualifierOrCounter() : new byte[0];
    KeyValue.Type type = random.nextBoolean() ? version : all;
    try {
      put.add(new KeyValue(put.getRow(), columns.family(), qualifier, past(), type));
    } catch (IOException e) {
      throw new UncheckedIOException("a cell of another row", e);
    }
  }

  /** A put of a family that no table has. */
  Put misfit(byte[] row) {
    return new Put(row).addColumn(Bytes.toBytes("no"), columns.qualifier(), columns.value());
  }

  /** A delete of one of all kinds, at the present, at a past timestamp, or of what is latest. */
  Delete delete(byte[] row) {
    long timestamp = random.nextInt(3) == 0 ? past() : clock.tick();
    Delete delete = new Delete(row);
    switch (random.nextInt(12)) {
      case 0 -> delete = new Delete(row, timestamp);
      case 1 -> delete.addFamily(columns.family(), timestamp);
      case 2 -> delete.addFamilyVersion(columns.family(), past());
      case 3, 4 -> delete.addColumns(columns.family(), columns.qualifierOrCounter(), timestamp);
      case 5 -> delete.addColumn(columns.family(), columns.qualifierOrCounter(), past());
      case 6 -> {
        delete.addColumns(columns.family(), columns.qualifier(), timestamp);
        delete.addColumn(columns.family(), columns.qualifier(), past());
      }
      default -> delete.addColumn(columns.family(), columns.qualifierOrCounter(), clock.tick());
    }
    return decorated(delete);
  }

  /** A delete that the server stamps: a whole row, family, column, or its latest version. */
  Delete stampedDelete(byte[] row) {
    Delete delete = new Delete(row);
    switch (random.nextInt(singlePlace ? 4 : 2)) {
      case 0 -> delete.addFamily(columns.family());
      case 1 -> delete.addColumns(columns.family(), columns.qualifierOrCounter());
      case 2 -> delete.addColumn(columns.family(), columns.qualifierOrCounter());
      default -> delete.setId("whole row");
    }
    return decorated(delete);
  }

  Increment increment(byte[] row) throws IOException {
    Increment increment = new Increment(row);
    int cells = 1 + random.nextInt(2);
    for (int i = 0; i < cells; i++) {
      increment.addColumn(columns.family(), columns.counter(), random.nextInt(9) - 3);
    }
    increment.setReturnResults(random.nextInt(5) != 0);
    if (random.nextInt(8) == 0) {
      increment.setTimeRange(0, past());
    }
    return decorated(increment);
  }

  Append append(byte[] row) {
    Append append = new Append(row);
    int cells = 1 + random.nextInt(2);
    for (int i = 0; i < cells; i++) {
      append.addColumn(columns.family(), columns.qualifier(), columns.value());
    }
    append.setReturnResults(random.nextInt(5) != 0);
    if (random.nextInt(8) == 0) {
      append.setTimeRange(0, past());
    }
    return decorated(append);
  }

  /** Two to five mutations of one row, of all kinds. */
  RowMutations rowMutations(byte[] row) throws IOException {
    RowMutations mutations = new RowMutations(row);
    int count = 2 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      mutations.add(
          switch (random.nextInt(8)) {
            case 0, 1 -> delete(row);
            case 2 -> increment(row);
            case 3 -> append(row);
            default -> put(row);
          });
    }
    return mutations;
  }

  /** One mutation of any kind but RowMutations. */
  Mutation any(byte[] row) throws IOException {
    return switch (random.nextInt(6)) {
      case 0 -> delete(row);
      case 1 -> increment(row);
      case 2 -> append(row);
      default -> put(row);
    };
  }

  static boolean stamps(Mutation mutation) {
    return mutation instanceof Increment || mutation instanceof Append;
  }

  /** An explicit timestamp not long ago, so that it often meets a cell. */
  long past() {
    long back = random.nextInt((int) Math.min(MANY_TICKS, clock.last() - clock.first() + 1));
    return clock.last() - back;
  }

  private <T extends Mutation> T decorated(T mutation) {
    switch (random.nextInt(12)) {
      case 0 -> mutation.setDurability(Durability.SKIP_WAL);
      case 1 -> mutation.setDurability(Durability.ASYNC_WAL);
      case 2 -> mutation.setDurability(Durability.SYNC_WAL);
      case 3 -> mutation.setAttribute("trace", Bytes.toBytes("t1"));
      case 4 -> mutation.setDurability(Durability.FSYNC_WAL);
      case 5 -> mutation.setPriority(1 + random.nextInt(5));
      default -> {
        return mutation;
      }
    }
    return mutation;
  }
}
