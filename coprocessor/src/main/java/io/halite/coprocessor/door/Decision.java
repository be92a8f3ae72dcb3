package io.halite.coprocessor.door;

import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;

/** What a door does with the part of a request that names one region. */
sealed interface Decision {
  /** Leaves it to HBase. */
  record Keep() implements Decision {}

  /**
   * Names another server to the client.
   *
   * @param door the server that the client sends its later requests to
   * @param sequence greater than the sequence number of the region in {@code hbase:meta}: clients
   *     ignore a location with a smaller number
   */
  record Redirect(ServerName door, long sequence) implements Decision {}

  /**
   * Serves it as a guest.
   *
   * @param gateway the gateway region that the client named
   * @param table the table; this server has a region of it
   */
  record Serve(RegionInfo gateway, DoorTable table) implements Decision {
    /** Whether this server would decline all writes: no door for other connections, then. */
    boolean holdsWrites() {
      return table.guest(gateway).filter(guest -> guest.region().holdsWrites()).isPresent();
    }
  }

  /** Refuses it, so that the client reads the region's location in {@code hbase:meta}. */
  record Decline() implements Decision {}
}
