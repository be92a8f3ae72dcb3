package io.halite.routing.merge;

import java.util.concurrent.atomic.AtomicLong;

/** What a merge says that it holds, and a server that may be short of memory. */
final class HeldBytes implements ScanMemory {
  final AtomicLong bytes = new AtomicLong();
  final AtomicLong most = new AtomicLong();
  boolean isShort;

  @Override
  public void add(long more) {
    most.accumulateAndGet(bytes.addAndGet(more), Math::max);
  }

  @Override
  public boolean isShort() {
    return isShort;
  }

  @Override
  public long reserved() {
    return Long.MAX_VALUE;
  }
}
