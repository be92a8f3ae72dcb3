package io.halite.filters.segment;

import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.filter.HintingFilter;

/**
 * A {@link SegmentFilter} whose hints an AND list does not lose, as servers run it.
 *
 * <p>It is a separate class because HBase has the interface only from 2.6.1 and 2.5.9 on
 * (HBASE-28622): an older release, such as that of an old shell, cannot load this class.
 */
public final class HintingSegmentFilter extends SegmentFilter implements HintingFilter {
  private HintingSegmentFilter(SegmentQuery query, boolean always) {
    super(query, always);
  }

  static SegmentFilter of(SegmentQuery query, boolean always) {
    return new HintingSegmentFilter(query, always);
  }

  /**
   * The filter that was written; declared here because HBase looks for a method that returns its
   * own class.
   *
   * @throws DeserializationException as in {@link SegmentFilter#parseFrom}
   */
  public static HintingSegmentFilter parseFrom(byte[] bytes) throws DeserializationException {
    SegmentFilter filter = SegmentFilter.parseFrom(bytes);
    return new HintingSegmentFilter(filter.query(), filter.always());
  }
}
