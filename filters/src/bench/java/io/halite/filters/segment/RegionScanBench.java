package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Scans of a whole region beside those of HBase's and Phoenix's filters: time, processor time, and
 * what was read and sought.
 *
 * <p>Prints tables in Markdown. The counts are asserted, times are not: each filter finds the same
 * rows, and SegmentFilter that takes every hint seeks as seldom as {@link FewestSeeks} says.
 */
class RegionScanBench {
  private static final int LIMIT_SECONDS = Integer.getInteger("halite.bench.limit", 10);
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 3);
  private static final int ROWS = Integer.getInteger("halite.bench.rows", 5_000_000);

  /** What a filter made a region do, and the median of its times. */
  private record Figures(RegionScan scan, CountedFilter counts, long storeFileSeeks) {}

  @Test
  void flights() throws Exception {
    FlightKeys flights = FlightKeys.read();
    String count = "%,d flights, ".formatted(flights.count());
    table(
        count + "few leading values: origin:3 departure:12 destination:3",
        flights.byOrigin(),
        List.of(
            Question.values("1 departure", 3, flights.departures(1)),
            Question.values("10 departures", 3, flights.departures(10)),
            Question.values("1,000 departures", 3, flights.departures(1000)),
            Question.range("a day", 3, Digits.of("200101150000"), Digits.of("200101152359"))),
        "delay",
        "distance");
    table(
        count + "many leading values: departure:12 origin:3 destination:3",
        flights.byDeparture(),
        List.of(
            Question.values("1 route", 12, flights.routes(1)),
            Question.values("10 routes", 12, flights.routes(10)),
            Question.values("1,000 routes", 12, flights.routes(1000)),
            Question.range("an origin", 12, Digits.of("ORDAAA"), Digits.of("ORDZZZ"))),
        "delay",
        "distance");
  }

  @Test
  void fewLeadingValues() throws Exception {
    int each = 5000;
    table(
        ROWS + " rows, " + ROWS / each + " leading values: lead:8 middle:8 tail:8",
        new AscendingKeys(ROWS, i -> Digits.key(i / each, i % each * 2, i)),
        questions(),
        "q");
  }

  @Test
  void manyLeadingValues() throws Exception {
    table(
        ROWS + " rows, " + ROWS / 5 + " leading values: lead:8 middle:8 tail:8",
        new AscendingKeys(ROWS, i -> Digits.key(i / 5, i % 5 * 2000 + i * 7919L % 1999, i)),
        questions(),
        "q");
  }

  /** Values of the middle segment, which holds numbers below 10,000. */
  private static List<Question> questions() {
    return List.of(
        Question.values("1 value", 8, spread(1)),
        Question.values("10 values", 8, spread(10)),
        Question.values("1,000 values", 8, spread(1000)),
        Question.range("a range of 1%", 8, Digits.of(5000, 8), Digits.of(5099, 8)));
  }

  private static List<byte[]> spread(int count) {
    int step = 10_000 / count;
    return IntStream.range(0, count).mapToObj(i -> Digits.of(i * step + step / 4 * 2, 8)).toList();
  }

  private static void table(
      String title, AscendingKeys keys, List<Question> questions, String... columns)
      throws Exception {
    System.out.printf("%n%s%n%n", title);
    System.out.println(
        "| asked for | filter | cells found | s | CPU s | rows read | cells read | hints |"
            + " file seeks |\n|---|---|---|---|---|---|---|---|---|");
    try (RealRegion region = RealRegion.of(keys, 1, columns)) {
      for (Question question : questions) {
        FewestSeeks fewest = FewestSeeks.of(keys, question);
        assertThat(fewest.seeks()).isLessThanOrEqualTo(fewest.bound());
        for (Peer peer : Peer.values()) {
          if (peer.answers(question)) {
            Figures figures = measure(region, peer, question);
            print(question, peer, figures);
            check(peer, figures, fewest, columns.length);
          }
        }
        System.out.printf(
            "| %s | *fewest seeks; 2 for each prefix and 1 for each gap*"
                + " | %d | | | | | %d | %d |%n",
            question.name(), fewest.matches() * columns.length, fewest.seeks(), fewest.bound());
      }
    }
  }

  private static Figures measure(RealRegion region, Peer peer, Question question)
      throws IOException {
    RealRegion.storeFileSeeks();
    CountedFilter counted = new CountedFilter(peer.filter(question));
    List<RegionScan> scans = new ArrayList<>();
    RegionScan first = RegionScan.of(region.region(), counted, LIMIT_SECONDS);
    long seeks = RealRegion.storeFileSeeks();
    for (int round = 0; first.complete() && round < ROUNDS; round++) {
      scans.add(RegionScan.of(region.region(), peer.filter(question), LIMIT_SECONDS));
    }
    scans.sort(Comparator.comparing(RegionScan::cpuSeconds));
    return new Figures(first.complete() ? scans.get(ROUNDS / 2) : first, counted, seeks);
  }

  private static void check(
      Peer peer, Figures figures, FewestSeeks fewest, int columns) {
    if (figures.scan().complete()) {
      assertThat(figures.scan().cells()).as("%s", peer).isEqualTo(fewest.matches() * columns);
    }
    if (peer == Peer.SEGMENT_FILTER_ALWAYS_SEEKING) {
      assertThat(figures.scan().complete()).isTrue();
      assertThat(figures.counts().hints).isEqualTo(fewest.seeks());
    }
  }

  private static void print(Question question, Peer peer, Figures figures) {
    RegionScan scan = figures.scan();
    System.out.printf(
        "| %s | %s | %d | %s%.3f | %.3f | %d | %d | %d | %d |%n",
        question.name(),
        peer,
        scan.cells(),
        scan.complete() ? "" : "given up after ",
        scan.seconds(),
        scan.cpuSeconds(),
        figures.counts().rows,
        figures.counts().cells,
        figures.counts().hints,
        figures.storeFileSeeks());
  }
}
