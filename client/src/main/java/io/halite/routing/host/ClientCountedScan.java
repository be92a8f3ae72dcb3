package io.halite.routing.host;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A scan whose RPCs HBase's asynchronous client counts; servers count nothing of it.
 *
 * <p>HBase has one switch for both, {@link #isScanMetricsEnabled}. The client asks for it when it
 * makes the metrics of the scan, and then with each request that it sends; the server of a request
 * with metrics looks up a counter at each row. So the answer is true until {@link #begun}, and
 * false from then on, also of copies that were made before: the client copies a scan by its class,
 * and sends the copy. What is copied as a plain {@link Scan} is counted by servers, too.
 * Thread-safe as far as the switch goes.
 */
public final class ClientCountedScan extends Scan {
  private final AtomicBoolean begun;

  /**
   * A copy of a scan.
   *
   * @throws IOException if the scan's time range is refused
   */
  public ClientCountedScan(Scan scan) throws IOException {
    super(scan);
    setScanMetricsEnabled(true);
    begun = scan instanceof ClientCountedScan counted ? counted.begun : new AtomicBoolean();
  }

  /** HBase's client has made the metrics, and counts in them. */
  public void begun() {
    begun.set(true);
  }

  @Override
  public boolean isScanMetricsEnabled() {
    return !begun.get() && super.isScanMetricsEnabled();
  }
}
