package io.halite.coprocessor.door;

/**
 * What one door has measured of the natural requests of a table that it serves, by its own gateway
 * regions and as a guest. Immutable.
 *
 * <p>Example: two connections have sent 300 operations a second together for the last 10 seconds,
 * and nobody sent any before. The load is {@code rate} 150, {@code recent} 300, {@code connections}
 * 2, so one connection sends 150 on average.
 *
 * @param rate operations a second, of which those of {@link DecayingRate#HALF_MILLIS} ago count
 *     half as much as those of now
 * @param recent operations a second in the last seconds, when {@code connections} sent them
 * @param connections connections that sent a request in these seconds, about
 */
public record DoorLoad(double rate, double recent, double connections) {
  /** Nothing measured. */
  static final DoorLoad NONE = new DoorLoad(0, 0, 0);

  /** Whether a door may have measured this. */
  boolean isPossible() {
    return isPossible(rate) && isPossible(recent) && isPossible(connections);
  }

  private static boolean isPossible(double value) {
    return Double.isFinite(value) && value >= 0;
  }
}
