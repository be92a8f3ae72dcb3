package io.halite.coprocessor.latest;

import io.halite.filters.natural.DelegatingFilter;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.jspecify.annotations.Nullable;

/**
 * Ends a scan at the first row between its ranges, until the reader jumps on.
 *
 * <p>One call of a scanner reads on until a row passes. Over {@code [41, 42)} and {@code [51, 52)},
 * where a condition or a rare column hides the last rows of {@code 41}, it would read all rows from
 * {@code 42} to {@code 51}. With this filter it meets one of them. A hint to seek cannot do that:
 * HBase asks for it at cells that the columns of the scan let through.
 *
 * <p>It stands around the scan's own filter and not beside it in a list. A list lets a row pass its
 * first check if a filter with hints may want it, and a store that is read while all is filtered
 * ends for good.
 *
 * <p>It sees stored keys, in ascending order. For one scan of one thread; it cannot be sent.
 */
final class RangeGaps extends DelegatingFilter {
  private static final Filter NONE =
      new FilterBase() {
        @Override
        public ReturnCode filterCell(Cell cell) {
          return ReturnCode.INCLUDE;
        }
      };

  private final List<KeyRange> ranges;
  private Filter inner = NONE;
  private int at;
  private boolean isOff;
  private Optional<byte[]> met = Optional.empty();

  private RangeGaps(List<KeyRange> ranges) {
    this.ranges = ranges;
  }

  @Override
  protected Filter inner() {
    return inner;
  }

  /** The gaps between ranges, which ascend and are disjoint; empty if they have none. */
  static Optional<RangeGaps> of(List<KeyRange> ranges) {
    for (int i = 1; i < ranges.size(); i++) {
      if (!Arrays.equals(ranges.get(i - 1).stop(), ranges.get(i).start())) {
        return Optional.of(new RangeGaps(ranges));
      }
    }
    return Optional.empty();
  }

  /** Puts this filter around the one that the scan has. */
  void putOn(Scan scan) {
    inner = scan.getFilter() == null ? NONE : scan.getFilter();
    scan.setFilter(this);
  }

  /** Lets all rows pass: for a scanner that may not go on after its end. */
  void turnOff() {
    isOff = true;
  }

  /** The row between two ranges at which the scan ended; empty if it did not end there. */
  Optional<byte[]> met() {
    return met;
  }

  /** The reader jumps: the scan goes on. */
  void leave() {
    met = Optional.empty();
  }

  @Override
  public boolean filterRowKey(Cell firstRowCell) throws IOException {
    if (!isOff) {
      byte[] row = CellUtil.cloneRow(firstRowCell);
      while (at < ranges.size() && isBehind(row, ranges.get(at))) {
        at++;
      }
      if (at == ranges.size() || !ranges.get(at).contains(row)) {
        met = Optional.of(row);
        return true;
      }
    }
    return super.filterRowKey(firstRowCell);
  }

  private static boolean isBehind(byte[] row, KeyRange range) {
    byte[] stop = range.stop();
    return stop.length > 0 && KeyBytes.compare(row, stop) >= 0;
  }

  @Override
  public boolean filterAllRemaining() throws IOException {
    return met.isPresent() || super.filterAllRemaining();
  }

  @Override
  public @Nullable Cell getHintForRejectedRow(Cell firstRowCell) throws IOException {
    return met.isPresent() ? null : super.getHintForRejectedRow(firstRowCell);
  }

  /** The number of ranges, and the inner filter. */
  @Override
  public String toString() {
    return "RangeGaps(" + ranges.size() + ", " + inner + ")";
  }
}
