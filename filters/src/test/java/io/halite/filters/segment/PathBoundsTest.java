package io.halite.filters.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyLayout;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds of words that are long, or of different lengths: as many and as long as may be. */
class PathBoundsTest {
  private static final String LAYOUT = "event~: host~: rest:*";
  private static final int HALF_A_MEBIBYTE = 1 << 19;

  private static Salt salt(String text) {
    return SaltingSpec.parse("key=%s,salt=%s".formatted(LAYOUT, text)).salt();
  }

  private static SegmentQuery query(String text) {
    return SegmentQuery.parse(KeyLayout.parse(LAYOUT), text);
  }

  private static void assertRows(KeyRange range) {
    assertThat(range.start()).hasSizeLessThanOrEqualTo(KeyBytes.MAX_STORED_LENGTH);
    assertThat(range.stop()).hasSizeLessThanOrEqualTo(KeyBytes.MAX_STORED_LENGTH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "hash(event) % 16", "hash(*) % 2", "md5(event)[0:1]"})
  void boundsAreNoLongerThanARowCanBe(String salting) {
    String b = "b".repeat(20_000);
    String longest = "v".repeat(32_766);
    Salt salt = salt(salting);
    for (String text :
        List.of(
            "event = %s and host = %s".formatted(b, b),
            "event = a or event = %s and host = %s or event = d".formatted(b, b),
            "event in (a, %s) and host in (a, %s) and rest = %s".formatted(b, b, b),
            "event = " + longest,
            "event = %s*".formatted(longest),
            "event > %s and event < w".formatted(longest),
            "event != " + longest,
            "event = %s and rest = %s".formatted(b, b))) {
      SegmentQuery query = query(text);
      query.images(salt, KeyRange.all()).forEach(PathBoundsTest::assertRows);
      for (KeyRange range : query.ranges(KeyRange.all())) {
        assertRows(range);
        salt.images(range).forEach(PathBoundsTest::assertRows);
      }
      Scan scan = SegmentFilter.of(query).applyTo(new Scan());
      assertRows(KeyRange.of(scan.getStartRow(), scan.getStopRow()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "hash(event) % 16", "hash(*) % 2", "md5(event)[0:1]"})
  void longKeysThatMatchLieWithinTheBounds(String salting) {
    String b = "b".repeat(20_000);
    String c = "c".repeat(12_600);
    String most = "b".repeat(31_999);
    Salt salt = salt(salting);
    check(salt, "event = %s and host = %s".formatted(b, c), b + ":" + c + ":");
    check(salt, "event = %s and host >= %s and rest = x".formatted(b, c), b + ":" + c + "d:x");
    String ends = "event in (%1$sx, %1$sy, '%1$s!') and rest = z".formatted(most);
    check(salt, ends, most + "x:h:z", most + "y::z", most + "!:h:z");
    check(salt, "event = %s and rest in (x, y)".formatted("b".repeat(32_600)));
  }

  private static void check(Salt salt, String text, String... keys) {
    SegmentQuery query = query(text);
    List<KeyRange> images = query.images(salt, KeyRange.all());
    List<KeyRange> ranges = query.ranges(KeyRange.all());
    for (int i = 1; i < ranges.size(); i++) {
      assertThat(KeyBytes.compare(ranges.get(i - 1).stop(), ranges.get(i).start())).isNotPositive();
    }
    for (String natural : keys) {
      byte[] key = natural.getBytes(US_ASCII);
      assertThat(query.matches(key)).isTrue();
      assertThat(ranges.stream().filter(range -> range.contains(key))).hasSize(1);
      byte[] stored = salt.salt(key);
      assertThat(images.stream().filter(image -> image.contains(stored))).hasSize(1);
    }
  }

  /** {@code event in (…)} with a value of each length up to {@code longest}. */
  private static SegmentQuery ofLengths(int longest) {
    return query(
        IntStream.rangeClosed(1, longest)
            .mapToObj("a"::repeat)
            .collect(Collectors.joining(", ", "event in (", ")")));
  }

  @Test
  void rangesOfWordsOfDifferentLengthsAreCountedByTheLongest() {
    List<KeyRange> ranges = ofLengths(700).ranges(KeyRange.all());
    assertThat(ranges).hasSize(700);
    assertThat(ranges.stream().mapToInt(range -> range.start().length).sum())
        .isLessThanOrEqualTo(HALF_A_MEBIBYTE);
    assertThat(ofLengths(725).ranges(KeyRange.all()))
        .as("725 of 726 bytes are too much")
        .hasSize(1);
  }

  @Test
  void moreThanSoManyRangesBecomeOne() {
    for (int count : new int[] {1_024, 1_025}) {
      List<String> values = new ArrayList<>();
      IntStream.range(0, count).forEach(i -> values.add("e" + i));
      SegmentQuery query = query("event in (%s)".formatted(String.join(", ", values)));
      assertThat(query.ranges(KeyRange.all())).hasSize(count == 1_024 ? 1_024 : 1);
    }
  }
}
