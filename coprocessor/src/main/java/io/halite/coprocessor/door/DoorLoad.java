package io.halite.coprocessor.door;

import java.util.stream.DoubleStream;

/**
 * What one door has measured of the requests of a table: of the natural ones, by its own gateway
 * regions and as a guest, and of those of its owner regions. Immutable.
 *
 * <p>The first four numbers choose the door of a connection ({@link DoorLoads}); in the first three
 * a scan counts as one operation. The last two decide whether a gateway region redirects ({@link
 * TableShares}), and have no scans, see {@link DoorRequest#operations}.
 *
 * <p>Example: two connections have sent 300 operations a second together for the last 10 seconds,
 * and nobody sent any before. The load is {@code rate} 150, {@code recent} 300, {@code connections}
 * 2, so one connection sends 150 on average. 100 of the 300 were scans, so {@code natural} is 100.
 *
 * @param rate operations a second that the door serves, scans included; those of {@link
 *     DecayingRate#HALF_MILLIS} ago count half as much as those of now
 * @param recent the same in the last seconds, when {@code connections} sent them
 * @param connections connections that sent a request in these seconds, about
 * @param marked gets and mutations a second of the rows that the server stores, measured like
 *     {@code rate}
 * @param natural gets and mutations a second that arrive at its gateway regions, or that guests
 *     serve, measured like {@code rate}
 */
public record DoorLoad(
    double rate, double recent, double connections, double marked, double natural) {
  /** Nothing measured. */
  static final DoorLoad NONE = new DoorLoad(0, 0, 0, 0, 0);

  /** Whether a door may have measured this. */
  boolean isPossible() {
    return DoubleStream.of(rate, recent, connections, marked, natural)
        .allMatch(DoorLoad::isPossible);
  }

  private static boolean isPossible(double value) {
    return Double.isFinite(value) && value >= 0;
  }
}
