package io.halite.routing.merge;

import io.halite.routing.table.MarkException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The read position in one image: rows arrive from the network while the merge consumes them.
 *
 * <p>Reading ahead is bounded: at {@code capacity} bytes the scan is suspended, at half of it it
 * goes on. The network thread only appends and signals.
 *
 * <p>A row that cannot be read, at which a filter breaks down say, may lie far behind all that is
 * ever asked for. So such a failure is put aside; when the merge comes to it, the image is read
 * again, as far as the merge has to know.
 */
final class BucketCursor implements AdvancedScanResultConsumer {
  private final AsyncTable<AdvancedScanResultConsumer> table;
  private final CursorMoves progress;
  private final long capacity;
  private final Remainder remainder;
  private final int rounds;
  private final Queue<Result> rows = new ArrayDeque<>();
  private long bytes;
  private boolean complete;
  private boolean closed;
  private IOException failure;
  private ScanResumer resumer;
  private boolean readAgain;
  private byte[] bound;
  private boolean clear;
  private int roundsLeft;

  /**
   * A cursor that has yet to be handed to a scan.
   *
   * @param rounds how often in a row regions that are away are looked for anew
   */
  BucketCursor(
      AsyncTable<AdvancedScanResultConsumer> table,
      CursorMoves progress,
      long capacity,
      Remainder remainder,
      int rounds) {
    this.table = table;
    this.progress = progress;
    this.capacity = capacity;
    this.remainder = remainder;
    this.rounds = rounds;
    this.roundsLeft = rounds;
  }

  /** The next row, or null if none has arrived yet or none is left. */
  Result peek() throws IOException {
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
    // What is known of regions may be what leads astray.
    table.getRegionLocator().clearRegionLocationCache();
    table.scan(again, this);
    return null;
  }

  /** What is no fault of a row is known at once: whoever asks again has to hear of it. */
  private boolean isOfSomeRow() {
    return failure instanceof DoNotRetryIOException
        && !MarkException.isIn(failure)
        && remainder.canBeBounded();
  }

  /** Whether nothing more will arrive by itself. */
  synchronized boolean isStopped() {
    return clear || complete || failure != null;
  }

  /**
   * Whether a stopped cursor has no row on the way to a natural key, or none at all if it is null.
   * False if that has to be read first, which begins now.
   *
   * @throws IOException if a row on the way there cannot be read
   */
  boolean isClearBefore(byte[] naturalKey) throws IOException {
    Scan part;
    synchronized (this) {
      if (closed || (clear && remainder.isUpTo(naturalKey, bound))) {
        return true;
      }
      if (failure != null && readAgain && Arrays.equals(bound, naturalKey)) {
        throw failure;
      }
      if (clear) {
        remainder.passed(bound);
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

  /** Whether all rows have been taken. */
  synchronized boolean isExhausted() {
    return rows.isEmpty() && complete;
  }

  /**
   * Steps over the row that {@link #peek} gave, and looks at the one behind it; null if that has
   * not arrived yet, none is left, or it could not be read, which the next {@code peek} tells.
   */
  Result next() {
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

  /** Forgets what has arrived and ends the scan at its next sign of life. */
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
  public synchronized void onHeartbeat(ScanController controller) {
    if (closed) {
      controller.terminate();
    }
  }

  @Override
  public void onError(Throwable error) {
    synchronized (this) {
      failure = failureOf(error);
    }
    progress.signal();
  }

  /** HBase wraps even what must not be repeated, once a scan has given its first rows. */
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
      clear = bound != null;
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
