package io.halite.filters.natural;

import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.HintingFilter;

/**
 * A {@link HintedMember} that an AND list asks for its hint where another member has rejected the
 * row, as it asks the filter inside on a plain table.
 *
 * <p>It is a separate class because HBase has the interface only from 2.6.1 and 2.5.9 on
 * (HBASE-28622): an older release cannot load this class.
 */
final class HintingMember extends HintedMember implements HintingFilter {
  private HintingMember(Filter member) {
    super(member);
  }

  static HintedMember of(Filter member) {
    return new HintingMember(member);
  }
}
