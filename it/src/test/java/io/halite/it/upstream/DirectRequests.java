package io.halite.it.upstream;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Row;

/**
 * How many requests the plug-in sent to owners from this JVM: single ones under stored keys, and
 * scans that it planned itself. The count is static, since {@link PlugInClients} puts the call into
 * classes of Halite's own, which know no test.
 */
public final class DirectRequests {
  private static final AtomicLong SENT = new AtomicLong();
  private static final AtomicLong TABLES = new AtomicLong();

  private DirectRequests() {}

  /** A request is about to be sent under the key of {@code stored}. */
  public static void request(Row natural, Row stored) {
    if (!Arrays.equals(natural.getRow(), stored.getRow())) {
      SENT.incrementAndGet();
    }
  }

  /** A scan has been planned, or is left to the gateways. */
  public static void scan(boolean planned) {
    if (planned) {
      SENT.incrementAndGet();
    }
  }

  /** A client opens a table: whether it is one of the half without the plug-in. */
  public static boolean isPlain() {
    return TABLES.getAndIncrement() % 2 == 1;
  }

  static long sum() {
    return SENT.get();
  }
}
