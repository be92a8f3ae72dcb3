package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What one branch costs, counted over the 20,000 flights that the repository ships. The figures are
 * those of the filter as it was before queries had branches.
 */
class ComparisonCountTest {
  /** A range index that counts the comparisons of the same searches. */
  private static final class Counted implements RangeIndex {
    private final RangeIndex ranges;
    private long comparisons;

    Counted(RangeIndex ranges) {
      this.ranges = ranges;
    }

    @Override
    public int size() {
      return ranges.size();
    }

    @Override
    public int firstEndingFrom(byte[] key, int offset, int near) {
      if (near < size()
          && !endsBefore(near, key, offset)
          && (near == 0 || endsBefore(near - 1, key, offset))) {
        return near;
      }
      int from = 0;
      int to = size();
      while (from < to) {
        int middle = (from + to) >>> 1;
        if (endsBefore(middle, key, offset)) {
          from = middle + 1;
        } else {
          to = middle;
        }
      }
      assertThat(from).isEqualTo(ranges.firstEndingFrom(key, offset, near));
      return from;
    }

    @Override
    public int lastBeginningUpTo(byte[] key, int offset, int near) {
      return ranges.lastBeginningUpTo(key, offset, near);
    }

    @Override
    public boolean beginsAfter(int range, byte[] key, int offset) {
      comparisons++;
      return ranges.beginsAfter(range, key, offset);
    }

    @Override
    public boolean endsBefore(int range, byte[] key, int offset) {
      comparisons++;
      return ranges.endsBefore(range, key, offset);
    }

    @Override
    public void putLow(int range, byte[] key, int offset) {
      ranges.putLow(range, key, offset);
    }

    @Override
    public void putHigh(int range, byte[] key, int offset) {
      ranges.putHigh(range, key, offset);
    }
  }

  /** Comparisons and seeks of a scan that follows every hint. */
  private static List<Long> costs(AscendingKeys keys, SegmentTable table) {
    for (int i = 0; i < table.ranges.length; i++) {
      table.ranges[i] = table.ranges[i] == null ? null : new Counted(table.ranges[i]);
    }
    SegmentSeeker seeker = new SegmentSeeker(table);
    long seeks = 0;
    int row = 0;
    while (row < keys.count()) {
      SegmentSeeker.Verdict verdict = seeker.forward(keys.at(row));
      row++;
      if (verdict == SegmentSeeker.Verdict.DONE) {
        break;
      }
      if (verdict == SegmentSeeker.Verdict.SEEK) {
        seeks++;
        byte[] target = seeker.target().clone();
        while (row < keys.count() && Arrays.compareUnsigned(keys.at(row), target) < 0) {
          row++;
        }
      }
    }
    long comparisons =
        Arrays.stream(table.ranges)
            .filter(Counted.class::isInstance)
            .mapToLong(ranges -> ((Counted) ranges).comparisons)
            .sum();
    return List.of(comparisons, seeks);
  }

  private static SegmentTable table(List<byte[]> departures) {
    RangeSet set = RangeSet.of(12, departures.stream().map(Span::value).toList());
    return new SegmentTable(Branch.of(3, set));
  }

  @Test
  void oneBranchComparesAndSeeksAsBefore() throws IOException {
    FlightKeys flights = FlightKeys.shipped();
    AscendingKeys keys = flights.byOrigin();
    assertThat(costs(keys, table(flights.departures(1)))).containsExactly(896L, 424L);
    assertThat(costs(keys, table(flights.departures(10)))).containsExactly(9473L, 1649L);
    assertThat(costs(keys, table(flights.departures(1000)))).containsExactly(174_077L, 6202L);
  }
}
