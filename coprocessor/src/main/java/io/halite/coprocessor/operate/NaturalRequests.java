package io.halite.coprocessor.operate;

import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * Counts the requests by natural key that a region has taken since it opened, and separates them
 * from those that its own store has served.
 *
 * <p>HBase counts a forwarded put on the gateway region as well, since the put arrived in a batch
 * of that region. It does not count a get, a scan or a conditional mutation there: Halite answers
 * these in place of the region's store. HBase also keeps its counts when a region reopens on the
 * same server. Example: a region reopens with 70 writes, takes 10 puts by natural key and serves 4
 * puts of its own rows. HBase counts 84 writes; the region's own are 84 - 70 - 10 = 4. Thread-safe.
 */
public final class NaturalRequests {
  private final LongAdder reads = new LongAdder();
  private final LongAdder batched = new LongAdder();
  private final LongAdder conditional = new LongAdder();
  private volatile long readsBefore;
  private volatile long writesBefore;

  /** Notes what HBase has counted on a region before it opened; call it once, at its opening. */
  public void opened(Region region) {
    readsBefore = region.getReadRequestsCount();
    writesBefore = region.getWriteRequestsCount();
  }

  /** Counts one more get, existence check or scan. */
  public void read() {
    reads.increment();
  }

  /** Counts one more mutation of a batch, which HBase counts too. */
  public void batched() {
    batched.increment();
  }

  /** Counts one more conditional mutation, which HBase does not count. */
  public void conditional() {
    conditional.increment();
  }

  long reads() {
    return reads.sum();
  }

  long writes() {
    return batched.sum() + conditional.sum();
  }

  /** The rows that the region has read from its own store. */
  long ownReads(Region region) {
    return region.getReadRequestsCount() - readsBefore;
  }

  /** The mutations that the region has taken for its own store. */
  long ownWrites(Region region) {
    // First ours: a mutation that arrives between the two counts must not give less than 0.
    long forwarded = batched.sum();
    return region.getWriteRequestsCount() - writesBefore - forwarded;
  }
}
