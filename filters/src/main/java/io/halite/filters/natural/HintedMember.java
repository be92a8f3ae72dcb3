package io.halite.filters.natural;

import io.halite.filters.host.HostClasses;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FilterList.Operator;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;

/**
 * A member of an AND list that always has a hint where it asks for a seek: the cell itself, to
 * which no scan seeks, if the member has none.
 *
 * <p>The lists of HBase 2.6 compare the hints of their members, and fail if the second one has
 * none. A FuzzyRowFilter has none behind its last pattern, a MultiRowRangeFilter none behind its
 * last range, a TimestampsFilter none behind its last time. On a salted table each bucket has such
 * an end of its own, so that lists fail there which do not on a plain table. Like every filter, it
 * is not thread-safe.
 */
sealed class HintedMember extends DelegatingFilter permits HintingMember {
  static final boolean HOST_KNOWS_HINTING =
      HostClasses.has("org.apache.hadoop.hbase.filter.HintingFilter");

  private final Filter member;

  HintedMember(Filter member) {
    this.member = member;
  }

  @Override
  protected Filter inner() {
    return member;
  }

  /**
   * The same tree, in which those members of AND lists always have a hint. Lists ask them for it
   * even of rows that others reject, as on a plain table; there a user's own filter beside them is
   * asked again, too, and must reject again.
   */
  static Filter of(Filter filter) {
    if (!(filter instanceof FilterList list) || !mayLackHints(filter)) {
      return filter;
    }
    boolean all = list.getOperator() == Operator.MUST_PASS_ALL;
    List<Filter> members = new ArrayList<>();
    for (Filter member : list.getFilters()) {
      Filter hinted = all ? LastingRejection.ofAll(of(member)) : of(member);
      members.add(all && mayLackHints(member) ? hinted(hinted) : hinted);
    }
    return new FilterList(list.getOperator(), members);
  }

  /** HBase's lists do not ask lists within them in this way. */
  private static HintedMember hinted(Filter member) {
    return HOST_KNOWS_HINTING && !(member instanceof FilterList)
        ? HintingMember.of(member)
        : new HintedMember(member);
  }

  private static boolean mayLackHints(Filter filter) {
    return filter instanceof FuzzyRowFilter
        || filter instanceof MultiRowRangeFilter
        || filter instanceof TimestampsFilter
        || (filter instanceof FilterList list
            && list.getFilters().stream().anyMatch(HintedMember::mayLackHints));
  }

  @Override
  public Cell getNextCellHint(Cell cell) throws IOException {
    Cell hint = super.getNextCellHint(cell);
    return hint == null ? cell : hint;
  }
}
