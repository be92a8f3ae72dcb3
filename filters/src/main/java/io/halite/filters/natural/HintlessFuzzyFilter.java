package io.halite.filters.natural;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.jspecify.annotations.Nullable;

/**
 * A FuzzyRowFilter that gives no hints, for reversed scans.
 *
 * <p>The filter of HBase 2.6 computes hints for reversed scans that need not lie before the row. At
 * row {@code 05 06} and for the pattern {@code 05 05}, it takes {@code 05 06} as the next row that
 * can match and loops without end, on a plain table too. The handler that runs it is lost until its
 * server restarts. Without hints the scan finds the same rows, one after the other. Like every
 * filter, it is not thread-safe.
 */
public final class HintlessFuzzyFilter extends DelegatingFilter {
  private final FuzzyRowFilter fuzzy;

  private HintlessFuzzyFilter(FuzzyRowFilter fuzzy) {
    this.fuzzy = fuzzy;
  }

  @Override
  protected Filter inner() {
    return fuzzy;
  }

  /**
   * Returns the filter that a scan of this direction runs: for a reversed scan the same tree with
   * each FuzzyRowFilter made hintless, for a forward one the same with {@link HintedMember}s; in
   * either with the {@link LastingRejection}s that it needs.
   */
  public static Filter of(Filter filter, boolean reversed) {
    Filter directed = reversed ? ofReversed(filter) : HintedMember.of(filter);
    return LastingRejection.isNeeded(filter) ? LastingRejection.ofAll(directed) : directed;
  }

  private static Filter ofReversed(Filter filter) {
    return FilterTree.with(
        filter,
        leaf -> leaf instanceof FuzzyRowFilter fuzzy ? new HintlessFuzzyFilter(fuzzy) : leaf);
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    ReturnCode code = fuzzy.filterCell(cell);
    return code == ReturnCode.SEEK_NEXT_USING_HINT ? ReturnCode.NEXT_ROW : code;
  }

  @Override
  public @Nullable Cell getHintForRejectedRow(Cell firstRowCell) {
    return null;
  }

  @Override
  public @Nullable Cell getSkipHint(Cell skippedCell) {
    return null;
  }
}
