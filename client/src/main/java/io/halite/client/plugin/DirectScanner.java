package io.halite.client.plugin;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/**
 * Returns the rows of all buckets in natural order, as they arrive.
 *
 * <p>If an owner refuses the mark before the first row, the application has read nothing, and the
 * scanner opens the scan again, once. One reader at a time.
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
   * @param scans opens the scan again if an owner refuses its mark; null for a scan that was
   *     already opened again
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
        Result row = opened.rows().poll(opened.table());
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

  /** Does nothing: HBase itself renews the leases of buckets that wait for their reader. */
  @Override
  public boolean renewLease() {
    return successor == null ? !closed : successor.renewLease();
  }

  /** Returns null, as HBase does for every scan without metrics. */
  @Override
  public @Nullable ScanMetrics getScanMetrics() {
    return null;
  }
}
