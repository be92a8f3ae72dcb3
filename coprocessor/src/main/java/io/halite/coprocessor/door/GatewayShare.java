package io.halite.coprocessor.door;

import java.util.List;

/**
 * What the server of a gateway region takes of the gets and mutations of its table, beside its
 * doors.
 *
 * <p>Doors spread natural operations, and leave the rows where they are stored. So this server is
 * compared with what the busiest one would take if all took as many natural operations. Example: a
 * gateway region takes 3000 operations a second. Three servers store the rows: its own those of
 * 2000, the others those of 500 each. It takes 5000 in all, and with doors the busiest server, the
 * same one, would take 1000 and store 2000. 5000 is more than 1.25 times these 3000, so it
 * redirects connections, until it takes 3000 or fewer.
 *
 * <p>If another server stored all the rows, doors would add 1000 operations to its 3000. This one
 * takes no more than 3000 now, so it redirects nobody.
 *
 * <p>Connections that were redirected stay where they are after the gateway region has closed.
 * Immutable.
 *
 * @param natural the natural operations a second of the gateway region
 * @param here what its server takes
 * @param doors what each of the other servers takes that are its doors, or may be
 */
record GatewayShare(double natural, ServerShare here, List<ServerShare> doors) {
  /** Fewer natural operations a second of all gateway regions of a server are no load to spread. */
  private static final double LEAST_OF_SERVER = 100;

  /** Fewer of one gateway region are not worth the redirects. */
  private static final double LEAST_OF_REGION = 10;

  /**
   * Where each server stores as many rows, and all that arrive, one redirects that receives 1.5
   * times the mean of the natural operations.
   */
  private static final double OPENS = 1.25;

  /**
   * Whether the gateway region is to redirect connections.
   *
   * @param redirects whether it redirects now. A connection is redirected by its next request, so
   *     one that sends few is redirected only if the gateway region goes on for a while
   */
  boolean isExceeded(boolean redirects) {
    double part = redirects ? 0.5 : 1;
    double limit = (redirects ? 1 : OPENS) * busiestWithDoors();
    return !doors.isEmpty()
        && here.natural() >= part * LEAST_OF_SERVER
        && natural >= part * LEAST_OF_REGION
        && here.load() > limit;
  }

  /** What the busiest server would take if all took as many natural operations. */
  double busiestWithDoors() {
    double natural = here.natural();
    double marked = here.marked();
    for (ServerShare door : doors) {
      natural += door.natural();
      marked = Math.max(marked, door.marked());
    }
    return natural / (1 + doors.size()) + marked;
  }
}
