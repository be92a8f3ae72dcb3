package io.halite.client.mapreduce;

import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads the ranges of a split one after the other, each with a reader of HBase's own. */
final class RangeReader extends RecordReader<ImmutableBytesWritable, Result> {
  private final Source source;
  private final List<KeyRange> ranges;
  private final Iterator<KeyRange> rest;
  private final long rowLimit;
  private final ImmutableBytesWritable key = new ImmutableBytesWritable();
  private Optional<TaskAttemptContext> context = Optional.empty();
  private Optional<Part> part = Optional.empty();
  private Result row = Result.EMPTY_RESULT;
  private int begun;
  private long read;

  /** Where the ranges come from. */
  interface Source extends AutoCloseable {
    /** Checks, before the first range, that the table is still the one of the split. */
    void check() throws IOException;

    /** Opens one range. */
    Part open(KeyRange range, TaskAttemptContext context) throws IOException, InterruptedException;

    @Override
    void close() throws IOException;
  }

  /**
   * One open range.
   *
   * @param reader of its rows as they are stored
   * @param rows what each row is in the job
   */
  record Part(RecordReader<ImmutableBytesWritable, Result> reader, Conversion rows) {}

  /** Makes the row of the job from a row of a part; empty if the job is not given it. */
  interface Conversion {
    Optional<Result> of(Result row) throws IOException;
  }

  /** Reads all rows of the ranges. */
  RangeReader(Source source, List<KeyRange> ranges) {
    this(source, ranges, 0);
  }

  /** Reads at most so many rows of all ranges together; 0 or less for all. */
  RangeReader(Source source, List<KeyRange> ranges, int rowLimit) {
    this.source = source;
    this.ranges = ranges;
    this.rest = ranges.iterator();
    this.rowLimit = rowLimit > 0 ? rowLimit : Long.MAX_VALUE;
  }

  /** The error for a split that another input format has made. */
  static IOException foreign(InputSplit split, Class<?> format) {
    return new IOException(
        "a split of "
            + split.getClass().getName()
            + " was given, and this reads those of its own getSplits: set "
            + format.getName()
            + " as the job's input format, for the client and the tasks alike");
  }

  /** Refuses a scan that asks for an order in which no job reads. */
  static void requireForward(Scan scan) throws IOException {
    if (scan.isReversed()) {
      throw new IOException(
          "the scan of a job is reversed, but its tasks read side by side, in no order: leave"
              + " setReversed(true) out");
    }
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext task) throws IOException {
    context = Optional.of(task);
    try {
      source.check();
    } catch (IOException | RuntimeException e) {
      // Not every framework closes a reader that could not begin.
      try {
        source.close();
      } catch (IOException alsoFailed) {
        e.addSuppressed(alsoFailed);
      }
      throw e;
    }
  }

  @Override
  public boolean nextKeyValue() throws IOException, InterruptedException {
    while (read < rowLimit && (part.isPresent() || rest.hasNext())) {
      if (part.isEmpty()) {
        part = Optional.of(source.open(rest.next(), context.orElseThrow()));
        begun++;
      }
      Part open = part.get();
      if (!open.reader().nextKeyValue()) {
        open.reader().close();
        part = Optional.empty();
        continue;
      }
      Optional<Result> converted = open.rows().of(open.reader().getCurrentValue());
      if (converted.isPresent()) {
        row = converted.get();
        key.set(row.getRow());
        read++;
        return true;
      }
    }
    return false;
  }

  @Override
  public ImmutableBytesWritable getCurrentKey() {
    return key;
  }

  @Override
  public Result getCurrentValue() {
    return row;
  }

  @Override
  public float getProgress() throws IOException, InterruptedException {
    if (ranges.isEmpty()) {
      return 1;
    }
    float open = part.isPresent() ? 1 - part.get().reader().getProgress() : 0;
    return (begun - open) / ranges.size();
  }

  @Override
  public void close() throws IOException {
    try (source) {
      if (part.isPresent()) {
        part.get().reader().close();
      }
    }
  }
}
