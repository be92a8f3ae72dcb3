package io.halite.client.plugin;

import io.halite.routing.merge.ArrivingRows;
import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/**
 * Returns the rows of all buckets, as they arrive. A limit counts rows, whatever their pieces.
 *
 * <p>A scanner that nobody reads for as long as a lease lives closes its scans, and opens them
 * again behind the rows that have arrived when it is read.
 *
 * <p>If an owner refuses the mark before the first row, the application has read nothing, and the
 * scan is opened again. One reader at a time.
 */
final class DirectScanner implements ResultScanner {
  private static final long WAIT_MILLIS = 1_000;

  private final PlannedScan plan;
  private final ArrivingRows arriving;
  private final SummedMetrics metrics;
  private final Consumer<ScanMetrics> onEnd;
  private final Reopening reopening;
  private final IdleScanners idle;

  /** The scan that was opened again in place of this one; null without one. */
  private volatile @Nullable ResultScanner successor;

  private long rows;

  /** Whether the application has been given a row. */
  private boolean given;

  private volatile boolean closed;

  /** Whether a reader waits for rows. */
  private volatile boolean waiting;

  /** Whether the scans of owners were closed because nobody read. */
  private volatile boolean left;

  /** Whether the application has begun to read, and has not come to the end. */
  private volatile boolean underWay;

  /** Counts reads; a clock, or a barrier at each row, would cost as much as the row itself. */
  private final AtomicLong reads = new AtomicLong();

  /** Opens a scan again that has failed before its first row. */
  interface Reopening {
    /** Returns the new scanner; empty if the failure is the answer of the scan. */
    Optional<ResultScanner> after(IOException failure) throws IOException;
  }

  /**
   * A scanner over rows of owners.
   *
   * @param plan how they were requested
   * @param arriving the rows, with natural keys
   * @param metrics what the owners count
   * @param onEnd is shown the metrics when the scan has been read to its end or is closed
   */
  DirectScanner(
      PlannedScan plan,
      ArrivingRows arriving,
      SummedMetrics metrics,
      Consumer<ScanMetrics> onEnd,
      Reopening reopening,
      IdleScanners idle) {
    this.plan = plan;
    this.arriving = arriving;
    this.metrics = metrics;
    this.onEnd = onEnd;
    this.reopening = reopening;
    this.idle = idle;
    idle.watch(this);
  }

  /** Grows while somebody reads; nobody does if it stays the same and no reader waits. */
  long reads() {
    return reads.get();
  }

  /** Whether a reader waits for rows. */
  boolean isAwaited() {
    return waiting;
  }

  /** Lets go of the owners until the next read. */
  void leave() {
    left = true;
    arriving.leave();
  }

  @Override
  public @Nullable Result next() throws IOException {
    if (successor != null) {
      return successor.next();
    }
    if (closed || rows >= plan.rowLimit()) {
      end();
      return null;
    }
    Result row;
    try {
      row = read();
    } catch (IOException e) {
      return reopened(e).next();
    }
    if (row == null) {
      end();
      return null;
    }
    given = true;
    rows += row.mayHaveMoreCellsInRow() ? 0 : 1;
    if (rows >= plan.rowLimit()) {
      underWay = false;
      arriving.close();
    } else if (!underWay) {
      underWay = true;
    }
    metrics.move();
    return row;
  }

  /** The scanner that takes the place of this one, which has failed before its first row. */
  private ResultScanner reopened(IOException failure) throws IOException {
    if (given) {
      throw plan.behindRows(failure);
    }
    ResultScanner again = reopening.after(failure).orElseThrow(() -> failure);
    successor = again;
    arriving.close();
    idle.ended(this);
    if (closed) {
      // The thread that called close() may have found no successor to close.
      again.close();
    }
    return again;
  }

  /** The next row; null at the end. */
  private @Nullable Result read() throws IOException {
    while (true) {
      reads.lazySet(reads.get() + 1);
      Result row = poll();
      if (row != null || arriving.isExhausted()) {
        return row;
      }
      await();
    }
  }

  private @Nullable Result poll() throws IOException {
    try {
      return arriving.poll(plan.natural().table());
    } finally {
      // Behind the poll, which opens scans again that were left before it, also if it fails.
      if (left) {
        left = false;
        idle.watch(this);
      }
    }
  }

  private void await() throws IOException {
    waiting = true;
    try {
      arriving.await(WAIT_MILLIS);
    } catch (InterruptedException e) {
      throw given
          ? plan.interrupted(e)
          : Interrupted.during("waiting for the first row of a scan", e);
    } finally {
      waiting = false;
    }
  }

  @Override
  public void close() {
    closed = true;
    arriving.close();
    if (successor == null) {
      end();
    } else {
      successor.close();
    }
  }

  private void end() {
    underWay = false;
    idle.ended(this);
    metrics.end(onEnd);
  }

  /**
   * Keeps the scans of the owners open, whose leases HBase's asynchronous client renews. As HBase's
   * scanner, it has none before its first row and behind its last one.
   */
  @Override
  public boolean renewLease() {
    reads.incrementAndGet();
    return successor == null ? underWay && !closed && !left : successor.renewLease();
  }

  /** Returns null for a scan without metrics, as HBase does. */
  @Override
  public @Nullable ScanMetrics getScanMetrics() {
    return successor == null ? metrics.sums() : successor.getScanMetrics();
  }
}
