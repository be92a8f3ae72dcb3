package io.halite.client.plugin;

import io.halite.keys.KeyRange;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.merge.ArrivingRows;
import io.halite.routing.merge.CutRows;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.merge.MoveListener;
import io.halite.routing.scan.Fetching;
import io.halite.routing.scan.JoinedPlan;
import io.halite.routing.scan.MergedPlan;
import io.halite.routing.scan.NaturalScan;
import io.halite.routing.scan.ScanPlan;
import io.halite.routing.scan.UnorderedAttribute;
import io.halite.routing.scan.UnorderedScan;
import io.halite.routing.table.Mark;
import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A scan of a natural range on all of its buckets at once.
 *
 * <p>The plug-in executes {@link MergedPlan}s, {@link JoinedPlan}s that read the newest versions,
 * and plans whose reader needs no order ({@link UnorderedScan}). It sends a scan with another plan,
 * one that wants cursors, or one that reads by an index, to the gateway regions.
 *
 * @param natural the parsed scan
 * @param rows opens its rows
 * @param inOrder whether they come in natural order
 */
record PlannedScan(NaturalScan natural, Opening rows, boolean inOrder) {
  /** Opens the rows of a plan. */
  interface Opening {
    /** Sends the stored scans; the rows have natural keys. */
    ArrivingRows open(Fetching fetching) throws IOException;
  }

  /** Whether the gateway regions execute a scan, whatever the spec. */
  static boolean isForGateways(Scan natural) {
    return (natural.getBatch() > 0 && seesWholeRows(natural))
        || natural.isNeedCursorResult()
        || natural.getAttribute(IndexedReads.ATTRIBUTE) != null
        || Mark.isOn(natural);
  }

  /** Whether the filter of a scan judges whole rows, which HBase then never cuts. */
  private static boolean seesWholeRows(Scan natural) {
    return natural.getFilter() != null && natural.getFilter().hasFilterRow();
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
      Optional<Opening> rows = UnorderedScan.of(plan).map(unordered -> unordered::open);
      boolean inOrder = rows.isEmpty();
      if (rows.isEmpty() && plan instanceof MergedPlan merged) {
        rows = Optional.of(merged::open);
      }
      if (plan instanceof JoinedPlan joined && JoinedGets.isJoinable(natural)) {
        rows = Optional.of(PlannedScan.opening(joined));
      }
      return rows.map(opening -> new PlannedScan(plan.natural(), opening, inOrder));
    } catch (DoNotRetryIOException refused) {
      // The gateway admits more filters than a client does; it refuses the scan if it has to.
      return Optional.empty();
    }
  }

  private static Opening opening(JoinedPlan joined) {
    return fetching -> joined.open(fetching, FamilyRules.unknown(), System::currentTimeMillis);
  }

  /** The stored ranges that may hold its rows. */
  List<KeyRange> images() {
    return natural.narrowing().images(natural.range());
  }

  /** The most rows that the scan returns. */
  long rowLimit() {
    int limit = natural.scan().getLimit();
    long page = natural.pageRows().orElse(Long.MAX_VALUE);
    return limit > 0 ? Math.min(limit, page) : page;
  }

  /**
   * How a scan fails whose reader has been given rows. The readers of HBase's jobs go on behind the
   * last row after a failure that may be retried, which is right for rows in order alone.
   */
  IOException behindRows(IOException failure) {
    return inOrder || failure instanceof DoNotRetryIOException
        ? failure
        : new DoNotRetryIOException(
            "a scan with "
                + UnorderedAttribute.ATTRIBUTE
                + " has failed behind its first row, and no row says which others were read:"
                + " scan the whole range again",
            failure);
  }

  /**
   * How a wait for a row behind the first one ends when its thread is interrupted; the same scanner
   * continues. Where the exception is not of that class, for the readers of HBase's jobs, the
   * thread stays interrupted.
   */
  IOException interrupted(InterruptedException cause) {
    InterruptedIOException interruption =
        Interrupted.during("waiting for the next row of a scan", cause);
    if (inOrder) {
      return interruption;
    }
    Thread.currentThread().interrupt();
    return new DoNotRetryIOException(
        "the thread was interrupted while it waited for a row of a scan with "
            + UnorderedAttribute.ATTRIBUTE
            + ", and stays so: read on with the same scanner when it is not, or scan the whole"
            + " range again",
        interruption);
  }

  /**
   * Sends the stored scans; the rows have natural keys.
   *
   * @param metrics counts what the owners do
   * @param moved hears whenever there may be more to read
   */
  ArrivingRows open(
      AsyncTable<AdvancedScanResultConsumer> owners, SummedMetrics metrics, MoveListener moved)
      throws IOException {
    Scan scan = natural.scan();
    ArrivingRows whole = rows.open(Fetching.byClient(owners, scan, metrics.counts(), moved));
    boolean cut = scan.getBatch() > 0 || (scan.getAllowPartialResults() && !seesWholeRows(scan));
    return cut ? cut(whole, scan) : whole;
  }

  /** Only a scan that allows partial results minds the size of an answer. */
  private static ArrivingRows cut(ArrivingRows whole, Scan scan) {
    long size =
        scan.getMaxResultSize() > 0
            ? scan.getMaxResultSize()
            : HConstants.DEFAULT_HBASE_CLIENT_SCANNER_MAX_RESULT_SIZE;
    return new CutRows(
        whole,
        scan.getBatch() > 0 ? scan.getBatch() : Integer.MAX_VALUE,
        scan.getAllowPartialResults() ? size : Long.MAX_VALUE);
  }
}
