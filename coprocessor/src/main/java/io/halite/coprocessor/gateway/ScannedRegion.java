package io.halite.coprocessor.gateway;

import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.owner.SaltedServer;
import io.halite.routing.table.SaltedTable;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * A gateway region, with what all of its scans share.
 *
 * @param info of the region
 * @param table its table
 * @param owners reach the regions that store the rows
 * @param lock how long a call may hold the region's lock
 */
record ScannedRegion(RegionInfo info, SaltedTable table, OwnerConnection owners, LockHold lock) {
  /** What the region shares with all salted regions of its server. */
  SaltedServer server() {
    return owners.server();
  }
}
