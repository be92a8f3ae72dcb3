package io.halite.client.latest;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.ColumnType;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.TimeWindow;
import io.halite.routing.latest.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ranges a query with a condition requests. */
class ConditionedPlanTest {
  private static final String LAYOUT = "key=unit:3 gate:2 ts:8:revtime port:3,salt=";

  /** The ranges that a query requests of empty regions, one for each bucket. */
  private static List<KeyRange> asked(String salt, LatestQuery query) {
    return requests(salt, query).stream().flatMap(each -> each.ranges().stream()).toList();
  }

  private static List<PageRequest> requests(String salt, LatestQuery query) {
    SaltingSpec spec = SaltingSpec.parse(LAYOUT + salt);
    List<PageRequest> asked = new ArrayList<>();
    LatestRegions regions =
        new LatestRegions() {
          @Override
          public CompletableFuture<List<byte[]>> starts() {
            List<byte[]> starts = new ArrayList<>(spec.salt().splitPoints());
            starts.add(0, new byte[0]);
            return CompletableFuture.completedFuture(starts);
          }

          @Override
          public CompletableFuture<Page> ask(byte[] row, PageRequest request) {
            asked.add(request);
            return CompletableFuture.completedFuture(new Page(List.of(), new byte[0], Work.NONE));
          }
        };
    assertThat(LatestClient.of(regions, spec).ask(query, key -> {})).isCompleted();
    return asked;
  }

  private static KeyRange stored(String salt, String prefix) {
    Salt of = SaltingSpec.parse(LAYOUT + salt).salt();
    return of.images(KeyRange.prefix(prefix.getBytes(US_ASCII))).get(0);
  }

  @Test
  void aConditionOnTheHashedSegmentAsksOneBucketForOneKey() {
    LatestQuery query = LatestQuery.newest(1).ofAllKeys().where("unit = K01");
    assertThat(asked("hash(unit) % 16", query)).containsExactly(stored("hash(unit) % 16", "K01"));
    assertThat(asked("none", query)).containsExactly(stored("none", "K01"));
  }

  @Test
  void namedKeysThatCannotMatchAreNotAskedFor() {
    List<byte[]> names =
        IntStream.range(0, 5_000)
            .mapToObj(i -> "K%02dG%d".formatted(i / 10 % 100, i % 10))
            .map(name -> name.getBytes(US_ASCII))
            .toList();
    LatestQuery query =
        LatestQuery.newest(1).ofKeys(names).where("unit in (K03, K17) and gate = G4");
    assertThat(asked("none", query))
        .containsExactly(stored("none", "K03G4"), stored("none", "K17G4"));
  }

  @Test
  void aConditionThatNothingPassesAsksNoRegion() {
    LatestQuery query =
        LatestQuery.newest(1).ofKeys("K01G1".getBytes(US_ASCII)).where("unit = K02");
    assertThat(asked("hash(*) % 4", query)).isEmpty();
  }

  /** Otherwise a page would not see that it holds all rows of a history. */
  @ParameterizedTest
  @ValueSource(
      strings = {"ts >= 5", "port = LAX", "unit = K01 and gate = G1 and ts >= 5 and ts < 9"})
  void noRangeBeginsOrEndsWithinAHistory(String condition) {
    List<KeyRange> ranges = asked("none", LatestQuery.newest(1).where(condition));
    assertThat(ranges).isNotEmpty();
    for (KeyRange range : ranges) {
      assertThat(range.start().length).isLessThanOrEqualTo(5);
      assertThat(range.stop().length).isLessThanOrEqualTo(5);
    }
  }

  /** Condition, and the window that is requested in its place; a dash for an open end. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "ts < 9, -, 8",
        "ts <= 9, -, 9",
        "ts > 9, 10, -",
        "ts >= 1970-01-01T00:00:05Z, 5000, -",
        "ts >= 5 and ts < 9, 5, 8",
        "ts = 7, 7, 7",
        "ts = 5..9, 5, 9",
        "ts > 0 and not (ts > 9), 1, 9",
        "unit = K01 and gate = G1 and ts >= 5, 5, -",
        "\"unit in (K01, K03) and gate in (G1, G4) and ts < 9\", -, 8"
      })
  void aConditionOnTheTimeIsTheWindowOfTheRequest(String condition, String oldest, String newest) {
    LatestQuery query = LatestQuery.newest(2).where(condition);
    for (PageRequest request : requests("hash(unit) % 4", query)) {
      assertThat(request.selection().where()).isEmpty();
      assertThat(request.selection().window()).isEqualTo(window(oldest, newest));
    }
    // With the window that the query has itself.
    for (PageRequest request : requests("hash(unit) % 4", query.between(6, 7))) {
      assertThat(request.selection().where()).isEmpty();
      TimeWindow window = request.selection().window();
      assertThat(window.notBefore().getAsLong()).isBetween(6L, 7L);
      assertThat(window.asOf().getAsLong()).isBetween(6L, 7L);
    }
  }

  @Test
  void aConditionOnTheTimeIsTheWindowUnderEveryLocale() {
    Locale given = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("fa-IR"));
    try {
      aConditionOnTheTimeIsTheWindowOfTheRequest("ts < 9", "-", "8");
    } finally {
      Locale.setDefault(given);
    }
  }

  private static TimeWindow window(String oldest, String newest) {
    return new TimeWindow(time(newest), time(oldest));
  }

  private static OptionalLong time(String text) {
    return text.equals("-") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ts != 7",
        "ts in (5, 7)",
        "ts < 5 or ts > 9",
        "ts < 9 and port = LAX",
        "unit = K01 and ts < 9",
        "gate = G1 and ts < 9",
        "unit = K0* and gate = G1 and ts < 9",
        "unit = K01 and gate = G1 and ts < 9 or unit = K02 and gate = G1 and ts < 7",
        "ts <= 0x8000000000000000",
        "port = LAX"
      })
  void whateverElseAConditionSaysIsLeftToTheRegions(String condition) {
    for (PageRequest request : requests("none", LatestQuery.newest(2).where(condition))) {
      assertThat(request.selection().where()).contains(condition);
      assertThat(request.selection().window()).isEqualTo(TimeWindow.ALL);
    }
  }

  @Test
  void aConditionWhoseTimesTheQueryExcludesAsksNoRegion() {
    assertThat(asked("none", LatestQuery.newest(1).asOf(4).where("ts >= 5"))).isEmpty();
    assertThat(asked("none", LatestQuery.at(3, 4).where("ts >= 5"))).isEmpty();
    assertThat(asked("none", LatestQuery.newest(1).notBefore(9).where("ts < 9"))).isEmpty();
  }

  @Test
  void anAggregateOverSeveralHistoriesKeepsAConditionOnItsKeys() {
    LatestQuery query =
        LatestQuery.newest(1).by("unit").aggregate(Column.parse("f:a"), ColumnType.LONG);
    String keyed = "unit = K01 and gate = G1 and ts >= 5";
    assertThat(requests("none", query.where(keyed)))
        .isNotEmpty()
        .allSatisfy(request -> assertThat(request.selection().where()).contains(keyed));
    assertThat(requests("none", query.where("ts >= 5")))
        .isNotEmpty()
        .allSatisfy(
            request -> assertThat(request.selection().window()).isEqualTo(window("5", "-")));
  }

  @Test
  void anAggregateOverSeveralHistoriesKeepsItsRanges() {
    LatestQuery query =
        LatestQuery.newest(1)
            .by("unit")
            .where("unit = K01 and gate = G4")
            .aggregate(Column.parse("f:a"), ColumnType.LONG);
    assertThat(asked("none", query)).containsExactly(KeyRange.all());
  }

  @Test
  void aConditionThatThisClientDoesNotUnderstandIsLeftToTheRegions() {
    assertThat(asked("hash(*) % 4", LatestQuery.newest(1).where("nowhere = 1"))).hasSize(4);
  }
}
