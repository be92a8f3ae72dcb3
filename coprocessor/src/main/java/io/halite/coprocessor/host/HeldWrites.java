package io.halite.coprocessor.host;

import org.apache.hadoop.hbase.regionserver.OnlineRegions;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;

/**
 * Whether a region server holds all writes: its memstores have more together than {@code
 * hbase.regionserver.global.memstore.size} allows. HBase then lets handlers wait, before they reach
 * the region and for as long as it takes to flush. Stateless.
 */
public final class HeldWrites {
  /** The name of the type's only value below all limits. The type itself is not public. */
  private static final String BELOW_ALL = "NORMAL";

  private HeldWrites() {}

  /** Whether the server of these regions does so now. */
  public static boolean on(OnlineRegions server) {
    if (!(server instanceof RegionServerServices services)) {
      return false;
    }
    Object mark = services.getRegionServerAccounting().isAboveHighWaterMark();
    return !mark.toString().equals(BELOW_ALL);
  }
}
