package io.halite.coprocessor.operate;

import io.halite.coprocessor.host.AllFamilies;
import io.halite.coprocessor.host.UnreadCell;
import io.halite.keys.KeyBytes;
import io.halite.keys.RowKeyException;
import io.halite.routing.endpoint.Walk;
import io.halite.routing.endpoint.WalkPage;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.ScannerContext.LimitScope;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * One page of a walk over a region's stored rows, two seconds at most; twenty seconds if it met no
 * row so far that the user may know of.
 *
 * <p>The sender's rights decide ({@link WalkRights}). A walk that reads runs the hooks of a scan,
 * and each delete those of a delete. A page names no row that the user may not read, unless it has
 * deleted it. For one use by one thread.
 */
final class RegionWalk {
  private static final long TIME_MILLIS = 2_000;
  private static final long GRACE_MILLIS = 200;

  /** Well below what a client waits for an answer: its repeat would read the same rows again. */
  private static final long UNSEEN_MILLIS = 20_000;

  private static final int MOST_EXAMPLES = 3;

  private final HRegion region;
  private final SaltedTable table;
  private final Walk walk;
  private final boolean hidden;
  private final OptionalLong time;
  private final long begun = EnvironmentEdgeManager.currentTime();
  private final List<String> examples = new ArrayList<>();
  private long rows;
  private long wrong;
  private Optional<byte[]> last = Optional.empty();

  /** The last row whose key the user may learn. */
  private Optional<byte[]> named = Optional.empty();

  /**
   * Begins a page.
   *
   * @param hidden whether there may be rows that the user may not read, though no filter of the
   *     scan hides them
   */
  RegionWalk(HRegion region, SaltedTable table, Walk walk, boolean hidden) {
    this.region = region;
    this.table = table;
    this.walk = walk;
    this.hidden = hidden;
    this.time = walk.time().isPresent() ? walk.time() : timeOfAllPlaces();
  }

  /**
   * Returns one time for the deletes of a row that may lie in several places. A peer sees each of
   * these deletes as one of the whole row, and so a later one would hide a put that came between.
   */
  private OptionalLong timeOfAllPlaces() {
    return table.salt().isSinglePlace()
        ? OptionalLong.empty()
        : OptionalLong.of(EnvironmentEdgeManager.currentTime());
  }

  /** Processes one stored row. */
  interface Visit {
    void row(byte[] stored) throws IOException;
  }

  /** Checks the salt of each row that the user may see. */
  WalkPage verify(Scan scan) throws IOException {
    RegionCoprocessorHost host = region.getCoprocessorHost();
    host.preScannerOpen(AllFamilies.putOn(scan, region));
    if (scan.getFilter() == null) {
      scan.setFilter(new FirstKeyOnlyFilter());
    }
    return walk(
        scan,
        stored -> {
          rows++;
          Optional<RowKeyException> objection = table.objection(stored);
          if (objection.isPresent()) {
            wrong++;
            if (examples.size() < MOST_EXAMPLES) {
              examples.add(KeyBytes.readable(stored) + ": " + objection.get().getMessage());
            }
          }
        });
  }

  /** Counts the rows whose natural key begins with the walk's prefix. */
  WalkPage count(Scan scan) throws IOException {
    return ofPrefix(scan, stored -> rows++);
  }

  /**
   * Deletes the rows whose natural key begins with the walk's prefix. If the region fails in the
   * middle, the page ends behind what is deleted: a repeated one would not find and count it. If it
   * fails at the first row of the page, rows behind that one may be deleted and not counted.
   */
  WalkPage delete(Scan scan, DeleteBatches.Applied applied) throws IOException {
    DeleteBatches deletes = new DeleteBatches(applied);
    Optional<byte[]> next;
    try {
      next =
          ofPrefix(scan, row -> deletes.add(delete(row), table.objection(row).isPresent())).next();
      deletes.settle();
    } catch (IOException e) {
      byte[] left = deletes.left().orElseGet(this::following);
      boolean isBehind = KeyBytes.compare(left, walk.rows().start()) > 0;
      if (e instanceof DoNotRetryIOException || deletes.done() == 0 || !isBehind || hidden) {
        throw e;
      }
      next = Optional.of(left);
    }
    rows = deletes.done();
    return page(next);
  }

  private WalkPage ofPrefix(Scan scan, Visit visit) throws IOException {
    scan.setFilter(new FirstKeyOnlyFilter());
    if (time.isPresent()) {
      // Newer cells stay, and a row that has no others is not counted.
      scan.setTimeRange(0, time.getAsLong() + 1);
    }
    return walk(
        scan,
        stored -> {
          if (walk.prefix().begins(table.reading(() -> table.salt().unsalt(stored)))) {
            named = Optional.of(stored);
            visit.row(stored);
          }
        });
  }

  private Delete delete(byte[] stored) {
    Delete delete =
        new StoredDelete(stored, region.getTableDescriptor().getColumnFamilyNames(), time);
    table.mark().putOn(delete);
    return delete;
  }

  /** Visits rows until the page's time is over, and longer if it is still where it began. */
  WalkPage walk(Scan scan, Visit visit) throws IOException {
    boolean more = true;
    byte[] next = walk.rows().start();
    long limit = begun + TIME_MILLIS;
    try (RegionScanner scanner = region.getScanner(scan)) {
      while (more && KeyBytes.compare(next, walk.rows().start()) == 0) {
        more = step(scanner, limit, visit);
        if (more && EnvironmentEdgeManager.currentTime() >= limit) {
          boolean unread = hidden || isNarrowed(scan);
          next = unread ? following() : following(scanner);
          limit = EnvironmentEdgeManager.currentTime() + GRACE_MILLIS;
          if (unread && limit > begun + UNSEEN_MILLIS) {
            requireProgress(next);
          }
        }
      }
    } catch (RuntimeException e) {
      throw new DoNotRetryIOException("a walk over " + table + " failed: " + e, e);
    }
    return page(more ? Optional.of(next) : nextRegion());
  }

  /** Whether a hook of any coprocessor has set a filter, which may hide rows from the user. */
  private static boolean isNarrowed(Scan scan) {
    return !FirstKeyOnlyFilter.class.equals(scan.getFilter().getClass());
  }

  private void requireProgress(byte[] next) throws DoNotRetryIOException {
    if (KeyBytes.compare(next, walk.rows().start()) == 0) {
      throw new DoNotRetryIOException(
          ("in %d s this page of a walk over %s met no row that the user may know of: send it as a"
                  + " user who may read all families of the table, or compact the table if deleted"
                  + " rows are in the way")
              .formatted(UNSEEN_MILLIS / 1_000, table));
    }
  }

  private WalkPage page(Optional<byte[]> next) {
    return new WalkPage(rows, wrong, examples, next, time);
  }

  /**
   * Visits the next row; returns whether there may be more. Meanwhile the region does not close, as
   * HBase has it for each answer of a scan.
   */
  private boolean step(RegionScanner scanner, long limit, Visit visit) throws IOException {
    region.startRegionOperation(Region.Operation.SCAN);
    try {
      List<Cell> cells = new ArrayList<>();
      boolean more = scanner.nextRaw(cells, until(limit));
      if (!cells.isEmpty() && !isLast(cells.get(0))) {
        byte[] stored = CellUtil.cloneRow(cells.get(0));
        last = Optional.of(stored);
        named = hidden ? named : last;
        visit.row(stored);
      }
      return more;
    } finally {
      region.closeRegionOperation(Region.Operation.SCAN);
    }
  }

  /** A call may pass over millions of deleted rows, which would take longer than the page may. */
  private static ScannerContext until(long limit) {
    return ScannerContext.newBuilder(true).setTimeLimit(LimitScope.BETWEEN_CELLS, limit).build();
  }

  /** The row behind the last one. A user who may not see all rows learns the key of no other. */
  private byte[] following() {
    return named.map(KeyBytes::next).orElseGet(walk.rows()::start);
  }

  /** The row behind the last one and behind the deleted ones that follow it. */
  private byte[] following(RegionScanner scanner) {
    byte[] following = following();
    return UnreadCell.of(scanner)
        .map(CellUtil::cloneRow)
        .filter(unread -> KeyBytes.compare(unread, following) > 0)
        .orElse(following);
  }

  private boolean isLast(Cell cell) {
    return last.isPresent() && CellUtil.matchingRows(cell, last.get());
  }

  /** Returns the end of this region, if the walk continues beyond it. */
  private Optional<byte[]> nextRegion() {
    byte[] end = region.getRegionInfo().getEndKey();
    return end.length > 0 && walk.rows().contains(end) ? Optional.of(end) : Optional.empty();
  }
}
