package io.halite.routing.host;

import org.apache.hadoop.hbase.client.QueryMetrics;
import org.apache.hadoop.hbase.client.Result;

/**
 * Adds up the query metrics of the parts of an answer.
 *
 * <p>Parts that have read 77 and 5 bytes of blocks make an answer that has read 82. What is moved
 * to one answer does not count for the next, which has read 0 if no part was added. If no part has
 * metrics, as with clients before HBase 2.6.3, no answer gets some. Not thread-safe.
 */
public final class SummedMetrics {
  private boolean requested;
  private long bytes;

  /** Adds those of a part, if it has some. */
  public SummedMetrics add(Result part) {
    if (RequestedMetrics.KNOWN && part.getMetrics() != null) {
      requested = true;
      bytes += part.getMetrics().getBlockBytesScanned();
    }
    return this;
  }

  /** Gives an answer what was added since the last one; returns the answer. */
  public Result moveTo(Result whole) {
    if (requested) {
      whole.setMetrics(new QueryMetrics(bytes));
      bytes = 0;
    }
    return whole;
  }
}
