package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What searches cost, counted over the 20,000 flights that the repository ships. The figures of one
 * branch forward are those of the filter as it was before queries had branches.
 */
class ComparisonCountTest {
  private static final int BRANCHES = 64;
  private static final int VALUES = 1000;

  /** Comparisons that a search makes near the answer before it halves. */
  private static final int NEAR = 2;

  /** Seeks of a scan that follows every hint. */
  private static long seeks(AscendingKeys keys, KeySeeker seeker, boolean reversed) {
    long seeks = 0;
    int row = 0;
    while (row < keys.count()) {
      KeySeeker.Verdict verdict = verdict(seeker, key(keys, row, reversed), reversed);
      row++;
      if (verdict == KeySeeker.Verdict.DONE) {
        break;
      }
      if (verdict == KeySeeker.Verdict.SEEK) {
        seeks++;
        byte[] target = seeker.target().clone();
        while (row < keys.count() && isBefore(key(keys, row, reversed), target, reversed)) {
          row++;
        }
      }
    }
    return seeks;
  }

  private static KeySeeker.Verdict verdict(KeySeeker seeker, byte[] key, boolean reversed) {
    return reversed ? seeker.reverse(key) : seeker.forward(key);
  }

  private static byte[] key(AscendingKeys keys, int row, boolean reversed) {
    return keys.at(reversed ? keys.count() - 1 - row : row);
  }

  /** Backward the rows that begin with the target come first. */
  private static boolean isBefore(byte[] key, byte[] target, boolean reversed) {
    return reversed
        ? Arrays.compareUnsigned(Arrays.copyOf(key, target.length), target) > 0
        : Arrays.compareUnsigned(key, target) < 0;
  }

  /** Comparisons and seeks; no search makes more comparisons than halving takes. */
  private static List<Long> costs(
      AscendingKeys keys, int offset, List<byte[]> values, boolean reversed) {
    int width = values.get(0).length;
    RangeSet set = RangeSet.of(width, values.stream().map(Span::value).toList());
    SegmentTable table = new SegmentTable(Branch.of(offset, set));
    Counts counts = new Counts();
    for (int i = 0; i < table.ranges.length; i++) {
      RangeIndex ranges = table.ranges[i];
      table.ranges[i] = ranges == null ? null : counts.counted(width, ranges);
    }
    long seeks = seeks(keys, new SegmentSeeker(table), reversed);
    assertThat(counts.searches).isPositive();
    assertThat(counts.mostOfSearch).isLessThanOrEqualTo(NEAR + log2(set.ranges().size()) + 1);
    return List.of(counts.comparisons, seeks);
  }

  private static int log2(int number) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(number - 1);
  }

  @Test
  void oneBranchComparesAndSeeksAsBefore() throws IOException {
    FlightKeys flights = FlightKeys.shipped();
    AscendingKeys keys = flights.byOrigin();
    assertThat(costs(keys, 3, flights.departures(1), false)).containsExactly(896L, 424L);
    assertThat(costs(keys, 3, flights.departures(10), false)).containsExactly(9473L, 1649L);
    assertThat(costs(keys, 3, flights.departures(1000), false)).containsExactly(174_077L, 6202L);
  }

  @Test
  void backwardItComparesAndSeeksAsMuch() throws IOException {
    FlightKeys flights = FlightKeys.shipped();
    AscendingKeys keys = flights.byOrigin();
    assertThat(
            List.of(
                costs(keys, 3, flights.departures(1), true),
                costs(keys, 3, flights.departures(10), true),
                costs(keys, 3, flights.departures(1000), true)))
        .containsExactly(List.of(896L, 424L), List.of(9569L, 1649L), List.of(173_618L, 6202L));
  }

  @Test
  void backwardASegmentThatIsANumberIsComparedAndSoughtAsMuch() throws IOException {
    FlightKeys flights = FlightKeys.shipped();
    AscendingKeys keys = flights.byOrigin();
    TreeSet<byte[]> times = new TreeSet<>(Arrays::compareUnsigned);
    flights.departures(1000).forEach(time -> times.add(Arrays.copyOfRange(time, 4, 12)));
    List<byte[]> minutes = List.copyOf(times);
    assertThat(List.of(costs(keys, 7, minutes, false), costs(keys, 7, minutes, true)))
        .containsExactly(List.of(174_077L, 6202L), List.of(173_618L, 6202L));
  }

  private static byte[] value(int branch, int value) {
    int number = value * 640 + branch * 7;
    return new byte[] {0, (byte) (number >> 16), (byte) (number >> 8), (byte) number};
  }

  /** Each branch has its first byte, and values of its own behind it. */
  private static List<Branch<RangeSet>> branches(int count) {
    List<Branch<RangeSet>> branches = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int branch = i;
      Branch<RangeSet> made =
          Branch.of(0, RangeSet.of(1, List.of(Span.value(new byte[] {(byte) i}))));
      made.sets()
          .put(
              1,
              RangeSet.of(
                  4,
                  IntStream.range(0, VALUES)
                      .mapToObj(value -> Span.value(value(branch, value)))
                      .toList()));
      branches.add(made);
    }
    return branches;
  }

  /** What a seeker does to look at keys between the values of all branches. */
  private static Counts looking(int branches, boolean reversed) {
    BranchTable table = new BranchTable(branches(branches));
    Counts counts = new Counts();
    for (int i = 0; i < table.ranges.length; i++) {
      int width = table.offsets[i + 1] - table.offsets[i];
      table.ranges[i] = counts.counted(width, table.ranges[i]);
    }
    BranchSeeker seeker = new BranchSeeker(table);
    for (int i = 0; i < 20_000; i++) {
      // Far from the key before it, and mostly behind a value of another branch.
      byte[] key = new byte[5];
      key[0] = (byte) (i * 31 % branches);
      System.arraycopy(value(i % BRANCHES, i * 37 % VALUES), 0, key, 1, 4);
      key[4] += (byte) (i % 3);
      long before = counts.searches;
      verdict(seeker, key, reversed);
      assertThat(counts.searches - before).as("searches for one key").isLessThanOrEqualTo(3);
    }
    return counts;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSearchIn64BranchesTakesSixComparisonsMoreThanInOne(boolean reversed) {
    Counts one = looking(1, reversed);
    Counts all = looking(BRANCHES, reversed);
    assertThat(all.mostOfSearch).isLessThanOrEqualTo(one.mostOfSearch + log2(BRANCHES));
    // Up the tree over the ranges and down again.
    assertThat(all.nodes).isPositive();
    assertThat(all.mostOfNext).isBetween(10L, 2L * (log2(BRANCHES * VALUES) + 1));
  }
}
