package io.halite.routing.merge;

import java.util.concurrent.atomic.AtomicLong;

/** What a merge says that it holds, and a server that may be short of memory. */
final class HeldBytes implements ScanMemory {
  final AtomicLong bytes = new AtomicLong();
  boolean isShort;

  @Override
  public void add(long more) {
    bytes.addAndGet(more);
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
