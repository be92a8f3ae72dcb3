package io.halite.it.upstream;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;

/**
 * How many requests the plug-in sent to owners from this JVM: single ones under stored keys, and
 * scans that it planned itself; and how many went through gateways where half of them do. The
 * counts are static, since {@link PlugInClients} puts the calls into classes of Halite's own, which
 * know no test.
 */
public final class DirectRequests {
  private static final AtomicLong SENT = new AtomicLong();
  private static final HalvedCalls HALVED = new HalvedCalls();

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

  /** A client opens a table, which is the plain one where the plug-in has nothing to do. */
  public static Table half(Table opened, Table plain) {
    return opened == plain ? plain : HALVED.alternating(Table.class, opened, plain);
  }

  /** A client opens an asynchronous table. */
  public static AsyncTable<?> half(AsyncTable<?> opened, AsyncTableBuilder<?> plain) {
    return HALVED.alternating(AsyncTable.class, opened, plain.build());
  }

  /** A client opens a mutator: every second one is HBase's own, since its writes keep an order. */
  public static BufferedMutator half(
      BufferedMutator opened, BufferedMutatorParams params, Connection plain) throws IOException {
    return HALVED.isPlain("open")
        ? HALVED.counted(BufferedMutator.class, plain.getBufferedMutator(params))
        : opened;
  }

  static long sum() {
    return SENT.get();
  }

  static long sumOfGateways() {
    return HALVED.plainRequests();
  }
}
