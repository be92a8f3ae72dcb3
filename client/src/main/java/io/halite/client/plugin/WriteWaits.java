package io.halite.client.plugin;

import io.halite.routing.host.RequestAttributes;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/**
 * Sends lists of conditional writes by {@code batch}, with the time-out that HBase gives them.
 *
 * <p>{@code Table.checkAndMutate(List)} of HBase waits by the write time-out and gives no result of
 * a list that fails in part. {@code Table.batch} gives the results, but takes a conditional write
 * for a read and waits by the read time-out. So where the two differ, the batch is sent by another
 * table, whose read time-out is the write time-out of the real one: with 60,000 ms for reads and
 * 5,000 ms for writes, by one of 5,000 ms for both. As safe for threads as the real table.
 */
final class WriteWaits {
  private final Table real;
  private final Opening opening;

  /** Opens another table of HBase's own, with the same threads and request attributes. */
  interface Opening {
    Table open() throws IOException;
  }

  WriteWaits(Table real, Opening opening) {
    this.real = real;
    this.opening = opening;
  }

  /** Adds the request attributes of a table to a builder, and builds another. */
  static Table build(TableBuilder builder, Map<String, byte[]> attributes) {
    RequestAttributes.put(attributes, builder);
    return builder.build();
  }

  /** Uses the real table, or one whose reads wait as long as the writes of the real one. */
  @SuppressWarnings("deprecation") // HBase's only other way needs a pool, which a table hides.
  <T> T use(OneUse.Use<T> use) throws IOException {
    long writes = real.getWriteRpcTimeout(TimeUnit.MILLISECONDS);
    if (real.getReadRpcTimeout(TimeUnit.MILLISECONDS) == writes) {
      return use.with(real);
    }
    Table other = opening.open();
    other.setReadRpcTimeout((int) writes);
    other.setWriteRpcTimeout((int) writes);
    other.setOperationTimeout((int) real.getOperationTimeout(TimeUnit.MILLISECONDS));
    return OneUse.of(other, use);
  }
}
