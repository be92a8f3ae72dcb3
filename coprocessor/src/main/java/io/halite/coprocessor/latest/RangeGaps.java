package io.halite.coprocessor.latest;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FilterList;

/**
 * Ends a scan at the first row between its ranges, until the reader jumps on.
 *
 * <p>One call of a scanner reads on until a row passes. Over {@code [41, 42)} and {@code [51, 52)},
 * where a condition or a rare column hides the last rows of {@code 41}, it would read all rows from
 * {@code 42} to {@code 51}. With this filter it meets one of them. A hint to seek cannot do that:
 * HBase asks for it at cells that the columns of the scan let through.
 *
 * <p>It sees stored keys, in ascending order. For one scan of one thread; it cannot be sent.
 */
final class RangeGaps extends FilterBase {
  private final List<KeyRange> ranges;
  private int at;
  private boolean isOff;
  private Optional<byte[]> met = Optional.empty();

  private RangeGaps(List<KeyRange> ranges) {
    this.ranges = ranges;
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

  /** Adds this filter, in front of the one that the scan has. */
  void putOn(Scan scan) {
    scan.setFilter(scan.getFilter() == null ? this : new FilterList(this, scan.getFilter()));
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
  public boolean filterRowKey(Cell firstRowCell) {
    if (isOff) {
      return false;
    }
    byte[] row = CellUtil.cloneRow(firstRowCell);
    while (at < ranges.size() && isBehind(row, ranges.get(at))) {
      at++;
    }
    if (at == ranges.size() || !ranges.get(at).contains(row)) {
      met = Optional.of(row);
    }
    return met.isPresent();
  }

  private static boolean isBehind(byte[] row, KeyRange range) {
    byte[] stop = range.stop();
    return stop.length > 0 && KeyBytes.compare(row, stop) >= 0;
  }

  @Override
  public boolean filterAllRemaining() {
    return met.isPresent();
  }

  /** The number of ranges. */
  @Override
  public String toString() {
    return "RangeGaps(" + ranges.size() + ")";
  }
}
