package io.halite.routing.merge;

import io.halite.routing.table.MarkException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import java.util.Queue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/**
 * The read position in one image: rows arrive from the network while the merge consumes them.
 *
 * <p>Read-ahead is bounded: the cursor suspends the scan when {@code capacity} bytes wait for the
 * merge, and resumes it at half of that. The network thread only appends rows and signals.
 *
 * <p>A row that cannot be read, for example because a filter fails on it, may lie far behind the
 * last row that the merge takes. The cursor therefore sets such a failure aside. When the merge
 * reaches it, the cursor reads the image again, but only as far as the merge needs it.
 */
final class BucketCursor implements AdvancedScanResultConsumer {
  private final AsyncTable<AdvancedScanResultConsumer> table;
  private final CursorMoves progress;
  private final long capacity;
  private final Remainder remainder;
  private final int rounds;
  private final OwnerCounts counts;
  private final Queue<Result> rows = new ArrayDeque<>();
  private long bytes;
  private boolean complete;
  private boolean closed;
  private @Nullable IOException failure;
  private @Nullable ScanResumer resumer;
  private boolean readAgain;
  private Optional<byte[]> bound = Optional.empty();
  private boolean clear;
  private int roundsLeft;

  /**
   * Makes a cursor, which the caller then passes to a scan.
   *
   * @param rounds how many times in succession the cursor looks up unavailable regions again
   * @param counts what the owners count for the scan
   */
  BucketCursor(
      AsyncTable<AdvancedScanResultConsumer> table,
      CursorMoves progress,
      long capacity,
      Remainder remainder,
      int rounds,
      OwnerCounts counts) {
    this.table = table;
    this.progress = progress;
    this.capacity = capacity;
    this.remainder = remainder;
    this.rounds = rounds;
    this.roundsLeft = rounds;
    this.counts = counts;
  }

  /** The first row that has arrived and was not taken, or null if there is none. */
  @Nullable Result peek() throws IOException {
    Scan again;
    synchronized (this) {
      if (!rows.isEmpty() || failure == null || isOfSomeRow()) {
        return rows.peek();
      }
      if (closed || roundsLeft == 0 || failure instanceof DoNotRetryIOException) {
        throw failure;
      }
      roundsLeft--;
      failure = null;
      again = readAgain ? remainder.before(bound) : remainder.rest();
    }
    // The cached region locations may be the cause of the failure.
    table.getRegionLocator().clearRegionLocationCache();
    table.scan(again, this);
    return null;
  }

  /**
   * Whether a row caused the failure. The cursor throws any other failure at once, because the
   * caller may have to route again.
   */
  private boolean isOfSomeRow() {
    return failure instanceof DoNotRetryIOException
        && !MarkException.isIn(failure)
        && remainder.canBeBounded();
  }

  /** Whether no more rows arrive until the cursor reads the image again. */
  synchronized boolean isStopped() {
    return clear || complete || failure != null;
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
      if (closed || (clear && remainder.isUpTo(naturalKey, bound))) {
        return true;
      }
      if (failure != null && readAgain && isBound(naturalKey)) {
        throw failure;
      }
      if (clear) {
        bound.ifPresent(remainder::passed);
      }
      failure = null;
      clear = false;
      readAgain = true;
      bound = naturalKey;
      part = remainder.before(bound);
    }
    table.scan(part, this);
    return false;
  }

  private boolean isBound(Optional<byte[]> naturalKey) {
    return Arrays.equals(bound.orElse(null), naturalKey.orElse(null));
  }

  /** Whether all rows have been taken. */
  synchronized boolean isExhausted() {
    return rows.isEmpty() && complete;
  }

  /**
   * Removes the row that {@link #peek} returned. Returns the row after it, or null if that has not
   * arrived; if it cannot be read, the next {@code peek} throws.
   */
  @Nullable Result next() {
    ScanResumer resume = null;
    Result next;
    synchronized (this) {
      if (closed) {
        return null;
      }
      bytes -= sizeOf(rows.remove());
      next = rows.peek();
      if (resumer != null && bytes <= capacity / 2) {
        resume = resumer;
        resumer = null;
      }
    }
    if (resume != null) {
      resume.resume();
    }
    return next;
  }

  /** Discards the rows that have arrived; the scan ends at its next row or heartbeat. */
  void close() {
    ScanResumer resume;
    synchronized (this) {
      closed = true;
      complete = true;
      rows.clear();
      resume = resumer;
      resumer = null;
    }
    if (resume != null) {
      resume.resume();
    }
  }

  @Override
  public void onScanMetricsCreated(ScanMetrics metrics) {
    counts.began(this, metrics);
  }

  @Override
  public void onNext(Result[] results, ScanController controller) {
    synchronized (this) {
      if (closed) {
        controller.terminate();
        return;
      }
      for (Result result : results) {
        rows.add(result);
        bytes += sizeOf(result);
      }
      remainder.passed(results[results.length - 1]);
      roundsLeft = rounds;
      if (bytes >= capacity) {
        resumer = controller.suspend();
      }
    }
    progress.signal();
  }

  @Override
  public void onHeartbeat(ScanController controller) {
    synchronized (this) {
      if (closed) {
        controller.terminate();
        return;
      }
    }
    progress.signal();
  }

  @Override
  public void onError(Throwable error) {
    synchronized (this) {
      failure = failureOf(error);
    }
    progress.signal();
  }

  /**
   * HBase wraps even a failure that must not be retried, once a scan has returned its first rows.
   */
  private static IOException failureOf(Throwable error) {
    if (error instanceof RetriesExhaustedException
        && error.getCause() instanceof DoNotRetryIOException cause) {
      return cause;
    }
    return error instanceof IOException io ? io : new IOException(error);
  }

  @Override
  public void onComplete() {
    synchronized (this) {
      clear = bound.isPresent();
      complete = complete || !clear;
    }
    progress.signal();
  }

  private static long sizeOf(Result result) {
    long size = 0;
    for (Cell cell : result.rawCells()) {
      size += cell.getSerializedSize();
    }
    return size;
  }
}
