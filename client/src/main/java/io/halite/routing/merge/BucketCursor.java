package io.halite.routing.merge;

import io.halite.routing.table.MarkException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/**
 * The read position in one image: rows arrive from the network while the merge consumes them.
 *
 * <p>Read-ahead is bounded: the cursor suspends the scan when so many bytes wait for the merge, and
 * resumes it at half of that. It reads its first row to the end beyond that bound if the merge
 * needs the row, or up to 256 KiB while memory is not short.
 *
 * <p>HBase's client opens a scan again after a region has moved, and continues in the middle of a
 * row, at a later read point. The cursor notices that by the client's counts of repeated RPCs and
 * of scanners, and reads the row again from its beginning, unless the merge has taken a piece of
 * it. By the count of all RPCs it notices that an answer may be lost, see {@link ReaderWait}.
 *
 * <p>A row that a filter fails on may lie far behind the last row that the merge takes. So the
 * cursor sets the failure aside, and reads the image again, as far as needed, when the merge
 * reaches it.
 */
final class BucketCursor implements AdvancedScanResultConsumer {
  private final ImageReading reading;
  private final CursorMoves progress;
  private final Remainder remainder;
  private final SecondReading second;
  private final ArrivedRows rows;
  private final ReaderWait wait = new ReaderWait();
  private final Queue<Result> one = new ArrayDeque<>(1);
  private boolean complete;
  private boolean closed;
  private @Nullable IOException failure;

  /** Whether the merge waits for more of the first row. */
  private boolean needsRest;

  /** Whether the cursor has ended the scan of the image, and has to read on. */
  private boolean brokenOff;

  private OwnerCounts.Sent sent = OwnerCounts.Sent.NOTHING;
  private final RoundCount rounds;
  private @Nullable ImageStretches stretches;

  /** Makes a cursor, which then has to {@link #read}. */
  BucketCursor(ImageReading reading, CursorMoves progress, Remainder remainder) {
    this.reading = reading;
    this.progress = progress;
    this.remainder = remainder;
    this.second = new SecondReading(remainder);
    this.rows = new ArrivedRows(reading.memory(), reading.batch());
    this.rounds = new RoundCount(reading.rounds());
  }

  /** Reads what a scan of the image wants, in one stretch after the other. */
  void read(Scan scan) {
    ImageStretches begun = new ImageStretches(reading, scan);
    synchronized (this) {
      stretches = begun;
    }
    begun.sendNext(this);
  }

  /** The first row that has arrived and was not taken, perhaps in part, or null without one. */
  @Nullable Result peek() throws IOException {
    Scan rest;
    boolean away;
    synchronized (this) {
      wait.read();
      if (!rows.isEmpty() || failure == null || isOfSomeRow()) {
        return rows.peek();
      }
      if (closed) {
        throw failure;
      }
      away = !(failure instanceof BrokenOffException);
      if (away) {
        rounds.begin(failure);
      }
      failure = null;
      rest = second.rest();
    }
    if (away) {
      reading.forgetRegions();
    }
    read(rest);
    return null;
  }

  /** Whether a row caused the failure; any other is thrown at once: the caller may route again. */
  private boolean isOfSomeRow() {
    return failure instanceof DoNotRetryIOException
        && !MarkException.isIn(failure)
        && remainder.canBeBounded();
  }

  /** Whether no more rows arrive until the cursor reads the image again. */
  synchronized boolean isStopped() {
    return second.isClear() || complete || failure != null;
  }

  /**
   * Whether a stopped cursor has no row before a natural key, or no row at all if the key is empty.
   * If the cursor has to read the image to find out, it begins to do so and returns false.
   *
   * @throws IOException if a row before the key cannot be read
   */
  boolean isClearBefore(Optional<byte[]> naturalKey) throws IOException {
    Scan part;
    synchronized (this) {
      if (closed || second.isClearBefore(naturalKey)) {
        return true;
      }
      boolean hasEnded = complete || (failure != null && !isOfSomeRow());
      if (rows.peek() != null || (rows.isEmpty() && hasEnded)) {
        return false; // That has come since the caller looked, and its next look sees it.
      }
      if (failure != null && second.isUpTo(naturalKey)) {
        throw failure;
      }
      failure = null;
      part = second.upTo(naturalKey);
    }
    read(part);
    return false;
  }

  /** Whether all rows have been taken. */
  synchronized boolean isExhausted() {
    return rows.isEmpty() && complete;
  }

  /** Whether all rows have arrived. */
  synchronized boolean isComplete() {
    return complete;
  }

  /** The first row to take, perhaps in part, when all taken before are given; null without one. */
  synchronized @Nullable Result head() {
    return rows.next();
  }

  /**
   * Removes the first row and returns it; of a scan with a batch, perhaps a piece of a large row.
   * Returns null if more of the row has to arrive before, or if it has to be read again: the next
   * {@link #peek} says which row is then the first one.
   */
  @Nullable Result take() {
    take(one, 1, 0);
    return one.poll();
  }

  /** Does the same for several rows, see {@link ArrivedRows#take(Queue, int, long)}. */
  void take(Queue<Result> turn, int most, long size) {
    Runnable resume;
    synchronized (this) {
      if (closed) {
        return;
      }
      wait.read();
      needsRest = !rows.take(turn, most, size);
      resume = wait.endIf(needsRest || rows.bytes() <= readAhead() / 2);
    }
    resume.run();
  }

  private long readAhead() {
    return reading.memory().isShort() ? 1 : reading.readAheadBytes();
  }

  /**
   * The reader is away: instead of waiting for it, the scan ends, which closes its scanner at the
   * owner. What has arrived stays; the next read goes on behind it.
   */
  void leave() {
    Runnable resume;
    synchronized (this) {
      resume = wait.leave();
    }
    resume.run();
  }

  /** Discards the rows that have arrived; the scan ends at its next row or heartbeat. */
  void close() {
    Runnable resume;
    synchronized (this) {
      closed = true;
      complete = true;
      rows.clear();
      if (stretches != null) {
        stretches.close();
      }
      resume = wait.end();
    }
    resume.run();
  }

  @Override
  public void onScanMetricsCreated(ScanMetrics metrics) {
    reading.counts().began(this, metrics);
    synchronized (this) {
      sent = OwnerCounts.Sent.NOTHING;
      if (stretches != null) {
        stretches.begun();
      }
    }
  }

  @Override
  public void onNext(Result[] results, ScanController controller) {
    synchronized (this) {
      if (closed || isTorn()) {
        breakOff(controller);
        return;
      }
      for (Result result : results) {
        rows.add(result);
      }
      if (stretches != null) {
        stretches.arrived(results);
      }
      remainder.passed(results[results.length - 1]);
      rounds.end();
      if (rows.bytes() >= readAhead() && !rows.needsMore(needsRest) && !wait.begin(controller)) {
        breakOff(controller);
      }
    }
    progress.signal();
  }

  private void breakOff(ScanController controller) {
    rows.dropOpenRow();
    brokenOff = true;
    controller.terminate();
  }

  /** Whether an answer may be lost, or the open last row was read again since it arrived. */
  private boolean isTorn() {
    OwnerCounts.Sent before = sent;
    sent = reading.counts().answered(this);
    return wait.mayHaveLost(sent) || (sent.isReopenedSince(before) && rows.isOpenAndUntouched());
  }

  @Override
  public void onHeartbeat(ScanController controller) {
    synchronized (this) {
      if (closed || isTorn()) {
        breakOff(controller);
        return;
      }
      rounds.end();
    }
    progress.heartbeat();
  }

  @Override
  public void onError(Throwable error) {
    synchronized (this) {
      brokenOff = false;
      rows.dropOpenRow();
      failure = ImageReading.failureOf(error);
    }
    progress.signal();
  }

  @Override
  public void onComplete() {
    ImageStretches more = null;
    long scanners = reading.counts().answered(this).scanners();
    synchronized (this) {
      if (!closed && (brokenOff || isTorn())) {
        brokenOff = false;
        rows.dropOpenRow();
        failure = new BrokenOffException("the scan has ended before its last row");
      } else {
        rows.end();
        remainder.ended();
        if (!closed && stretches != null && !stretches.isOver(scanners)) {
          more = stretches;
        } else {
          complete = second.end() || complete;
        }
      }
    }
    if (more != null) {
      more.sendNext(this);
    }
    progress.signal();
  }
}
