package io.halite.routing.latest;

import java.util.OptionalLong;

/**
 * The times that a query selects: not newer than {@code asOf}, not older than {@code notBefore}.
 *
 * <p>Both bounds are in milliseconds since 1970, inclusive, and open if absent. Immutable.
 */
public record TimeWindow(OptionalLong asOf, OptionalLong notBefore) {
  /** All times. */
  public static final TimeWindow ALL = new TimeWindow(OptionalLong.empty(), OptionalLong.empty());

  /** Refuses a window that holds no time, or bounds before 1970. */
  public TimeWindow {
    check("as-of time", asOf);
    check("not-before time", notBefore);
    if (asOf.isPresent() && notBefore.isPresent() && asOf.getAsLong() < notBefore.getAsLong()) {
      throw new LatestException(
          "as-of time",
          asOf.getAsLong(),
          "it must not be before the not-before time " + notBefore.getAsLong());
    }
  }

  private static void check(String name, OptionalLong time) {
    if (time.isPresent() && time.getAsLong() < 0) {
      throw new LatestException(name, time.getAsLong(), "it must not be before 1970");
    }
  }

  /** Returns this window without the times that are newer than {@code time}. */
  TimeWindow upTo(long time) {
    return asOf.isPresent() && asOf.getAsLong() <= time
        ? this
        : new TimeWindow(OptionalLong.of(time), notBefore);
  }

  /** Returns this window without the times that are older than {@code time}. */
  public TimeWindow from(long time) {
    return notBefore.isPresent() && notBefore.getAsLong() >= time
        ? this
        : new TimeWindow(asOf, OptionalLong.of(time));
  }

  /** The revtime of the newest time selected, unsigned. */
  public long firstRevtime() {
    return asOf.isPresent() ? Long.MAX_VALUE - asOf.getAsLong() : 0;
  }

  /** The revtime of the oldest time selected, unsigned. */
  public long lastRevtime() {
    return notBefore.isPresent() ? Long.MAX_VALUE - notBefore.getAsLong() : -1;
  }
}
