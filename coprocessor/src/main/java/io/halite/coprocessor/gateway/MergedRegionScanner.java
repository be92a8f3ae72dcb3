package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ScanProgress;
import io.halite.coprocessor.owner.OpenScans;
import io.halite.coprocessor.rights.ScannerOwner;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The scanner of a gateway region: it returns the rows of the region's natural range, from all
 * buckets, in natural order. The merge fetches rows in the background; a call waits for them as
 * {@link ScanWait} does.
 */
final class MergedRegionScanner implements RegionScanner, ScannerOwner.Owned, ScanRests.Source {
  private static final Logger LOG = LoggerFactory.getLogger(MergedRegionScanner.class);

  private final ScannedRegion region;
  private final SaltedTable table;
  private final ScanLimits limits;
  private final SortedRows merged;
  private final ScanCounts counts;
  private final ScannerOwner owner;
  private final OpenScans.Slot slot;
  private final ResumableScan scan;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final RowInHand row;
  private final ScanCalls calls = new ScanCalls();
  private final ScanWait wait;
  private long rows;
  private volatile boolean filterDone;
  private Optional<byte[]> last = Optional.empty();

  /** Makes a scanner that releases {@code slot} when it closes. */
  MergedRegionScanner(
      ScannedRegion region,
      ScanLimits limits,
      SortedRows merged,
      ScanCounts counts,
      ScannerOwner owner,
      OpenScans.Slot slot,
      ResumableScan scan) {
    this.region = region;
    this.table = region.table();
    this.limits = limits;
    this.merged = merged;
    this.counts = counts;
    this.owner = owner;
    this.slot = slot;
    this.row = new RowInHand(slot.memory());
    this.wait = new ScanWait(merged, region, calls);
    this.scan = scan;
    slot.heldBy(this, merged::close);
    scan.opened(this);
  }

  @Override
  public synchronized boolean nextRaw(List<Cell> result, ScannerContext context)
      throws IOException {
    if (calls.begins(context)) {
      row.beginCall();
      wait.beginCall();
    }
    try {
      boolean more = step(result, context);
      // What was read for a row counts with that row if each row shows what was read for it.
      if (scan.hasQueryMetrics() ? !result.isEmpty() || !more : context.isTrackingMetrics()) {
        ScanProgress.count(context, counts.take(rows));
      }
      row.endStep();
      calls.endStep(!result.isEmpty());
      filterDone = hasFilterEnded();
      return more;
    } catch (IOException e) {
      throw owner.shown(e);
    } catch (RuntimeException | LinkageError e) {
      throw owner.shown(new DoNotRetryIOException("a merged scan failed: " + table, e));
    }
  }

  private boolean step(List<Cell> result, ScannerContext context) throws IOException {
    if (closed.get()) {
      throw new UnknownScannerException("this merged scan is closed: open another");
    }
    if (region.lock().closing().getAsBoolean()) {
      throw new NotServingRegionException(region.info().getRegionNameAsString() + " is closing");
    }
    if (row.isGiven() && !fetch(context)) {
      boolean more = !isDone();
      ScanProgress.rowDone(context, more);
      return more;
    }
    int most = limits.batch() > 0 ? limits.batch() : Integer.MAX_VALUE;
    int given = 0;
    for (boolean cut = false; given < most && !cut && !row.isGiven(); given++) {
      Cell cell = row.give();
      result.add(cell);
      ScanProgress.add(context, cell);
      cut = limits.cuts().inRows() && ScanProgress.isFullInRow(context);
    }
    boolean over = row.isGiven() && !row.mayHaveMore();
    if (!over
        || (limits.cuts().mayDropCells() && (given == most || ScanProgress.isFullInRow(context)))) {
      row.endInRow();
      ScanProgress.inRow(context);
      return true;
    }
    row.letGo();
    boolean more = !isDone();
    ScanProgress.rowDone(context, more);
    return more;
  }

  /**
   * Makes the next row, or piece of a large one, the current one; returns false if there is none,
   * or none has arrived.
   */
  private boolean fetch(ScannerContext context) throws IOException {
    if (isDone()) {
      return false;
    }
    Result next = merged.poll(table);
    if (next == null && !merged.isExhausted()) {
      next = wait.next(context);
    }
    if (next == null && row.mayHaveMore()) {
      return false;
    }
    if (next == null) {
      // While the client expects more of a row, it has not given the row to its reader.
      (row.endsInRow() ? last : last.flatMap(limits.order()::keyBehind))
          .map(KeyValueUtil::createFirstOnRow)
          .ifPresent(ahead -> ScanProgress.at(context, ahead));
      return false;
    }
    rows += row.take(next) ? 1 : 0;
    last = Optional.of(next.getRow());
    return true;
  }

  private boolean isDone() {
    return row.isGiven() && (limits.isPageFull(rows) || merged.isExhausted());
  }

  /**
   * HBase asks behind each call, and ends the scan if the call has no rows. It holds the region's
   * lock no longer then, so another thread may have read the rest for a hand-over.
   */
  @Override
  public boolean isFilterDone() {
    return filterDone;
  }

  private boolean hasFilterEnded() throws IOException {
    return limits.isPageFull(rows)
        || (limits.filterEnds() && isDone())
        || (!calls.haveRows() && merged.isFilterDone());
  }

  @Override
  public boolean nextRaw(List<Cell> result) throws IOException {
    return nextRaw(result, ScannerContext.newBuilder().build());
  }

  @Override
  public boolean next(List<Cell> result) throws IOException {
    return nextRaw(result);
  }

  @Override
  public boolean next(List<Cell> result, ScannerContext context) throws IOException {
    return nextRaw(result, context);
  }

  @Override
  public boolean reseek(byte[] naturalRow) throws IOException {
    throw new DoNotRetryIOException(
        table
            + ": a merged scan cannot be moved by a coprocessor; let the coprocessor read it row by"
            + " row, or scan from that row through a Table of a connection");
  }

  @Override
  public ScanRest rest(long most) throws IOException {
    return most > 0 ? wholeRest(most) : scan.rest(row.inPieces(), Optional.empty());
  }

  /**
   * Waits for the call that reads the rows now, if one does: HBase loads coprocessors once more
   * without the region's lock.
   */
  private synchronized ScanRest wholeRest(long most) throws IOException {
    List<Result> known = new ArrayList<>(row.inPieces());
    Optional<List<Result>> others =
        last.isPresent() && !row.mayHaveMore()
            ? new RestOfRows(merged, table, closed::get).take(limits.rowsLeft(rows), most)
            : Optional.empty();
    others.ifPresent(known::addAll);
    return scan.rest(known, others.flatMap(all -> last));
  }

  @Override
  public ScannerOwner owner() {
    return owner;
  }

  @Override
  public RegionInfo getRegionInfo() {
    return region.info();
  }

  @Override
  public long getMaxResultSize() {
    return limits.maxResultSize();
  }

  @Override
  public long getMvccReadPoint() {
    return scan.ticket();
  }

  @Override
  public int getBatch() {
    return limits.batch();
  }

  @Override
  public void close() {
    // Said first: a closed merge looks like one that has been read to its end.
    boolean first = closed.compareAndSet(false, true);
    try {
      merged.close();
    } catch (RuntimeException | LinkageError e) {
      // When a scanner's lease ends, HBase stops the server over anything but an IOException.
      LOG.error("a merged scan of {} has not ended as it should", table, e);
    } finally {
      slot.close();
      if (first) {
        scan.closed(this, row.inPieces());
        region.server().metrics().rowsMerged(rows);
      }
    }
  }
}
