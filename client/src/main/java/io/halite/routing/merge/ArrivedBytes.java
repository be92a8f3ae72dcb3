package io.halite.routing.merge;

/**
 * Counts the bytes of what has arrived of one image. A row that the merge takes ahead is lent: it
 * no longer counts as read ahead, and counts as held until the merge has given it. Not thread-safe.
 */
final class ArrivedBytes {
  private final ScanMemory memory;
  private long ahead;
  private long held;
  private long lent;

  /** Nothing has arrived; what is held counts in {@code memory}, too. */
  ArrivedBytes(ScanMemory memory) {
    this.memory = memory;
  }

  /** The bytes that wait for the merge, as an owner sends them. */
  long ahead() {
    return ahead;
  }

  boolean isMemoryShort() {
    return memory.isShort();
  }

  void add(Arrived arrived) {
    ahead += arrived.sent();
    hold(arrived.size());
  }

  void remove(Arrived arrived) {
    ahead -= arrived.sent();
    hold(-arrived.size());
  }

  void lend(Arrived arrived) {
    ahead -= arrived.sent();
    lent += arrived.size();
  }

  /** What was lent has been given. */
  void settle() {
    if (lent > 0) {
      hold(-lent);
      lent = 0;
    }
  }

  void clear() {
    ahead = 0;
    lent = 0;
    hold(-held);
  }

  private void hold(long more) {
    held += more;
    memory.add(more);
  }
}
