package io.halite.filters.segment;

import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.filter.HintingFilter;

/**
 * A {@link SegmentFilter} whose hints an AND list does not lose, as servers run it.
 *
 * <p>A class of its own because the interface came with HBase 2.6.1 and 2.5.9 (HBASE-28622): this
 * class cannot be loaded where it is missing, as in the shell of an older release.
 */
public final class HintingSegmentFilter extends SegmentFilter implements HintingFilter {
  private HintingSegmentFilter(SegmentQuery query, boolean always) {
    super(query, always);
  }

  static SegmentFilter of(SegmentQuery query, boolean always) {
    return new HintingSegmentFilter(query, always);
  }

  /**
   * The filter that was written; declared here because HBase looks for a method that returns the
   * very class it is in.
   *
   * @throws DeserializationException as in {@link SegmentFilter#parseFrom}
   */
  public static HintingSegmentFilter parseFrom(byte[] bytes) throws DeserializationException {
    SegmentFilter filter = SegmentFilter.parseFrom(bytes);
    return new HintingSegmentFilter(filter.query(), filter.always());
  }
}
