package io.halite.client.plugin;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A scanner that may be opened only when it is first read. One reader at a time; any thread may
 * close it or ask for its metrics, and does not wait for a reader that opens it. If two threads
 * open it at the same time, the first scanner stays and the other one is closed.
 */
final class LazyScanner implements ResultScanner {
  private static final Logger LOG = LoggerFactory.getLogger(LazyScanner.class);

  private final Opening opening;
  private @Nullable ResultScanner opened;
  private boolean closed;

  /** Opens the scanner. */
  interface Opening {
    ResultScanner open() throws IOException;
  }

  LazyScanner(Opening opening) {
    this.opening = opening;
  }

  /** Opens the scanner now, where that does not wait; after a failure its reader opens it. */
  void openAhead(Opening ahead) {
    try {
      keep(ahead.open());
    } catch (IOException e) {
      LOG.debug("the scanner is opened again when it is read", e);
    }
  }

  private @Nullable ResultScanner reading() throws IOException {
    synchronized (this) {
      if (opened != null || closed) {
        return opened;
      }
    }
    return keep(opening.open());
  }

  private synchronized @Nullable ResultScanner keep(ResultScanner scanner) {
    if (closed || opened != null) {
      scanner.close();
    } else {
      opened = scanner;
    }
    return closed ? null : opened;
  }

  @Override
  public @Nullable Result next() throws IOException {
    ResultScanner scanner = reading();
    return scanner == null ? null : scanner.next();
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (opened != null) {
      opened.close();
    }
  }

  /** As HBase's asynchronous client answers, which renews the lease by itself. */
  @Override
  public boolean renewLease() {
    return false;
  }

  /**
   * Returns null for a scan without metrics, as HBase does, and if the scanner cannot be opened,
   * which its reader learns.
   */
  @Override
  public @Nullable ScanMetrics getScanMetrics() {
    try {
      ResultScanner scanner = reading();
      return scanner == null ? null : scanner.getScanMetrics();
    } catch (IOException e) {
      if (Refusals.isOfInterruption(e)) {
        // This method cannot throw it; the read that follows does.
        Thread.currentThread().interrupt();
      }
      LOG.debug("the scanner is opened again when it is read", e);
      return null;
    }
  }
}
