package io.halite.coprocessor.gateway;

import io.halite.coprocessor.owner.Fence;
import io.halite.coprocessor.owner.ForwardTime;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.owner.SaltedServer;
import io.halite.coprocessor.owner.SaltingMetrics;
import io.halite.coprocessor.rights.ScannerOwner;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.merge.OwnerCounts;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Scan;

/** Scanners of one gateway region over rows that a test gives, of a user ann. */
final class RowScanners {
  private static final ServerName HERE = ServerName.valueOf("s1,1,1");

  private final OwnerConnection owners =
      new OwnerConnection(
          new Configuration(false),
          HERE,
          SaltingMetrics.unseen(),
          () -> Fence.start(HERE, Optional.empty()),
          new ConcurrentHashMap<>());

  private final String salt;
  private final LongSupplier wall;
  private final LongSupplier running;

  /** Scanners of a table of this salt, by a clock that can be set and one that cannot. */
  RowScanners(String salt, LongSupplier wall, LongSupplier running) {
    this.salt = salt;
    this.wall = wall;
    this.running = running;
  }

  SaltedServer server() {
    return owners.server();
  }

  /** Opens a scanner of these rows; a bulk load may wait for the region's lock. */
  MergedRegionScanner open(ScanLimits limits, SortedRows rows, boolean loading) throws IOException {
    return new MergedRegionScanner(
        new ScannedRegion(
            RegionInfoBuilder.newBuilder(KeptRests.TABLE).build(),
            new SaltedTable(KeptRests.TABLE, SaltingSpec.parse("salt=" + salt)),
            owners,
            new LockHold(() -> false, () -> loading, new ForwardTime(9_000, 5_000), wall, running)),
        limits,
        rows,
        new ScanCounts(new OwnerCounts(true), true),
        ScannerOwner.of(false, Optional.empty(), failure -> failure),
        server().openScans().open("ann", 0, false, 0),
        new ResumableScan(KeptRests.inMemory(), 0, "ann", KeyRange.all(), new Scan()));
  }
}
