package io.halite.coprocessor.operate;

import java.util.concurrent.atomic.LongAdder;

/** Counts the requests by natural key that a region has taken since it opened. Thread-safe. */
public final class NaturalRequests {
  private final LongAdder reads = new LongAdder();
  private final LongAdder writes = new LongAdder();

  /** Counts one more get, existence check or scan. */
  public void read() {
    reads.increment();
  }

  /** Counts one more mutation, conditional or not. */
  public void write() {
    writes.increment();
  }

  long reads() {
    return reads.sum();
  }

  long writes() {
    return writes.sum();
  }
}
