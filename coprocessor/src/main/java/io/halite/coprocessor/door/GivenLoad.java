package io.halite.coprocessor.door;

import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What one server has given to one door of a table, and what that door has measured. Immutable.
 *
 * @param weight the operations of the first requests of the connections given; half of it is
 *     forgotten after each minute
 * @param count the connections given; half of it is forgotten after each minute
 * @param young the weight that the door has not measured yet: it decays as the door's rate grows
 * @param unmeasured what {@code young} was at the last measurement, and the weight given since
 * @param at when these were true, in milliseconds
 * @param measured the last measurement; empty if the door reports none
 */
record GivenLoad(
    double weight,
    double count,
    double young,
    double unmeasured,
    long at,
    Optional<DoorLoad> measured) {
  private static final double HALF_MILLIS = TimeUnit.MINUTES.toMillis(1);

  static GivenLoad nothing(long now) {
    return new GivenLoad(0, 0, 0, 0, now, Optional.empty());
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
        weight(now) + added, count(now) + 1, young(now) + added, unmeasured + added, now, measured);
  }

  /** The same after a measurement, or after the door has reported none. */
  GivenLoad measured(Optional<DoorLoad> load, long now) {
    double left = young(now);
    return new GivenLoad(weight(now), count(now), left, left, now, load);
  }

  /** Operations a second, if one unit of weight sends {@code unit} of them. */
  double rate(double unit) {
    return measured.map(DoorLoad::rate).orElse(0.0) + unit * unmeasured;
  }
}
