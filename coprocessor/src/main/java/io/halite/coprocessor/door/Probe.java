package io.halite.coprocessor.door;

/**
 * What the gateway regions of a table know of a server that may be their door. Immutable; times in
 * milliseconds.
 *
 * @param isDoor whether it has answered, and has not failed twice since
 * @param next when it is probed next
 * @param failures how often it has failed since
 * @param answered when it answered last
 */
record Probe(boolean isDoor, long next, int failures, long answered) {
  private static final long CONFIRMED_MILLIS = 20_000;
  private static final long FIRST_RETRY_MILLIS = 1_000;

  /** Before any time of a clock whose origin may be in the future. */
  static final long LONG_AGO = Long.MIN_VALUE / 2;

  static final Probe NONE = new Probe(false, LONG_AGO, 0, LONG_AGO);

  /** After a probe that was answered. */
  static Probe answered(long now) {
    return new Probe(true, now + CONFIRMED_MILLIS, 0, now);
  }

  /** A door may be too busy for one probe, or the owner of the row that it reads may be. */
  Probe failed(long now) {
    long wait = Math.min(CONFIRMED_MILLIS, FIRST_RETRY_MILLIS << Math.min(failures, 10));
    return new Probe(isDoor && failures == 0, now + wait, failures + 1, answered);
  }

  /** The server has not answered a probe of another region: a door gets its own turn soon. */
  Probe postponed(long now) {
    return isDoor && now < until() ? later(now) : failed(now);
  }

  /** It is asked a little later. */
  Probe later(long now) {
    return new Probe(isDoor, now + FIRST_RETRY_MILLIS, failures, answered);
  }

  /** When it is a door no more if it does not answer again, whatever holds the watch up. */
  long until() {
    return answered + 2 * CONFIRMED_MILLIS;
  }

  /** The time since its last answer. */
  long age(long now) {
    return now - answered;
  }
}
