package io.halite.client.plugin;

import io.halite.keys.KeyRange;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.scan.Fetching;
import io.halite.routing.scan.MergedPlan;
import io.halite.routing.scan.ScanPlan;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Opens scans of a natural range on all of its buckets at once.
 *
 * <p>The plug-in executes {@link MergedPlan}s. It sends a scan with another plan, or with options
 * that cut or count its answers (pieces of rows, cursors, metrics), to the gateway regions.
 */
final class DirectScans {
  private final Table real;
  private final TableSpecs specs;
  private final ScanTables scanTables;

  DirectScans(Table real, TableSpecs specs, ScanTables scanTables) {
    this.real = real;
    this.specs = specs;
    this.scanTables = scanTables;
  }

  /**
   * One opened plan.
   *
   * @param table the table under whose spec the plan was opened
   * @param rows the rows, with natural keys
   * @param rowLimit the most rows that the scan returns
   */
  record Opened(SaltedTable table, SortedRows rows, long rowLimit) {}

  /** As {@link Table#getScanner(Scan)}; later changes of {@code natural} have no effect. */
  ResultScanner open(Scan natural) throws IOException {
    Scan kept = new Scan(natural);
    Optional<MergedPlan> plan = plan(specs.of(real.getName()), kept);
    return plan.isPresent()
        ? new DirectScanner(this, kept, open(plan.get()))
        : real.getScanner(natural);
  }

  /** Opens a scan again under the table's present spec, after an owner has refused its mark. */
  ResultScanner openAgain(Scan natural, SaltedTable refused) throws IOException {
    Optional<MergedPlan> plan = plan(specs.reread(real.getName(), Optional.of(refused)), natural);
    return plan.isPresent()
        ? new DirectScanner(null, natural, open(plan.get()))
        : real.getScanner(natural);
  }

  /** Returns the plan if this client can execute it; otherwise the gateway regions execute it. */
  private static Optional<MergedPlan> plan(Optional<SaltedTable> table, Scan natural)
      throws IOException {
    boolean gatewayAlone =
        table.isEmpty()
            || natural.getBatch() > 0
            || natural.getAllowPartialResults()
            || natural.isNeedCursorResult()
            || natural.isScanMetricsEnabled()
            || Mark.isOn(natural);
    if (gatewayAlone) {
      return Optional.empty();
    }
    try {
      ScanPlan plan = ScanPlan.of(natural, KeyRange.all(), table.get(), Set.of());
      return plan instanceof MergedPlan merged ? Optional.of(merged) : Optional.empty();
    } catch (DoNotRetryIOException refused) {
      // The gateway admits more filters than a client does; it refuses the scan if it has to.
      return Optional.empty();
    }
  }

  private Opened open(MergedPlan plan) throws IOException {
    int rows = Math.max(0, plan.natural().scan().getLimit());
    long page = plan.natural().pageRows().orElse(Long.MAX_VALUE);
    return new Opened(
        plan.natural().table(),
        plan.open(Fetching.byClient(scanTables.like(real), rows)),
        rows > 0 ? Math.min(rows, page) : page);
  }
}
