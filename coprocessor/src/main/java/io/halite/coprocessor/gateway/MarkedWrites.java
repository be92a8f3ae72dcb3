package io.halite.coprocessor.gateway;

import io.halite.coprocessor.owner.SaltingMetrics;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.Region;

/** The marked writes that reach one owner region, which HBase applies in it. Thread-safe. */
public final class MarkedWrites {
  private final Region region;
  private final SaltedTable table;
  private final SaltingMetrics metrics;

  MarkedWrites(Region region, SaltedTable table, SaltingMetrics metrics) {
    this.region = region;
    this.table = table;
    this.metrics = metrics;
    if (table.salt().prefixWidth() == 1) {
      table.salt().prefixes().forEach(prefix -> metrics.shown(prefix[0]));
    }
  }

  /**
   * Verifies a marked write, which HBase then applies.
   *
   * @throws org.apache.hadoop.hbase.DoNotRetryIOException if its mark is of another spec, its row
   *     is not salted right, or its batch also has natural writes
   */
  public void verify(Mutation marked) throws IOException {
    table.verify(marked, marked.getRow());
    if (table.salt().prefixWidth() == 1) {
      metrics.written(marked.getRow()[0]);
    }
    Optional<WriteFrame> frame = WriteFrames.top(region);
    if (frame.isPresent()) {
      frame.get().addMarked();
    }
  }
}
