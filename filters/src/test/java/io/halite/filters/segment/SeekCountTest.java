package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What a region reads and seeks for the filter: the fewest seeks there can be if every hint is
 * taken, at most two for each distinct prefix and one for each gap between values, and no row that
 * neither matches nor is sought from.
 */
class SeekCountTest {
  private static final int ROWS = 20_000;

  @Test
  void flightsBehindFewDistinctPrefixes() throws IOException {
    FlightKeys flights = FlightKeys.shipped();
    check(
        flights.byOrigin(),
        List.of(
            Question.values("1 departure", 3, flights.departures(1)),
            Question.values("10 departures", 3, flights.departures(10)),
            Question.values("300 departures", 3, flights.departures(300)),
            Question.range("an hour", 3, Digits.of("200101010700"), Digits.of("200101010759"))));
  }

  @Test
  void flightsBehindManyDistinctPrefixes() throws IOException {
    FlightKeys flights = FlightKeys.shipped();
    check(
        flights.byDeparture(),
        List.of(
            Question.values("1 route", 12, flights.routes(1)),
            Question.values("10 routes", 12, flights.routes(10)),
            Question.values("1,000 routes", 12, flights.routes(1000)),
            Question.range("an origin", 12, Digits.of("ORDAAA"), Digits.of("ORDZZZ"))));
  }

  @Test
  void numbersBehindFewAndManyDistinctPrefixes() throws IOException {
    List<Question> questions =
        List.of(
            Question.values("1 value", 8, spread(1)),
            Question.values("10 values", 8, spread(10)),
            Question.values("1,000 values", 8, spread(1000)),
            Question.range("a range of 1%", 8, Digits.of(5000, 8), Digits.of(5099, 8)));
    check(new AscendingKeys(ROWS, i -> Digits.key(i / 5000, i % 5000 * 2, i)), questions);
    check(
        new AscendingKeys(ROWS, i -> Digits.key(i / 5, i % 5 * 2000 + i * 7919L % 1999, i)),
        questions);
  }

  private static List<byte[]> spread(int count) {
    int step = 10_000 / count;
    return IntStream.range(0, count).mapToObj(i -> Digits.of(i * step + step / 4 * 2, 8)).toList();
  }

  private static void check(AscendingKeys keys, List<Question> questions) throws IOException {
    try (RealRegion region = RealRegion.of(keys, 1, "a", "b")) {
      for (Question question : questions) {
        FewestSeeks fewest = FewestSeeks.of(keys, question);
        assertThat(fewest.matches()).as(question.name()).isPositive();
        assertThat(fewest.seeks()).as(question.name()).isPositive();
        assertThat(fewest.seeks()).as(question.name()).isLessThanOrEqualTo(fewest.bound());
        CountedFilter always = new CountedFilter(question.filter().alwaysSeeking().onServer());
        CountedFilter adaptive = new CountedFilter(question.filter().onServer());
        for (CountedFilter filter : List.of(always, adaptive)) {
          RegionScan scan = RegionScan.of(region.region(), filter, 60);
          assertThat(scan.cells()).as(question.name()).isEqualTo(2 * fewest.matches());
        }
        assertThat(always.hints).as(question.name()).isEqualTo(fewest.seeks());
        assertThat(always.rows - always.hints - fewest.matches())
            .as(
                "%s: rows that neither match nor are sought from; the last ends it",
                question.name())
            .isBetween(0L, 1L);
        assertThat(adaptive.hints).as(question.name()).isLessThanOrEqualTo(fewest.seeks());
      }
    }
  }
}
