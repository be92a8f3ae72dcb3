package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;

/**
 * Scans of a whole region by queries of B branches over {@code lead:8 middle:8 tail:8}: in each
 * branch F of 10,000 values of the middle, and a hundredth of the tails, another one in each
 * branch. Beside them are OR lists of other filters and two plain scans: a RowFilter whose
 * comparator looks rows up in a HashMap, as an application would write it, and one that knows the
 * answers without a look at the row.
 *
 * <p>The filters take turns, and each shows the least of its rounds. That they find the same cells
 * is asserted, times are not. A SkipScanFilter takes it for an error if its hint is not followed,
 * as in an OR list.
 */
class BranchScanBench {
  private static final int LIMIT_SECONDS = Integer.getInteger("halite.bench.limit", 4);
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 7);
  private static final int ROWS = Integer.getInteger("halite.bench.rows", 1_000_000);
  private static final boolean PEERS_OFF = Boolean.getBoolean("halite.bench.alone");

  /** Such as {@code 16x1 64x1000}: branches and values of each; empty for all. */
  private static final List<String> POINTS =
      List.of(System.getProperty("halite.bench.points", "").split(" "));

  private static final int VALUES = 10_000;
  private static final int[] BRANCHES = {1, 4, 16, 64};
  private static final int[] COUNTS = {1, 10, 1_000, 10_000};

  /** More patterns than that take minutes. */
  private static final int MOST_PATTERNS = 1_000;

  /** One branch: some values of the middle, and a number of two digits with which the tail ends. */
  private record Way(List<byte[]> middles, int end) {
    static List<Way> of(int branches, int values) {
      return IntStream.range(0, branches)
          .mapToObj(
              b ->
                  new Way(
                      IntStream.range(0, values)
                          .mapToObj(j -> Digits.of((b * 601L + j * 37L) % VALUES, 8))
                          .toList(),
                      b))
          .toList();
    }

    String text() {
      String values =
          middles.stream()
              .map(middle -> "'" + new String(middle, StandardCharsets.US_ASCII) + "'")
              .collect(Collectors.joining(","));
      return "@8:8 in (%s) and @22:2 = '%02d'".formatted(values, end);
    }

    Filter segment() {
      return SegmentFilter.where(text()).onServer();
    }

    Filter fuzzy() {
      List<Pair<byte[], byte[]>> patterns = new ArrayList<>();
      for (byte[] middle : middles) {
        byte[] key = new byte[24];
        byte[] mask = new byte[24];
        Arrays.fill(mask, (byte) 1);
        System.arraycopy(middle, 0, key, 8, 8);
        Arrays.fill(mask, 8, 16, (byte) 0);
        Digits.put(end, key, 22, 2);
        Arrays.fill(mask, 22, 24, (byte) 0);
        patterns.add(new Pair<>(key, mask));
      }
      return new FuzzyRowFilter(patterns);
    }

    /** The free bytes between the two segments are a column of everything. */
    Filter skipScan() {
      byte[] low = new byte[6];
      byte[] high = new byte[6];
      Arrays.fill(high, (byte) 0xFF);
      return SkipScans.of(
          8,
          List.of(
              SkipScans.Column.of(middles.stream().sorted(Arrays::compareUnsigned).toList()),
              new SkipScans.Column(List.of(low), List.of(high)),
              SkipScans.Column.of(List.of(Digits.of(end, 2)))));
    }
  }

  /** What scans the region. */
  private enum Scanner {
    ANSWERS(ways -> new RowFilter(CompareOperator.EQUAL, new Answers(answers))),
    LOOKS_UP(ways -> new RowFilter(CompareOperator.EQUAL, new LooksUp(ways))),
    SEGMENT_FILTER(BranchScanBench::together),
    SEGMENT_FILTERS(ways -> any(ways, Way::segment)),
    FUZZY_FILTERS(ways -> any(ways, Way::fuzzy)),
    SKIP_SCANS(ways -> any(ways, Way::skipScan));

    private final Function<List<Way>, Filter> filter;

    Scanner(Function<List<Way>, Filter> filter) {
      this.filter = filter;
    }
  }

  /** Says of each row that is shown whether it matches, without a look at it. */
  private static final class Answers extends ByteArrayComparable {
    private final BitSet answers;
    private int row;

    Answers(BitSet answers) {
      super(new byte[0]);
      this.answers = answers;
    }

    @Override
    public byte[] toByteArray() {
      throw new UnsupportedOperationException("it is not sent");
    }

    @Override
    public int compareTo(byte[] value, int offset, int length) {
      return answers.get(row++) ? 0 : 1;
    }

    @Override
    public int compareTo(ByteBuffer value, int offset, int length) {
      return answers.get(row++) ? 0 : 1;
    }
  }

  /** Looks the middle of each row up, and with which of 64 numbers the row may end. */
  private static final class LooksUp extends ByteArrayComparable {
    private final Map<Long, Long> ends = new HashMap<>();

    LooksUp(List<Way> ways) {
      super(new byte[0]);
      for (Way way : ways) {
        for (byte[] middle : way.middles()) {
          ends.merge(Bytes.toLong(middle), 1L << way.end(), (a, b) -> a | b);
        }
      }
    }

    @Override
    public byte[] toByteArray() {
      throw new UnsupportedOperationException("it is not sent");
    }

    @Override
    public int compareTo(byte[] value, int offset, int length) {
      long allowed = ends.getOrDefault(Bytes.toLong(value, offset + 8), 0L);
      return allowed != 0 && allows(allowed, value[offset + 22], value[offset + 23]) ? 0 : 1;
    }

    @Override
    public int compareTo(ByteBuffer value, int offset, int length) {
      long allowed = ends.getOrDefault(value.getLong(offset + 8), 0L);
      return allowed != 0 && allows(allowed, value.get(offset + 22), value.get(offset + 23))
          ? 0
          : 1;
    }

    private static boolean allows(long allowed, byte tens, byte ones) {
      int end = 10 * (tens - '0') + ones - '0';
      return end < Long.SIZE && (allowed >> end & 1) == 1;
    }
  }

  private static BitSet answers = new BitSet();

  private static Filter together(List<Way> ways) {
    return SegmentFilter.where(ways.stream().map(Way::text).collect(Collectors.joining(" or ")))
        .onServer();
  }

  private static Filter any(List<Way> ways, Function<Way, Filter> filter) {
    List<Filter> filters = ways.stream().map(filter).toList();
    return filters.size() == 1
        ? filters.get(0)
        : new FilterList(FilterList.Operator.MUST_PASS_ONE, filters);
  }

  @Test
  void fewLeadingValues() throws Exception {
    int each = VALUES / 2;
    table("few", new AscendingKeys(ROWS, i -> Digits.key(i / each, i % each * 2, i)));
  }

  @Test
  void manyLeadingValues() throws Exception {
    table(
        "many",
        new AscendingKeys(ROWS, i -> Digits.key(i / 5, i % 5 * 2000 + i * 7919L % 1999, i)));
  }

  private static void table(String title, AscendingKeys keys) throws Exception {
    System.out.printf(
        "%n%,d rows, %s leading values%n%n| B | F | cells | knows | looks up | SegmentFilter"
            + " | / knows | / looks up | SegmentFilters | FuzzyRowFilters | SkipScans |%n%s%n",
        ROWS, title, "|---|---|---|---|---|---|---|---|---|---|---|");
    try (RealRegion region = RealRegion.of(keys, 1, "q")) {
      for (int branches : BRANCHES) {
        for (int values : COUNTS) {
          boolean chosen = POINTS.contains("") || POINTS.contains(branches + "x" + values);
          if (chosen && branches * values <= 192_000) {
            line(region, keys, Way.of(branches, values));
          }
        }
      }
    }
  }

  private static void line(RealRegion region, AscendingKeys keys, List<Way> ways)
      throws Exception {
    SegmentQuery query = ((SegmentFilter) together(ways)).query();
    answers = new BitSet();
    for (int i = 0; i < ROWS; i++) {
      answers.set(i, query.matches(keys.at(i)));
    }
    Map<Scanner, Double> least = new EnumMap<>(Scanner.class);
    Map<Scanner, String> shown = new EnumMap<>(Scanner.class);
    long cells = -1;
    for (int round = 0; round < ROUNDS; round++) {
      for (Scanner scanner : Scanner.values()) {
        if (shown.containsKey(scanner)
            || (PEERS_OFF && scanner.ordinal() > 2)
            || (scanner.ordinal() > 2 && round > 2)) {
          continue;
        }
        if (scanner == Scanner.FUZZY_FILTERS
            && ways.size() * ways.get(0).middles().size() > MOST_PATTERNS) {
          shown.put(scanner, "not run");
          continue;
        }
        try {
          RegionScan scan =
              RegionScan.of(region.region(), scanner.filter.apply(ways), LIMIT_SECONDS);
          if (!scan.complete()) {
            shown.put(scanner, "over " + LIMIT_SECONDS);
          } else {
            least.merge(scanner, scan.cpuSeconds(), Math::min);
            cells = cells < 0 ? scan.cells() : cells;
            assertThat(scan.cells()).as("%s", scanner).isEqualTo(cells);
          }
        } catch (IllegalStateException e) {
          shown.put(scanner, "fails");
        }
      }
    }
    least.forEach((scanner, seconds) -> shown.putIfAbsent(scanner, "%.3f".formatted(seconds)));
    System.out.printf(
        "| %d | %,d | %,d | %s | %s | %s | %.2f | %.2f | %s | %s | %s |%n",
        ways.size(),
        ways.get(0).middles().size(),
        cells,
        shown.get(Scanner.ANSWERS),
        shown.get(Scanner.LOOKS_UP),
        shown.get(Scanner.SEGMENT_FILTER),
        least.get(Scanner.SEGMENT_FILTER) / least.get(Scanner.ANSWERS),
        least.get(Scanner.SEGMENT_FILTER) / least.get(Scanner.LOOKS_UP),
        shown.get(Scanner.SEGMENT_FILTERS),
        shown.get(Scanner.FUZZY_FILTERS),
        shown.get(Scanner.SKIP_SCANS));
  }
}
