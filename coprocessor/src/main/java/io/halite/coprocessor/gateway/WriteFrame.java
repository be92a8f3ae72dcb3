package io.halite.coprocessor.gateway;

import io.halite.routing.table.MixedBatch;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/** The natural writes of one batch, from its first pre-hook to the end of the batch. */
final class WriteFrame {
  private final Object region;
  private final int depth;
  private final List<Write> writes = new ArrayList<>();
  private boolean marked;

  /**
   * A frame without writes.
   *
   * @param depth how many hooks the batch begins inside of
   */
  WriteFrame(Object region, int depth) {
    this.region = region;
    this.depth = depth;
  }

  int depth() {
    return depth;
  }

  boolean isOf(Object other) {
    return region == other;
  }

  void add(Write write) throws DoNotRetryIOException {
    writes.add(write);
    refuseMixture();
  }

  /** Notes that the batch has a marked write, which this region applies. */
  void addMarked() throws DoNotRetryIOException {
    marked = true;
    refuseMixture();
  }

  private void refuseMixture() throws DoNotRetryIOException {
    if (marked && !writes.isEmpty()) {
      throw MixedBatch.refusal();
    }
  }

  /** Removes and returns the writes, so that none is sent twice. */
  List<Write> detach() {
    List<Write> detached = List.copyOf(writes);
    writes.clear();
    return detached;
  }
}
