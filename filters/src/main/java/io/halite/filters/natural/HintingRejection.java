package io.halite.filters.natural;

import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.HintingFilter;

/**
 * A {@link LastingRejection} of a filter that AND lists ask for its hint where another member has
 * rejected the row: they ask this one, too. A separate class as {@link HintingMember} is.
 */
final class HintingRejection extends LastingRejection implements HintingFilter {
  private HintingRejection(Filter member) {
    super(member);
  }

  static LastingRejection around(Filter member) {
    return member instanceof HintingFilter
        ? new HintingRejection(member)
        : new LastingRejection(member);
  }
}
