package io.halite.coprocessor.door;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the guest regions of one request open until it has been served.
 *
 * <p>A region that closed and opened between the door and HBase could have another observer, or
 * none, and would serve the request as one for its own rows. For one use by one handler.
 */
final class GuestPins implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GuestPins.class);

  private final List<HRegion> pinned = new ArrayList<>();

  /** Pins a region of {@code table}; false if it is about to close, or has. */
  boolean pin(GatewayRegion guest, DoorTable table) {
    HRegion region = guest.region().region();
    try {
      region.startRegionOperation();
    } catch (IOException closing) {
      return false;
    }
    pinned.add(region);
    return table.holds(guest) && guest.region().isServing();
  }

  /**
   * Unpins all of them. An observer of another coprocessor may fail then; the request has been
   * served, so its answer stands.
   */
  @Override
  public void close() {
    for (HRegion region : pinned) {
      try {
        region.closeRegionOperation();
      } catch (IOException | RuntimeException ofHook) {
        // HBase has released the region before it called the hook. The request has been served, and
        // the other regions wait.
        LOG.warn("a coprocessor of {} failed after a request of a guest", region, ofHook);
      }
    }
  }
}
