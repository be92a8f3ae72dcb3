package io.halite.coprocessor.door;

import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What one server has given to one door of a table, and what that door has measured. Immutable.
 *
 * @param weight the operations of the first requests of the connections given; half of it is
 *     forgotten after each minute
 * @param count the connections given; half of it is forgotten after each minute
 * @param young the connections that the door has not measured yet: they decay as its rate grows
 * @param unmeasured what {@code young} was at the last measurement, and the connections given since
 * @param at when these were true, in milliseconds
 * @param measured the last measurement; empty if the door reports none
 * @param stored what the door stores of the table's rows, beside this server
 */
record GivenLoad(
    double weight,
    double count,
    double young,
    double unmeasured,
    long at,
    Optional<DoorLoad> measured,
    StoredRows stored) {
  private static final double HALF_MILLIS = TimeUnit.MINUTES.toMillis(1);

  static GivenLoad nothing(long now) {
    return new GivenLoad(0, 0, 0, 0, now, Optional.empty(), StoredRows.NONE);
  }

  private double remains(long now) {
    return Math.pow(0.5, Math.max(0, now - at) / HALF_MILLIS);
  }

  double weight(long now) {
    return weight * remains(now);
  }

  double count(long now) {
    return count * remains(now);
  }

  private double young(long now) {
    return young * DecayingRate.remains(now - at);
  }

  /** The same after one more connection. */
  GivenLoad given(double added, long now) {
    return new GivenLoad(
        weight(now) + added, count(now) + 1, young(now) + 1, unmeasured + 1, now, measured, stored);
  }

  /**
   * The same after a measurement, or after the door has reported none.
   *
   * @param markedHere what this server stores now, operations a second
   */
  GivenLoad measured(Optional<DoorLoad> load, double markedHere, long now) {
    double left = young(now);
    StoredRows stores = load.map(each -> stored.after(each.marked(), markedHere)).orElse(stored);
    return new GivenLoad(weight(now), count(now), left, left, now, load, stores);
  }

  /**
   * Operations a second, if a connection sends {@code mean} of them. A door that is slow measures
   * few operations of many connections: each counts as half of the mean at least.
   */
  double rate(double mean) {
    DoorLoad load = measured.orElse(DoorLoad.NONE);
    return Math.max(load.rate(), load.connections() * mean / 2) + mean * unmeasured;
  }
}
