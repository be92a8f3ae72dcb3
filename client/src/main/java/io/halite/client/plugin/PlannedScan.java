package io.halite.client.plugin;

import io.halite.keys.KeyRange;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.scan.Fetching;
import io.halite.routing.scan.MergedPlan;
import io.halite.routing.scan.ScanPlan;
import io.halite.routing.table.Mark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A scan of a natural range on all of its buckets at once.
 *
 * <p>The plug-in executes {@link MergedPlan}s. It sends a scan with another plan, or with options
 * that cut or count its answers (pieces of rows, cursors, metrics), to the gateway regions.
 *
 * @param routing how it is routed
 * @param plan the plan
 */
record PlannedScan(Routing routing, MergedPlan plan) {
  /** Whether the gateway regions execute a scan, whatever the spec. */
  static boolean isForGateways(Scan natural) {
    return natural.getBatch() > 0
        || natural.getAllowPartialResults()
        || natural.isNeedCursorResult()
        || natural.isScanMetricsEnabled()
        || Mark.isOn(natural);
  }

  /** A copy, so that later changes of a scan have no effect. */
  static Scan copy(Scan natural) {
    try {
      return new Scan(natural);
    } catch (IOException e) {
      throw new UncheckedIOException("a scan's own time range was refused by its copy", e);
    }
  }

  /** Returns the plan if a client can execute it; otherwise the gateway regions execute it. */
  static Optional<PlannedScan> of(Routing routing, Scan natural) throws IOException {
    if (routing.table().isEmpty() || isForGateways(natural)) {
      return Optional.empty();
    }
    try {
      ScanPlan plan = ScanPlan.of(natural, KeyRange.all(), routing.table().get(), Set.of());
      return plan instanceof MergedPlan merged
          ? Optional.of(new PlannedScan(routing, merged))
          : Optional.empty();
    } catch (DoNotRetryIOException refused) {
      // The gateway admits more filters than a client does; it refuses the scan if it has to.
      return Optional.empty();
    }
  }

  /** The most rows that the scan returns. */
  long rowLimit() {
    int rows = plan.natural().scan().getLimit();
    long page = plan.natural().pageRows().orElse(Long.MAX_VALUE);
    return rows > 0 ? Math.min(rows, page) : page;
  }

  /**
   * Sends the stored scans; the rows have natural keys.
   *
   * @param moved runs whenever there may be more to read
   */
  SortedRows open(AsyncTable<AdvancedScanResultConsumer> owners, Runnable moved)
      throws IOException {
    int rows = Math.max(0, plan.natural().scan().getLimit());
    return plan.open(Fetching.byClient(owners, rows, moved));
  }
}
