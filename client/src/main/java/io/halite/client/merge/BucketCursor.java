package io.halite.client.merge;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;

/**
 * The read position in one image: rows arrive from the network while the merge consumes them.
 *
 * <p>Reading ahead is bounded: at {@code capacity} bytes the scan is suspended, at half of it it
 * goes on. The network thread only appends and signals.
 */
final class BucketCursor implements AdvancedScanResultConsumer {
  private final Progress progress;
  private final long capacity;
  private final Queue<Result> rows = new ArrayDeque<>();
  private long bytes;
  private boolean complete;
  private boolean closed;
  private Throwable failure;
  private ScanResumer resumer;

  BucketCursor(Progress progress, long capacity) {
    this.progress = progress;
    this.capacity = capacity;
  }

  /** The next row, or null if none has arrived yet or none is left. */
  synchronized Result peek() throws IOException {
    if (rows.isEmpty() && failure != null) {
      throw failure instanceof IOException io ? io : new IOException(failure);
    }
    return rows.peek();
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
      failure = error;
    }
    progress.signal();
  }

  @Override
  public void onComplete() {
    synchronized (this) {
      complete = true;
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
