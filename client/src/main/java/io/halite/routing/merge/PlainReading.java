package io.halite.routing.merge;

import io.halite.filters.natural.HintlessFuzzyFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.Filter.ReturnCode;

/**
 * What a plain table would give of rows that were put together from many places: versions, minimum
 * versions, time to live, filter, limit and offset of each family, in HBase's own order.
 *
 * <p>Columns and time ranges have been selected where the cells lie. Of {@code a/9 a/7 a/5} a
 * family of two versions gives {@code a/9 a/7}, and its filter sees no others. For one thread.
 */
public final class PlainReading {
  private final Scan scan;
  private final Filter filter;
  private final FamilyRules rules;
  private final LongSupplier clock;

  /**
   * The reading of a scan.
   *
   * @param scan of natural keys, or one made of a get
   * @param clock the time in milliseconds, by which cells are too old
   */
  public PlainReading(Scan scan, FamilyRules rules, LongSupplier clock) throws IOException {
    this.scan = scan;
    this.filter = HintlessFuzzyFilter.of(scan.getFilter(), scan.isReversed());
    this.rules = rules;
    this.clock = clock;
    if (filter != null) {
      filter.setReversed(scan.isReversed());
    }
  }

  /** Whether the filter wants no more rows. */
  boolean isDone() throws IOException {
    return filter != null && filter.filterAllRemaining();
  }

  /**
   * The cells that are given of one row; none if the row is not.
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
      if (!keepsRow(given)) {
        return List.of();
      }
      addFamilies(row, given, false);
      given.sort(CellComparator.getInstance());
      return given;
    } finally {
      filter.reset();
    }
  }

  private boolean keepsRow(List<Cell> given) throws IOException {
    boolean empty = given.isEmpty();
    if (filter.hasFilterRow()) {
      filter.filterRowCells(given);
      return !empty && (given.isEmpty() || !filter.filterRow());
    }
    return !empty && !filter.filterRow();
  }

  /** Adds the families that decide about the row, or those that are loaded once it is decided. */
  private void addFamilies(List<Cell> row, List<Cell> given, boolean deciding) throws IOException {
    for (int from = 0; from < row.size(); ) {
      int to = from + 1;
      while (to < row.size() && CellUtil.matchingFamily(row.get(from), row.get(to))) {
        to++;
      }
      byte[] family = CellUtil.cloneFamily(row.get(from));
      if (decides(family) == deciding) {
        new FamilyReading(family, given).read(row.subList(from, to));
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
    private Cell last;
    private int versions;
    private int kept;
    private int included;

    FamilyReading(byte[] family, List<Cell> given) {
      this.rule = rules.of(family, scan.isRaw());
      this.given = given;
      NavigableSet<byte[]> columns = scan.getFamilyMap().get(family);
      this.anyColumn = columns == null || columns.isEmpty();
      this.mostGiven = Math.min(scan.getMaxVersions(), rule.maxVersions());
      // A filter sees all versions that the family keeps, and those it wants are counted.
      this.mostVersions = filter == null ? mostGiven : rule.maxVersions();
    }

    void read(List<Cell> cells) throws IOException {
      int at = 0;
      while (at >= 0 && at < cells.size() && !isDone()) {
        at = step(cells, at);
      }
    }

    /** Decides about one cell; returns where to go on, or -1 at the end of the family. */
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
      ReturnCode code = filter == null ? ReturnCode.INCLUDE : filter.filterCell(cell);
      return switch (code) {
        case SKIP -> at + 1;
        case NEXT_COL -> nextColumn(cells, at);
        case NEXT_ROW -> -1;
        case SEEK_NEXT_USING_HINT -> hinted(cells, at);
        case INCLUDE, INCLUDE_AND_NEXT_COL, INCLUDE_AND_SEEK_NEXT_ROW -> include(cells, at, code);
      };
    }

    private int include(List<Cell> cells, int at, ReturnCode code) throws IOException {
      boolean rowEnds = code == ReturnCode.INCLUDE_AND_SEEK_NEXT_ROW;
      // HBase counts markers of deletes with what a filter has kept, and only there.
      if (filter != null && ++kept > mostGiven) {
        return rowEnds ? -1 : nextColumn(cells, at);
      }
      Cell shown = filter == null ? cells.get(at) : filter.transformCell(cells.get(at));
      included++;
      if (included > scan.getRowOffsetPerColumnFamily()) {
        given.add(shown);
        int limit = scan.getMaxResultsPerColumnFamily();
        rowEnds |= limit > -1 && included >= limit + scan.getRowOffsetPerColumnFamily();
      }
      if (rowEnds) {
        return -1;
      }
      return code == ReturnCode.INCLUDE ? at + 1 : nextColumn(cells, at);
    }

    private int nextColumn(List<Cell> cells, int at) {
      int next = at + 1;
      if (anyColumn && cells.get(at).getQualifierLength() == 0) {
        // Markers of a family's deletion may follow, so HBase passes over no cell of this column.
        return next;
      }
      while (next < cells.size() && CellUtil.matchingQualifier(cells.get(at), cells.get(next))) {
        next++;
      }
      return next;
    }

    /** A hint that does not lead on is one cell; one that leads out of the row ends the family. */
    private int hinted(List<Cell> cells, int at) throws IOException {
      Cell hint = filter.getNextCellHint(cells.get(at));
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
