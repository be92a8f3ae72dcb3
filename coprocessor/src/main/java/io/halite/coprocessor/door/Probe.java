package io.halite.coprocessor.door;

/**
 * What a gateway region knows of a server that may be its door. Immutable; times in milliseconds.
 *
 * @param isDoor whether it has answered, and has not failed twice since
 * @param next when it is probed next
 * @param until when it is used no more if it was not probed, since the watch is held up
 * @param failures how often it has failed since
 * @param answered when it answered last
 */
record Probe(boolean isDoor, long next, long until, int failures, long answered) {
  private static final long CONFIRMED_MILLIS = 20_000;
  private static final long FIRST_RETRY_MILLIS = 1_000;

  /** The watch looks once a second, and probes other servers meanwhile. */
  private static final long LATE_MILLIS = 5_000;

  /** Before any time, of which the origin may be in the future. */
  private static final long LONG_AGO = Long.MIN_VALUE / 2;

  static final Probe NONE = new Probe(false, LONG_AGO, LONG_AGO, 0, LONG_AGO);

  /** After a probe that was answered. */
  static Probe answered(long now) {
    long next = now + CONFIRMED_MILLIS;
    return new Probe(true, next, next + LATE_MILLIS, 0, now);
  }

  /** A door may be too busy for one probe, or the owner of the row that it reads may be. */
  Probe failed(long now) {
    long next = now + Math.min(CONFIRMED_MILLIS, FIRST_RETRY_MILLIS << Math.min(failures, 10));
    return new Probe(isDoor && failures == 0, next, next + LATE_MILLIS, failures + 1, answered);
  }

  /** The server has not answered a probe of another region: a door gets its own turn soon. */
  Probe postponed(long now) {
    return isDoor && age(now) < 2 * CONFIRMED_MILLIS ? later(now) : failed(now);
  }

  /** It is asked a little later, and is what it was up to 40 seconds after its last answer. */
  Probe later(long now) {
    return new Probe(
        isDoor, now + FIRST_RETRY_MILLIS, answered + 2 * CONFIRMED_MILLIS, failures, answered);
  }

  /** The time since its last answer. */
  long age(long now) {
    return now - answered;
  }
}
