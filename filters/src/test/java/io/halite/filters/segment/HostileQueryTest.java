package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.sun.management.ThreadMXBean;
import io.halite.filters.segment.wire.SegmentFilterWire;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.junit.jupiter.api.Test;

/** Few bytes that would become many. */
class HostileQueryTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long MOST_BYTES = 16_000_000;
  private static final String RULE = "at most 1048576 are allowed";

  private static void assertSmall(Runnable body) {
    assertSmall(MOST_BYTES, body);
  }

  static void assertSmall(long mostBytes, Runnable body) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    body.run();
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(mostBytes);
  }

  private static String list(String item, int times) {
    return String.join(",", Collections.nCopies(times, item));
  }

  @Test
  void prefixesOfAWideSegmentAreCountedByItsWidth() {
    assertSmall(
        () ->
            assertThatThrownBy(
                    () -> SegmentFilter.where("@0:32766 in (" + list("A*", 10_000) + ")"))
                .isInstanceOf(QueryException.class)
                .hasMessageContaining(RULE));
  }

  @Test
  void rangesOfAWideSegmentAreComparedAsTheyAreWritten() {
    assertSmall(
        () ->
            assertThatThrownBy(
                    () -> SegmentFilter.where("@0:32766 in (" + list("A..B", 10_000) + ")"))
                .hasMessageContaining(RULE));
  }

  @Test
  void conditionsAreCountedTogether() {
    String prefixes =
        IntStream.range(10, 40).mapToObj(i -> i + "*").collect(Collectors.joining(","));
    String part = "@0:32766 in (" + prefixes + ")";
    SegmentFilter.where(part);
    assertSmall(
        () ->
            assertThatThrownBy(() -> SegmentFilter.where(part + " and " + part))
                .hasMessageContaining(RULE));
  }

  @Test
  void aQueryHoldsNoMorePrefixesAndRangesThanServersRead() throws Exception {
    String all = prefixes(10_000);
    SegmentFilter most = SegmentFilter.where("@0:5 in (" + all + ")");
    assertThat(SegmentFilter.parseFrom(most.toByteArray())).isEqualTo(most);
    String rule = "10001 prefixes and ranges are given: at most 10000 are allowed";
    assertThatThrownBy(() -> SegmentFilter.where("@0:5 in (" + prefixes(10_001) + ")"))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining(rule);
    assertThatThrownBy(() -> SegmentFilter.where("@0:5 in (" + all + ") or @5:1 = A*"))
        .hasMessageContaining(rule);
  }

  private static String prefixes(int count) {
    return IntStream.range(10_000, 10_000 + count)
        .mapToObj(i -> i / 10 + "" + (char) ('a' + i % 10) + "*")
        .collect(Collectors.joining(","));
  }

  @Test
  void aFilterThatIsSentIsCountedAsOneThatIsWritten() {
    SegmentFilterWire.Condition.Builder condition =
        SegmentFilterWire.Condition.newBuilder()
            .setOffset(0)
            .setWidth(32_766)
            .setType(SegmentFilterWire.Type.TEXT)
            .setNegated(false);
    for (int i = 0; i < 10_000; i++) {
      condition.addRange(
          SegmentFilterWire.Range.newBuilder().setPrefix(ByteString.copyFromUtf8("A")));
    }
    byte[] bytes =
        SegmentFilterWire.SegmentFilter.newBuilder()
            .setVersion(1)
            .addCondition(condition)
            .build()
            .toByteArray();
    assertSmall(
        () ->
            assertThatThrownBy(() -> SegmentFilter.parseFrom(bytes))
                .isInstanceOf(DeserializationException.class)
                .hasMessageContaining(RULE));
  }

  @Test
  void moreWaysToMatchThanAreTakenAreNotMultipliedOut() {
    String query =
        IntStream.range(0, 500)
            .mapToObj(i -> "(@%d:1 = A or @%d:1 = B)".formatted(2 * i, 2 * i + 1))
            .collect(Collectors.joining(" and "));
    assertSmall(
        () ->
            assertThatThrownBy(() -> SegmentFilter.where(query))
                .isInstanceOf(QueryException.class)
                .hasMessageContaining("at position 1: found a query that is too large")
                .hasMessageContaining("gives more than 64 ways to match"));
  }

  @Test
  void conditionsThatExcludeEachOtherAreFoundOutWithoutAScan() {
    String query =
        IntStream.range(0, 500)
            .mapToObj(i -> "(@8:2 = 0x%04X or @12:2 = 0x%04X)".formatted(i, i))
            .collect(Collectors.joining(" and "));
    assertThat(SegmentQuery.parse(query).matchesNothing()).isTrue();
    assertThat(SegmentFilter.where(query).filterAllRemaining()).isTrue();
  }

  @Test
  void moreConditionsThanAreTakenAreRefused() {
    String conditions =
        IntStream.range(0, 65)
            .mapToObj("@%d:1 = A"::formatted)
            .collect(Collectors.joining(" and "));
    assertThatThrownBy(() -> SegmentFilter.where(conditions))
        .hasMessageContaining("65 conditions are given: at most 64 are allowed");
    String either = list("@0:1 = A", 1025).replace(",", " or ");
    assertThatThrownBy(() -> SegmentFilter.where(either))
        .hasMessageContaining("1025 conditions are given: at most 1024 are allowed");
  }

  @Test
  void manyValuesAheadOfAWideOneAreNotAllCombinedWithIt() {
    String values =
        IntStream.range(0, 1_000)
            .map(i -> 3 * i)
            .mapToObj("0x%04X"::formatted)
            .collect(Collectors.joining(","));
    String query = "@0:2 in (%s) and @2:32000 = %s".formatted(values, "A".repeat(32_000));
    SegmentQuery parsed = SegmentQuery.parse(query);
    SaltingSpec spec = SaltingSpec.parse("key=a:2 b:32000,salt=hash(a) % 16");
    assertSmall(
        () -> {
          List<KeyRange> images = parsed.images(spec.salt(), KeyRange.of(new byte[0], new byte[0]));
          assertThat(images).hasSize(16);
        });
  }

  private static final SaltingSpec OF_BOTH = SaltingSpec.parse("key=a:1 b:2,salt=hash(a b) % 256");

  /** One value and then ranges of b, so that only the first range lies in one bucket. */
  private static String branch(int origin) {
    return "@0:1 = 0x%02X and @1:2 in (0x0000, %s)"
        .formatted(
            origin,
            IntStream.range(0, 63)
                .mapToObj(i -> "0x%04X..0x%04X".formatted(16 * i + 8, 16 * i + 12))
                .collect(Collectors.joining(", ")));
  }

  @Test
  void branchesShareTheRangesThatAreLookedUpInEachBucket() {
    SegmentQuery query =
        SegmentQuery.parse(
            IntStream.range(0, 64)
                .mapToObj(HostileQueryTest::branch)
                .collect(Collectors.joining(" or ")));
    assertSmall(
        24_000_000, () -> assertThat(query.images(OF_BOTH.salt(), KeyRange.all())).hasSize(256));
  }

  @Test
  void rangesBetweenTwoThatLieInEveryBucketAreNotLookedUpThere() {
    SegmentQuery query = SegmentQuery.parse(branch(1).replace(")", ", 0x1000)"));
    byte[] first = OF_BOTH.salt().salt(new byte[] {1, 0, 0});
    byte[] last = OF_BOTH.salt().salt(new byte[] {1, 0x10, 0});
    assertSmall(
        3_000_000,
        () -> {
          List<KeyRange> images = query.images(OF_BOTH.salt(), KeyRange.all());
          assertThat(images).hasSize(256);
          for (KeyRange image : images) {
            byte bucket = image.start()[0];
            byte[] start = {bucket, 1, 0, (byte) (bucket == first[0] ? 0 : 8)};
            byte[] before = {bucket, 1, 3, (byte) 0xEC};
            byte[] end = bucket == last[0] ? last : before;
            assertThat(image).isEqualTo(KeyRange.of(start, KeyBytes.prefixSuccessor(end)));
          }
        });
  }
}
