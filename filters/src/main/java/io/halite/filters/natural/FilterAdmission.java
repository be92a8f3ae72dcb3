package io.halite.filters.natural;

import io.halite.keys.KeyBytes;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * The verdict on a user's whole filter tree, before anything is sent: may each bucket run it by
 * itself, behind a {@link NaturalViewFilter}, so that the merged answer is the one an unsalted
 * table gives?
 *
 * <p>A filter may if it judges each row by that row alone, or if it ends the scan at a point of the
 * key order (so that no bucket ends before a row that an unsalted scan would show). A verdict names
 * every reason to refuse a tree, not just the first.
 *
 * <p>Example: {@code AND[ValueFilter, PageFilter(10)]} is admitted with a page limit of 10: each
 * bucket stops after 10 rows, and the merge of the buckets counts 10 again. {@code OR[ValueFilter,
 * PageFilter(10)]} is refused: its rows beyond the page depend on which rows were counted.
 *
 * <p>Immutable.
 */
public final class FilterAdmission {
  /** The key of the setting that names further filters; servers read it, refusals name it. */
  public static final String ROW_LOCAL_SETTING = "halite.filters.row-local";

  private static final int MOST_SHOWN = 4;
  private static final int MOST_OF_A_REASON = 400;

  private final List<String> reasons;
  private final OptionalLong pageLimit;

  private FilterAdmission(List<String> reasons, OptionalLong pageLimit) {
    this.reasons = List.copyOf(reasons);
    this.pageLimit = pageLimit;
  }

  /**
   * The verdict on a scan's filter; a scan without one is admitted.
   *
   * @param scan the user's scan: direction and start row matter to {@code WhileMatchFilter}
   * @param rowLocal names of filter classes that the table's owner declares to judge each row by
   *     that row alone, beside HBase's and Halite's own
   */
  public static FilterAdmission ofScan(Scan scan, Set<String> rowLocal) {
    if (scan.getFilter() == null) {
      return new FilterAdmission(List.of(), OptionalLong.empty());
    }
    FilterReview review =
        new FilterReview(new MonotoneFilters(scan.isReversed(), scan.getStartRow()), rowLocal);
    review.visit(scan.getFilter());
    return new FilterAdmission(review.reasons(), review.pageLimit());
  }

  /**
   * The verdict on the filter of a get or of a checkAndMutate. One row lies in one region, so every
   * filter is admitted, except those that hold another coprocessor's state.
   */
  public static FilterAdmission ofRow(Filter filter) {
    return new FilterAdmission(
        FilterReview.reasonsForOneRow(Optional.ofNullable(filter)), OptionalLong.empty());
  }

  /** Whether a filter tree may drop some cells of a row and keep others, as a ValueFilter does. */
  public static boolean dropsCells(Filter filter) {
    return StockFilters.dropsCells(filter);
  }

  /** Whether there is a page filter anywhere in a filter tree, also in one that is not admitted. */
  public static boolean countsRows(Filter filter) {
    return StockFilters.countsRows(filter);
  }

  /** Whether each bucket may run the tree as it is. */
  public boolean admitted() {
    return reasons.isEmpty();
  }

  /** Every reason to refuse the tree, in its order; empty if it is admitted. */
  public List<String> reasons() {
    return reasons;
  }

  /**
   * How many rows the merge of the buckets returns before the scan ends: the smallest page of the
   * page filters in the tree; empty without one.
   */
  public OptionalLong pageLimit() {
    return pageLimit;
  }

  /**
   * Passes if the tree is admitted.
   *
   * @throws DoNotRetryIOException naming the reasons, several at once
   */
  public void require() throws DoNotRetryIOException {
    if (!admitted()) {
      throw new DoNotRetryIOException("filter cannot run on a salted table: " + shown());
    }
  }

  /** The first reasons, since a tree may have as many as it has filters. */
  private String shown() {
    String first =
        reasons.stream()
            .limit(MOST_SHOWN)
            .map(reason -> KeyBytes.cut(reason, MOST_OF_A_REASON))
            .collect(Collectors.joining("; "));
    return reasons.size() <= MOST_SHOWN
        ? first
        : first + "; and " + (reasons.size() - MOST_SHOWN) + " more";
  }

  /** {@code admitted}, {@code admitted, 10 rows in all}, or {@code refused: } and the reasons. */
  @Override
  public String toString() {
    if (!admitted()) {
      return "refused: " + shown();
    }
    return pageLimit.isPresent()
        ? "admitted, " + pageLimit.getAsLong() + " rows in all"
        : "admitted";
  }
}
