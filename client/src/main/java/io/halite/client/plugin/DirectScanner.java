package io.halite.client.plugin;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/**
 * The rows of all buckets in natural order, as they arrive.
 *
 * <p>If the mark is refused before the first row, nothing has been read: then the scan is opened
 * again, once. One reader at a time.
 */
final class DirectScanner implements ResultScanner {
  private static final long WAIT_MILLIS = 1_000;

  private final @Nullable DirectScans scans;
  private final Scan natural;
  private final DirectScans.Opened opened;
  private @Nullable ResultScanner successor;
  private long rows;
  private boolean closed;

  /**
   * A scanner over a merge.
   *
   * @param scans opens the scan again if its mark is refused; null if that has been done
   */
  DirectScanner(@Nullable DirectScans scans, Scan natural, DirectScans.Opened opened) {
    this.scans = scans;
    this.natural = natural;
    this.opened = opened;
  }

  @Override
  public @Nullable Result next() throws IOException {
    if (successor != null) {
      return successor.next();
    }
    if (closed || rows >= opened.rowLimit()) {
      return null;
    }
    Result row;
    try {
      row = await();
    } catch (IOException e) {
      if (rows > 0 || scans == null || !Refusals.isOfMark(e)) {
        throw e;
      }
      opened.rows().close();
      successor = scans.openAgain(natural, opened.table());
      return successor.next();
    }
    if (row == null) {
      return null;
    }
    rows++;
    return row;
  }

  private @Nullable Result await() throws IOException {
    try {
      while (true) {
        Result row = opened.poll();
        if (row != null || opened.rows().isExhausted()) {
          return row;
        }
        opened.rows().await(WAIT_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    }
  }

  @Override
  public void close() {
    closed = true;
    opened.rows().close();
    if (successor != null) {
      successor.close();
    }
  }

  /** HBase renews the leases of buckets that wait for their reader by itself. */
  @Override
  public boolean renewLease() {
    return successor == null ? !closed : successor.renewLease();
  }

  /** Null, as for every scan that did not ask for metrics. */
  @Override
  public @Nullable ScanMetrics getScanMetrics() {
    return null;
  }
}
