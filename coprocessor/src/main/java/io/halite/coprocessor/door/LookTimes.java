package io.halite.coprocessor.door;

/**
 * When a server looks in {@code hbase:meta} for the regions of one table: every five minutes, and
 * within seconds if there is a reason. While the reason stays, it waits twice as long each time.
 *
 * <p>Times are milliseconds since any origin. Thread-safe.
 */
final class LookTimes {
  private static final long WITHOUT_REASON_MILLIS = 300_000;

  /**
   * After a region was opened, or a client has named an unknown one. Each further look that finds
   * nothing new waits twice as long, up to a minute, since a client may name any region.
   */
  private static final long FIRST_DEMAND_MILLIS = 2_000;

  private static final long LAST_DEMAND_MILLIS = 60_000;

  /**
   * While regions open and move: the servers that they come to may be doors, too. Each further look
   * waits twice as long, since a region may stay closed.
   */
  private static final long FIRST_UNSETTLED_MILLIS = 10_000;

  /** Whether there is a reason to look. Handlers set it, and wait for nobody. */
  private volatile boolean demanded = true;

  private long demandMillis = FIRST_DEMAND_MILLIS;

  /** Whether each region was where {@code hbase:meta} has it, when it was looked at last. */
  private boolean settled = true;

  private long unsettledMillis = FIRST_UNSETTLED_MILLIS;

  /** How long to wait after the looks that have failed last; 0 if the last one has not. */
  private long failureMillis;

  /** How many regions have left this server. */
  private long departures;

  private long last = Long.MIN_VALUE / 2;

  /**
   * A look that has begun.
   *
   * @param demanded whether there was a reason for it
   * @param departures how many regions had left this server before
   */
  record Look(boolean demanded, long departures) {}

  /** A region was opened here. */
  synchronized void came() {
    demandMillis = FIRST_DEMAND_MILLIS;
    demanded = true;
  }

  /** A region has left this server. */
  synchronized void left() {
    departures++;
    settled = false;
    unsettledMillis = FIRST_UNSETTLED_MILLIS;
  }

  /** A client has named a region that is not known. */
  void demand() {
    demanded = true;
  }

  /** Whether it is time to look. */
  synchronized boolean isDue(long now) {
    long wait =
        demanded
            ? Math.max(demandMillis, failureMillis)
            : settled ? WITHOUT_REASON_MILLIS : unsettledMillis;
    return now - last >= wait;
  }

  /** Begins a look, which then {@link #found} or has {@link #failed}. */
  synchronized Look begin(long now) {
    Look look = new Look(demanded, departures);
    demanded = false;
    last = now;
    return look;
  }

  /**
   * The end of a look.
   *
   * @param news whether it has found what was not known
   * @param allSettled whether each region is where {@code hbase:meta} has it; does not count if
   *     regions have left this server since the look began
   */
  synchronized void found(Look look, boolean news, boolean allSettled) {
    failureMillis = 0;
    demandMillis =
        news || !look.demanded()
            ? FIRST_DEMAND_MILLIS
            : Math.min(LAST_DEMAND_MILLIS, 2 * demandMillis);
    if (departures == look.departures()) {
      unsettledMillis =
          settled || allSettled
              ? FIRST_UNSETTLED_MILLIS
              : Math.min(WITHOUT_REASON_MILLIS, 2 * unsettledMillis);
      settled = allSettled;
    }
  }

  /**
   * A look has failed. All servers ask a catalog table that is overloaded, so each waits longer
   * each time.
   */
  synchronized void failed() {
    failureMillis =
        failureMillis == 0 ? FIRST_DEMAND_MILLIS : Math.min(LAST_DEMAND_MILLIS, 2 * failureMillis);
    demanded = true;
  }
}
