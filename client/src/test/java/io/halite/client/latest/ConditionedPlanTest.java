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
import io.halite.routing.latest.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ranges a query with a condition requests. */
class ConditionedPlanTest {
  private static final String LAYOUT = "key=unit:3 gate:2 ts:8:revtime port:3,salt=";

  /** The ranges that a query requests of empty regions, one for each bucket. */
  private static List<KeyRange> asked(String salt, LatestQuery query) {
    SaltingSpec spec = SaltingSpec.parse(LAYOUT + salt);
    List<KeyRange> asked = new ArrayList<>();
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
            asked.addAll(request.ranges());
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
    for (KeyRange range : asked("none", LatestQuery.newest(1).where(condition))) {
      assertThat(range.start().length).isLessThanOrEqualTo(5);
      assertThat(range.stop().length).isLessThanOrEqualTo(5);
    }
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
