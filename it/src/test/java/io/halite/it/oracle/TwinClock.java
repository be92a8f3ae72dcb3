package io.halite.it.oracle;

import org.apache.hadoop.hbase.HConstants;

/**
 * The timestamps of a run: explicit ones are counted up from an hour ago, so that twins agree;
 * those that a server stamps lie after the start and are shown as {@code now}, since twins cannot
 * agree on them.
 *
 * <p>Explicit timestamps are near the present, not near zero, since HBase's compactions keep young
 * delete markers only.
 */
public final class TwinClock {
  private static final long HOUR_MILLIS = 3_600_000;

  private final long first = System.currentTimeMillis() - HOUR_MILLIS;
  private final long firstStamped = first + HOUR_MILLIS / 2;
  private long last = first;

  /** The next explicit timestamp. */
  long tick() {
    last++;
    return last;
  }

  /** The last explicit timestamp. */
  long last() {
    return last;
  }

  /** A timestamp before all others. */
  long first() {
    return first;
  }

  /** {@code t17} for the 17th tick, {@code now} for a server's stamp. */
  String name(long timestamp) {
    if (timestamp == HConstants.LATEST_TIMESTAMP) {
      return "latest";
    }
    if (timestamp >= firstStamped) {
      return "now";
    }
    return timestamp < first ? Long.toString(timestamp) : "t" + (timestamp - first);
  }

  /**
   * Returns once the clock shows a later millisecond. Between two stamped operations it keeps a
   * delete and the write after it apart, which HBase itself does not do within a millisecond.
   */
  @SuppressWarnings("ThreadPriorityCheck")
  public static void awaitNextMillisecond() {
    long now = System.currentTimeMillis();
    while (System.currentTimeMillis() <= now) {
      Thread.yield();
    }
  }
}
