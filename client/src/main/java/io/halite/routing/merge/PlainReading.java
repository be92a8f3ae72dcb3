package io.halite.routing.merge;

import io.halite.filters.natural.HintlessFuzzyFilter;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.Filter.ReturnCode;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Reads a row whose cells were joined from many places as a plain table would: versions, minimum
 * versions, time to live, filter, limit and offset of each family, in HBase's own order.
 *
 * <p>The owners have already applied columns and time ranges. A family of two versions keeps {@code
 * a/9 a/7} of {@code a/9 a/7 a/5}, and the filter sees only these two. Not thread-safe.
 */
public final class PlainReading {
  private final Scan scan;
  private final @Nullable Filter filter;
  private final FamilyRules rules;
  private final LongSupplier clock;

  /**
   * Families that HBase reads no further in the region: the filter had ended the scan while it
   * judged a row. At its reset it may forget that, as a ColumnCountGetFilter does.
   */
  private final Set<byte[]> over = new TreeSet<>(Bytes.BYTES_COMPARATOR);

  /**
   * Reads rows for one scan.
   *
   * @param scan a scan of natural keys, or one made from a get
   * @param clock milliseconds since 1970, by which cells expire
   */
  public PlainReading(Scan scan, FamilyRules rules, LongSupplier clock) throws IOException {
    this.scan = scan;
    this.rules = rules;
    this.clock = clock;
    this.filter = filter(scan);
  }

  private static @Nullable Filter filter(Scan scan) throws IOException {
    if (scan.getFilter() == null) {
      return null;
    }
    Filter filter = HintlessFuzzyFilter.of(scan.getFilter(), scan.isReversed());
    filter.setReversed(scan.isReversed());
    return filter;
  }

  /**
   * A reading of what this one needs of a row while some of the row's places are still to come: the
   * versions that it may return, or show to its filter. Those of all places are among those of
   * each.
   */
  PlainReading ofSomePlaces() throws IOException {
    Scan needed = new Scan(scan).setFilter((Filter) null);
    needed.setMaxResultsPerColumnFamily(-1).setRowOffsetPerColumnFamily(0);
    needed.readVersions(StoredReads.versionsForJoin(scan));
    return new PlainReading(needed, rules, clock);
  }

  /** Whether the filter has ended the scan. */
  public boolean isDone() throws IOException {
    return filter != null && filter.filterAllRemaining();
  }

  /**
   * Returns the cells of one row that the scan returns; none if the scan drops the row.
   *
   * @param row natural cells in HBase's order
   */
  public List<Cell> read(List<Cell> row) throws IOException {
    List<Cell> given = new ArrayList<>(row.size());
    if (filter == null) {
      addFamilies(row, given, true);
      return given;
    }
    try {
      if (filter.filterRowKey(row.get(0))) {
        return List.of();
      }
      addFamilies(row, given, true);
      if (!keepsRow(filter, given)) {
        return List.of();
      }
      addFamilies(row, given, false);
      given.sort(CellComparator.getInstance());
      return given;
    } finally {
      filter.reset();
    }
  }

  private static boolean keepsRow(Filter filter, List<Cell> given) throws IOException {
    boolean empty = given.isEmpty();
    if (filter.hasFilterRow()) {
      filter.filterRowCells(given);
      return !empty && (given.isEmpty() || !filter.filterRow());
    }
    return !empty && !filter.filterRow();
  }

  /** Adds the essential families, or those that HBase loads only once the filter keeps the row. */
  private void addFamilies(List<Cell> row, List<Cell> given, boolean deciding) throws IOException {
    for (int from = 0; from < row.size(); ) {
      int to = from + 1;
      while (to < row.size() && CellUtil.matchingFamily(row.get(from), row.get(to))) {
        to++;
      }
      byte[] family = CellUtil.cloneFamily(row.get(from));
      if (decides(family) == deciding && !over.contains(family)) {
        new FamilyReading(family, given).read(row.subList(from, to));
        if (isDone()) {
          over.add(family);
        }
      }
      from = to;
    }
  }

  private boolean decides(byte[] family) throws IOException {
    boolean onDemand = !Boolean.FALSE.equals(scan.getLoadColumnFamiliesOnDemandValue());
    return filter == null || !onDemand || filter.isFamilyEssential(family);
  }

  /** The cells of one family of one row. */
  private final class FamilyReading {
    private final FamilyRules.Rule rule;
    private final List<Cell> given;
    private final long now = clock.getAsLong();
    private final boolean anyColumn;
    private final int mostVersions;
    private final int mostGiven;

    /** HBase's client sends an offset only if it is above 0. */
    private final int offset = Math.max(0, scan.getRowOffsetPerColumnFamily());

    private @Nullable Cell last;
    private int versions;
    private int kept;
    private int included;

    FamilyReading(byte[] family, List<Cell> given) {
      this.rule = rules.of(family, scan.isRaw());
      this.given = given;
      NavigableSet<byte[]> columns = scan.getFamilyMap().get(family);
      this.anyColumn = columns == null || columns.isEmpty();
      this.mostGiven = Math.min(scan.getMaxVersions(), rule.maxVersions());
      // A filter sees all versions that the family keeps; only versions that it includes count.
      this.mostVersions = filter == null ? mostGiven : rule.maxVersions();
    }

    void read(List<Cell> cells) throws IOException {
      int at = 0;
      while (at >= 0 && at < cells.size() && !isDone()) {
        at = step(cells, at);
      }
    }

    /** Judges one cell; returns the index to continue at, or -1 at the end of the family. */
    private int step(List<Cell> cells, int at) throws IOException {
      Cell cell = cells.get(at);
      if (last == null || !CellUtil.matchingQualifier(cell, last)) {
        versions = 0;
        kept = 0;
      } else if (cell.getTimestamp() == last.getTimestamp() && cell.getType() == last.getType()) {
        return at + 1;
      }
      last = cell;
      versions += CellUtil.isDelete(cell) ? 0 : 1;
      if (versions > mostVersions || !rule.keeps(versions, cell.getTimestamp(), now)) {
        return nextColumn(cells, at);
      }
      if (filter == null) {
        return include(cells, at, ReturnCode.INCLUDE);
      }
      ReturnCode code = filter.filterCell(cell);
      return switch (code) {
        case SKIP -> at + 1;
        case NEXT_COL -> nextColumn(cells, at);
        case NEXT_ROW -> -1;
        case SEEK_NEXT_USING_HINT -> hinted(cells, at, filter.getNextCellHint(cell));
        case INCLUDE, INCLUDE_AND_NEXT_COL, INCLUDE_AND_SEEK_NEXT_ROW -> include(cells, at, code);
      };
    }

    private int include(List<Cell> cells, int at, ReturnCode code) throws IOException {
      boolean rowEnds = code == ReturnCode.INCLUDE_AND_SEEK_NEXT_ROW;
      // HBase counts delete markers among the included cells, but only if there is a filter.
      if (filter != null && ++kept > mostGiven) {
        return rowEnds ? -1 : nextColumn(cells, at);
      }
      Cell shown = filter == null ? cells.get(at) : filter.transformCell(cells.get(at));
      included++;
      if (included > offset) {
        given.add(shown);
        int limit = scan.getMaxResultsPerColumnFamily();
        rowEnds |= limit > -1 && included >= limit + offset;
      }
      if (rowEnds) {
        return -1;
      }
      return code == ReturnCode.INCLUDE ? at + 1 : nextColumn(cells, at);
    }

    private int nextColumn(List<Cell> cells, int at) {
      int next = at + 1;
      if (anyColumn && cells.get(at).getQualifierLength() == 0) {
        // Delete markers of the family may follow, so HBase skips no cell of this column.
        return next;
      }
      while (next < cells.size() && CellUtil.matchingQualifier(cells.get(at), cells.get(next))) {
        next++;
      }
      return next;
    }

    /**
     * Follows a hint: a hint that does not lead forward skips one cell, and a hint that leaves the
     * row ends the family.
     */
    private int hinted(List<Cell> cells, int at, @Nullable Cell hint) {
      CellComparator order = CellComparator.getInstance();
      if (hint == null || !CellUtil.matchingRows(hint, cells.get(at))) {
        int ahead = hint == null ? 0 : order.compare(hint, cells.get(at));
        return (scan.isReversed() ? ahead < 0 : ahead > 0) ? -1 : at + 1;
      }
      int next = at + 1;
      while (!scan.isReversed()
          && next < cells.size()
          && order.compare(cells.get(next), hint) < 0) {
        next++;
      }
      return next;
    }
  }
}
