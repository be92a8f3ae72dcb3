package io.halite.coprocessor.door;

/**
 * What one door has measured of the requests of a table: of the natural ones that it serves, by its
 * own gateway regions and as a guest, and of those of its owner regions. Immutable.
 *
 * <p>Example: two connections have sent 300 operations a second together for the last 10 seconds,
 * and nobody sent any before. The load is {@code rate} 150, {@code recent} 300, {@code connections}
 * 2, so one connection sends 150 on average.
 *
 * @param rate operations a second, of which those of {@link DecayingRate#HALF_MILLIS} ago count
 *     half as much as those of now
 * @param recent operations a second in the last seconds, when {@code connections} sent them
 * @param connections connections that sent a request in these seconds, about
 * @param marked operations a second of the rows that the server stores, measured like {@code rate}
 */
public record DoorLoad(double rate, double recent, double connections, double marked) {
  /** Nothing measured. */
  static final DoorLoad NONE = new DoorLoad(0, 0, 0, 0);

  /** Whether a door may have measured this. */
  boolean isPossible() {
    return isPossible(rate) && isPossible(recent) && isPossible(connections) && isPossible(marked);
  }

  private static boolean isPossible(double value) {
    return Double.isFinite(value) && value >= 0;
  }
}
