package io.halite.client.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;

/**
 * Numbers the stored writes of a buffer in the order in which they are added. HBase's mutator says
 * which writes have failed to whichever thread sent them, and no thread knows what another one has
 * heard before. Thread-safe.
 */
final class NumberedWrites {
  private final AtomicLong added = new AtomicLong();

  /** A write that has a number of its own; it is no part of what is sent to a server. */
  private interface Numbered {
    long number();
  }

  /** The same write, of the same kind, with the next number. It takes over the cells. */
  Mutation next(Mutation stored) {
    long number = added.incrementAndGet();
    Mutation numbered = numbered(stored, number);
    stored.getAttributesMap().forEach(numbered::setAttribute);
    numbered.setPriority(stored.getPriority());
    return numbered.setDurability(stored.getDurability());
  }

  private static Mutation numbered(Mutation stored, long number) {
    if (stored instanceof Put) {
      return new NumberedPut(stored, number);
    }
    if (stored instanceof Delete) {
      return new NumberedDelete(stored, number);
    }
    try {
      return stored instanceof Increment increment
          ? new NumberedIncrement(increment, number)
          : new NumberedAppend((Append) stored, number);
    } catch (IOException e) {
      throw new UncheckedIOException("a write's own time range was refused by its copy", e);
    }
  }

  /**
   * The number of a write.
   *
   * @param otherwise of a write without a number
   */
  static long of(Row write, long otherwise) {
    return write instanceof Numbered numbered ? numbered.number() : otherwise;
  }

  private static final class NumberedPut extends Put implements Numbered {
    private final long number;

    NumberedPut(Mutation stored, long number) {
      super(stored.getRow(), stored.getTimestamp(), stored.getFamilyCellMap());
      this.number = number;
    }

    @Override
    public long number() {
      return number;
    }
  }

  private static final class NumberedDelete extends Delete implements Numbered {
    private final long number;

    NumberedDelete(Mutation stored, long number) {
      super(stored.getRow(), stored.getTimestamp(), stored.getFamilyCellMap());
      this.number = number;
    }

    @Override
    public long number() {
      return number;
    }
  }

  private static final class NumberedIncrement extends Increment implements Numbered {
    private final long number;

    NumberedIncrement(Increment stored, long number) throws IOException {
      super(stored.getRow(), stored.getTimestamp(), stored.getFamilyCellMap());
      setTimeRange(stored.getTimeRange().getMin(), stored.getTimeRange().getMax());
      this.number = number;
    }

    @Override
    public long number() {
      return number;
    }
  }

  private static final class NumberedAppend extends Append implements Numbered {
    private final long number;

    NumberedAppend(Append stored, long number) {
      super(stored.getRow(), stored.getTimestamp(), stored.getFamilyCellMap());
      setTimeRange(stored.getTimeRange().getMin(), stored.getTimeRange().getMax());
      this.number = number;
    }

    @Override
    public long number() {
      return number;
    }
  }
}
