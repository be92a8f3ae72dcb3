package io.halite.routing.wait;

import java.util.concurrent.TimeUnit;

/**
 * The clock by which waits are measured: it runs on evenly, also when somebody sets the time of the
 * day back or ahead. Its readings mean nothing outside of this virtual machine. Stateless.
 */
public final class RunningClock {
  private RunningClock() {}

  /** Returns milliseconds since some moment before this virtual machine began to read it. */
  public static long millis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }
}
