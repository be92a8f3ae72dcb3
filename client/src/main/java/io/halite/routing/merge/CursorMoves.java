package io.halite.routing.merge;

/**
 * Wakes the one reader of a merge when a cursor has received rows, a failure or the end.
 * Thread-safe.
 */
final class CursorMoves {
  private final MoveListener listener;
  private volatile long moves;

  /** Also tells {@code listener} of each move, on the thread that made it. */
  CursorMoves(MoveListener listener) {
    this.listener = listener;
  }

  /** Returns the number of moves so far; pass it to {@link #await} to wait for the next move. */
  long moves() {
    return moves;
  }

  void signal() {
    wake();
    listener.moved();
  }

  /** The same; all that a cursor has received is a heartbeat. */
  void heartbeat() {
    wake();
    listener.heartbeat();
  }

  private synchronized void wake() {
    moves = moves + 1;
    notifyAll();
  }

  /** Waits until there has been a move since {@code seen}, at most {@code millis} milliseconds. */
  synchronized void await(long seen, long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000L;
    while (moves == seen) {
      long left = (deadline - System.nanoTime()) / 1_000_000L;
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }
}
