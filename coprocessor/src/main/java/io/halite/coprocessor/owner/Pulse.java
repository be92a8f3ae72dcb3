package io.halite.coprocessor.owner;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Notices that this server stood still: it was stopped or swapped out, or collected garbage.
 *
 * <p>What clients sent meanwhile lies in the server's sockets. It is read afterwards, and looks
 * new. So what the server receives in the first 2 s after a stop counts as sent when the stop
 * began, whenever it is handled.
 *
 * <p>Example: the server beats every 500 ms. It beats at 0:00, is stopped, and beats again at 0:12.
 * A request received at 0:13 may have been sent at 0:00: {@link #hiddenMillis} of it is 13,000. Of
 * a request received at 0:15 it is 0.
 *
 * <p>A stopped virtual machine may not count the time on one of its clocks, so there are two.
 * Thread-safe; one thread beats.
 */
final class Pulse {
  static final int PERIOD_MILLIS = 500;

  /** A beat so long after the one before is no matter of a busy processor. */
  private static final long LATE_MILLIS = 1_500;

  /** The time in which a server has read what lay in its sockets. */
  private static final long READ_MILLIS = 2_000;

  /** How many stops are remembered for requests that wait for a handler. */
  private static final int STOPS = 16;

  private final LongSupplier running;
  private final LongSupplier wall;
  private volatile Beat last;

  /**
   * A stop.
   *
   * @param since the last beat before it, in milliseconds since the epoch
   * @param read when the server had read what lay in its sockets
   */
  private record Stop(long since, long read) {
    long hiddenMillis(long received) {
      return received >= since && received <= read ? received - since : 0;
    }
  }

  /**
   * A beat.
   *
   * @param running when it was, by the one clock
   * @param wall when it was, by the other
   * @param stops the last stops, the latest first
   * @param isLate whether the latest ended with it
   */
  private record Beat(long running, long wall, List<Stop> stops, boolean isLate) {
    long gap(long runningNow, long wallNow) {
      return Math.max(runningNow - running, wallNow - wall);
    }

    /** Without stops if the wall clock was set back: by it, they would come a second time. */
    Beat ifSetBack(long runningNow, long wallNow) {
      boolean isSetBack = wallNow - wall < runningNow - running - LATE_MILLIS;
      return isSetBack ? new Beat(running, wall, List.of(), false) : this;
    }

    /** The stop that ended just now. */
    Stop stop(long gap, long wallNow) {
      // Between two late beats in a row the server may have had no time to read.
      long since = isLate ? Math.min(stops.get(0).since, wallNow - gap) : wallNow - gap;
      return new Stop(since, wallNow + READ_MILLIS);
    }
  }

  /**
   * Begins with a beat now.
   *
   * @param running a clock in milliseconds that nobody sets
   * @param wall milliseconds since the epoch
   */
  Pulse(LongSupplier running, LongSupplier wall) {
    this.running = running;
    this.wall = wall;
    this.last = new Beat(running.getAsLong(), wall.getAsLong(), List.of(), false);
  }

  /**
   * To be called every {@link #PERIOD_MILLIS}.
   *
   * @param ifLate runs after a stop, before anybody takes the stop for over
   */
  void beat(Runnable ifLate) {
    long runningNow = running.getAsLong();
    long wallNow = wall.getAsLong();
    Beat before = last.ifSetBack(runningNow, wallNow);
    long gap = before.gap(runningNow, wallNow);
    boolean isLate = gap > LATE_MILLIS;
    List<Stop> stops = before.stops;
    if (isLate) {
      ifLate.run();
      List<Stop> more = new ArrayList<>(stops);
      more.add(0, before.stop(gap, wallNow));
      stops = List.copyOf(more.subList(0, Math.min(more.size(), STOPS)));
    }
    last = new Beat(runningNow, wallNow, stops, isLate);
  }

  /** Whether the server has stood still, and has not beaten since. */
  boolean isMissed() {
    return last.gap(running.getAsLong(), wall.getAsLong()) > LATE_MILLIS;
  }

  /**
   * How much older a request may be than it looks.
   *
   * @param received when this server received it, in milliseconds since the epoch
   * @return milliseconds; 0 at almost all times
   */
  long hiddenMillis(long received) {
    Beat beat = last;
    long wallNow = wall.getAsLong();
    long gap = beat.gap(running.getAsLong(), wallNow);
    long hidden = gap > LATE_MILLIS ? beat.stop(gap, wallNow).hiddenMillis(received) : 0;
    for (Stop stop : beat.stops) {
      hidden = Math.max(hidden, stop.hiddenMillis(received));
    }
    return hidden;
  }

  /**
   * Until when the sender of a request waits at least.
   *
   * @param received when this server received it, in milliseconds since the epoch
   * @param deadline until when the sender waits, if it sent the request when it was received
   */
  long until(long received, long deadline) {
    return deadline - hiddenMillis(received);
  }

  /** Whether the sender of a request may have given it up by now: {@link #until} is over. */
  boolean isOver(long received, long deadline) {
    return wall.getAsLong() > until(received, deadline);
  }
}
