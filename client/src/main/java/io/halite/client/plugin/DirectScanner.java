package io.halite.client.plugin;

import io.halite.routing.merge.ArrivingRows;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/**
 * Returns the rows of all buckets, as they arrive.
 *
 * <p>If an owner refuses the mark before the first row, the application has read nothing, and the
 * scan is opened again. One reader at a time.
 */
final class DirectScanner implements ResultScanner {
  private static final long WAIT_MILLIS = 1_000;

  private final SaltedTable table;
  private final ArrivingRows arriving;
  private final long rowLimit;
  private final Reopening reopening;
  private @Nullable ResultScanner successor;
  private long rows;
  private boolean closed;

  /** Opens a scan again that has failed before its first row. */
  interface Reopening {
    /** Returns the new scanner; empty if the failure is the answer of the scan. */
    Optional<ResultScanner> after(IOException failure) throws IOException;
  }

  /**
   * A scanner over rows of owners.
   *
   * @param table the table under whose spec they were requested
   * @param arriving the rows, with natural keys
   * @param rowLimit the most rows that the scan returns
   */
  DirectScanner(SaltedTable table, ArrivingRows arriving, long rowLimit, Reopening reopening) {
    this.table = table;
    this.arriving = arriving;
    this.rowLimit = rowLimit;
    this.reopening = reopening;
  }

  @Override
  public @Nullable Result next() throws IOException {
    if (successor != null) {
      return successor.next();
    }
    if (closed || rows >= rowLimit) {
      return null;
    }
    Result row;
    try {
      row = await();
    } catch (IOException e) {
      Optional<ResultScanner> again = rows > 0 ? Optional.empty() : reopening.after(e);
      successor = again.orElseThrow(() -> e);
      arriving.close();
      return successor.next();
    }
    if (row == null) {
      return null;
    }
    rows++;
    if (rows == rowLimit) {
      arriving.close();
    }
    return row;
  }

  private @Nullable Result await() throws IOException {
    try {
      while (true) {
        Result row = arriving.poll(table);
        if (row != null || arriving.isExhausted()) {
          return row;
        }
        arriving.await(WAIT_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    }
  }

  @Override
  public void close() {
    closed = true;
    arriving.close();
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
