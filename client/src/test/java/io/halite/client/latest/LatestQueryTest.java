package io.halite.client.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.filters.segment.SegmentFilter;
import io.halite.filters.segment.SegmentQuery;
import io.halite.keys.KeyLayout;
import io.halite.keys.KeyRange;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.ColumnType;
import io.halite.routing.latest.LatestException;
import io.halite.routing.latest.LatestKeys;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatestQueryTest {
  private static final KeyLayout FLIGHTS =
      KeyLayout.parse("origin:3 gate~: departed:8:revtime destination:3");

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void theKeyIsAllSegmentsBeforeTheTimeUnlessFewerAreNamed() {
    assertThat(LatestQuery.newest(1).keys(FLIGHTS).keySegments()).isEqualTo(2);
    assertThat(LatestQuery.newest(1).by("origin").keys(FLIGHTS).keySegments()).isEqualTo(1);
    assertThat(LatestQuery.newest(1).overAllKeys().keys(FLIGHTS).keySegments()).isZero();
  }

  @Test
  void segmentsThatDoNotLeadAreRefused() {
    assertThatThrownBy(() -> LatestQuery.newest(1).by("gate").keys(FLIGHTS))
        .isInstanceOf(LatestException.class)
        .hasMessageStartingWith("key segments '[gate]'");
    assertThatThrownBy(() -> LatestQuery.newest(1).by("origin", "gate", "departed").keys(FLIGHTS))
        .isInstanceOf(LatestException.class);
  }

  @Test
  void timesAndStepsThatNoNumberHoldsAreRefused() {
    assertThatThrownBy(() -> LatestQuery.firstAfter(Long.MAX_VALUE))
        .isInstanceOf(LatestException.class)
        .hasMessageStartingWith("time '9223372036854775807': no time is after it");
    assertThatThrownBy(() -> LatestQuery.newest(1).each(Duration.ofSeconds(Long.MAX_VALUE)))
        .isInstanceOf(LatestException.class)
        .hasMessageContaining("it must be at most 9223372036854775807 ms");
  }

  @Test
  void aLayoutWithoutTimesIsRefused() {
    assertThatThrownBy(() -> LatestQuery.newest(1).keys(KeyLayout.parse("origin:3 id:*")))
        .isInstanceOf(LatestException.class)
        .hasMessageContaining("no segment of type revtime");
  }

  @Test
  void theDelimiterThatEndsAKeyMayBeLeftOut() {
    LatestKeys keys = LatestKeys.of(FLIGHTS);
    assertThat(keys.prefix(bytes("ORDa1"))).isEqualTo(bytes("ORDa1:"));
    assertThat(keys.prefix(bytes("ORDa1:"))).isEqualTo(bytes("ORDa1:"));
    assertThat(keys.prefix(bytes("ORD"))).isEqualTo(bytes("ORD:"));
  }

  @Test
  void aKeyThatIsShorterOrLongerThanItsSegmentsIsRefused() {
    LatestKeys keys = LatestKeys.of(FLIGHTS);
    for (String key : new String[] {"OR", "", "ORDa1:x"}) {
      assertThatThrownBy(() -> keys.prefix(bytes(key)))
          .as(key)
          .isInstanceOf(LatestException.class)
          .hasMessageContaining("exactly the bytes of the segments 'origin:3 gate~:'");
    }
  }

  /** So that what is read at a time ends between keys. */
  @Test
  void rangesOfOneKeyAreKnown() {
    LatestKeys keys = LatestKeys.of(FLIGHTS).ofSegments(1);
    KeyRange range = KeyRange.of(bytes("ATLa"), bytes("ATLc"));
    assertThat(keys.mayShareKey(range, KeyRange.prefix(bytes("ATLe")))).isTrue();
    assertThat(keys.mayShareKey(range, KeyRange.prefix(bytes("B")))).isTrue();
    assertThat(keys.mayShareKey(range, KeyRange.prefix(bytes("ORD")))).isFalse();
    assertThat(keys.ofSegments(0).mayShareKey(range, KeyRange.prefix(bytes("ORD")))).isTrue();
  }

  @Test
  void aBoundBehindTheKeyIsRefused() {
    LatestKeys keys = LatestKeys.of(FLIGHTS);
    assertThat(keys.rows(KeyRange.of(bytes("OR"), bytes("ORDa1:")))).isNotNull();
    assertThatThrownBy(() -> keys.rows(KeyRange.of(bytes("ORDa1:x"), new byte[0])))
        .isInstanceOf(LatestException.class)
        .hasMessageContaining("it reaches into 'departed', behind the key");
  }

  @Test
  void timesAreThoseOfTheReversedSegment() {
    LatestKeys keys = LatestKeys.of(FLIGHTS);
    byte[] row = bytes("ORDa1:\u007f\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00feATL");
    assertThat(keys.time(row)).isEqualTo(1);
    assertThat(keys.keyOf(row)).isEqualTo(bytes("ORDa1:"));
  }

  @Test
  void whatCannotBeAskedIsRefusedAtOnce() {
    LatestQuery query = LatestQuery.newest(1);
    assertThatThrownBy(() -> LatestQuery.newest(0)).hasMessageContaining("limit '0'");
    assertThatThrownBy(() -> LatestQuery.newest(10_001)).hasMessageContaining("1 to 10000");
    assertThatThrownBy(() -> query.versions(0)).hasMessageContaining("versions '0'");
    assertThatThrownBy(() -> query.asOf(-1)).hasMessageContaining("must not be before 1970");
    assertThatThrownBy(() -> query.asOf(5).notBefore(6)).hasMessageContaining("as-of time '5'");
    assertThatThrownBy(() -> query.timeout(Duration.ZERO)).hasMessageContaining("timeout");
    assertThatThrownBy(() -> query.timeout(Duration.ofDays(200_000)))
        .isInstanceOf(LatestException.class)
        .hasMessageContaining("timeout 'PT4800000H': it must be at most 36500 days");
    assertThat(query.timeout(Duration.ofDays(36_500)).timeout().toNanos()).isPositive();
    assertThatThrownBy(() -> query.aggregate(Column.parse("f"), ColumnType.LONG))
        .hasMessageContaining("aggregate column 'f'");
    assertThatThrownBy(
            () -> query.columns(Column.parse("f:a")).aggregate(Column.parse("f:b"), ColumnType.INT))
        .hasMessageContaining("an aggregate names its column itself");
  }

  @Test
  void aFilterIsTheSameAsItsText() {
    SegmentFilter filter = SegmentFilter.where("@0:3 in (ORD, 'A''L')");
    assertThat(LatestQuery.newest(1).where(filter).selection().where())
        .hasValueSatisfying(text -> assertThat(SegmentFilter.where(text)).isEqualTo(filter));
  }

  /** Regions read the text with the layout of the table, which may have the names elsewhere. */
  @Test
  void aFilterMayHaveBeenMadeForAnotherLayoutWithTheSameNames() {
    KeyLayout other = KeyLayout.parse("destination:3 origin:3 gate~: number:4:int");
    SegmentFilter filter =
        SegmentFilter.where(
            other, "origin = ATL and (destination = LAX or gate = B7 or not (number in (1, 2)))");
    String sent = LatestQuery.newest(1).where(filter).selection().where().orElseThrow();
    SegmentQuery read = SegmentQuery.parse(FLIGHTS, sent);
    for (String key : List.of("LAXATLA1:\0\0\0\1", "SFOATLB7:\0\0\0\1", "SFOATLA1:\0\0\0\3")) {
      assertThat(read.matches(bytes(key))).as(key).isTrue();
    }
    for (String key : List.of("LAXORDB7:\0\0\0\3", "SFOATLA1:\0\0\0\2", "ATLLAXB7:\0\0\0\3")) {
      assertThat(read.matches(bytes(key))).as(key).isFalse();
    }
  }

  @Test
  void aQuestionIsNotChangedByAnother() {
    LatestQuery query = LatestQuery.newest(1);
    assertThat(query.asOf(5).selection().window().asOf()).hasValue(5);
    assertThat(query.selection().window().asOf()).isEmpty();
  }
}
