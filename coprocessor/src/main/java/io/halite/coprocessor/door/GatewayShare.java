package io.halite.coprocessor.door;

/**
 * What a gateway region takes of the operations on its table.
 *
 * <p>Example: the table lies on 4 servers, whose owner regions take 4000 operations a second. A
 * gateway region exceeds its share if it takes more than 1500 of them: the 1000 of an equal share,
 * and half as much again. It then redirects connections until it takes 1000 or fewer.
 *
 * <p>Connections that were redirected stay where they are after the gateway region has closed.
 * Immutable.
 *
 * @param natural the natural operations a second that the gateway region takes
 * @param total the operations a second that all owner regions of the table take
 * @param servers the servers that have regions of the table and may be doors
 */
record GatewayShare(double natural, double total, int servers) {
  /** Fewer natural operations a second are no load to spread. */
  private static final double LEAST_RATE = 100;

  /** An equal share, and half as much again. */
  private static final double OPENS = 1.5;

  private static final double CLOSES = 1;

  /**
   * Whether the gateway region is to redirect connections.
   *
   * @param redirects whether it redirects now. A connection is redirected by its next request, so
   *     one that sends few is redirected only if the gateway region goes on for a while
   */
  boolean isExceeded(boolean redirects) {
    double limit = (redirects ? CLOSES : OPENS) * total / servers;
    return servers > 1 && natural >= LEAST_RATE && natural > limit;
  }
}
