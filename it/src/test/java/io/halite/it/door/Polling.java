package io.halite.it.door;

/** Waits for something that a cluster does by itself, for four minutes at most. */
public final class Polling {
  private static final long LONGEST_MILLIS = 240_000;

  private Polling() {}

  /** What is awaited. */
  public interface Condition {
    boolean holds() throws Exception;
  }

  /** Returns as soon as the condition holds. */
  public static void until(String what, Condition condition) throws Exception {
    long end = System.nanoTime() + LONGEST_MILLIS * 1_000_000;
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited in vain until " + what);
      }
      Thread.sleep(100);
    }
  }
}
