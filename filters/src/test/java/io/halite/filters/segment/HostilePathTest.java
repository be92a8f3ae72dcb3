package io.halite.filters.segment;

import static io.halite.filters.segment.HostileQueryTest.assertSmall;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyLayout;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Queries on segments behind delimiters that would take much memory, or are too large. */
class HostilePathTest {
  private static final SaltingSpec SPEC =
      SaltingSpec.parse("key=event~: host~: rest:*,salt=hash(host) % 16");

  private static SegmentQuery query(String text) {
    return SegmentQuery.parse(SPEC.layout(), text);
  }

  private static String joined(String by, int count, IntFunction<String> part) {
    return IntStream.range(0, count).mapToObj(part).collect(Collectors.joining(by));
  }

  @Test
  void listThatBranchesShareIsCutOnceForAllOfThem() throws Exception {
    SegmentQuery query =
        query(
            "host in (%s) and (%s)"
                .formatted(
                    joined(", ", 10_000, i -> "h" + i),
                    joined(" or ", 64, i -> "event = e%d and rest = r%d".formatted(i, i))));
    assertSmall(
        24_000_000, () -> assertThat(query.images(SPEC.salt(), KeyRange.all())).hasSize(16));
    assertThat(QueryMemoryTest.kept(query, MaskedWords.class))
        .as("of host once, of event and rest in each branch, and those of all branches")
        .isEqualTo(1 + 64 + 64 + 3);
  }

  @Test
  void queryThatOnlyJudgesRowsHasOneTableAndOneThatIsAskedForRangesOneForEachBranch()
      throws Exception {
    SegmentQuery query = query("event = a and host = b or event = c or host = d and rest = e");
    assertThat(query.matches("a:b:".getBytes(US_ASCII))).isTrue();
    assertThat(QueryMemoryTest.kept(query, PathTable.class)).isEqualTo(1);
    assertThat(QueryMemoryTest.kept(query, WordSet.class)).isZero();
    assertThat(query.ranges(KeyRange.all(), 10)).isNotEmpty();
    assertThat(QueryMemoryTest.kept(query, PathTable.class)).isEqualTo(1 + 3);
  }

  /** Conditions on 60 segments, one behind the other, with a value of so many bytes each. */
  private static KeySeeker seeker(int width) {
    String query =
        joined(" and ", 60, i -> "@%s#3A = %s".formatted("#3A".repeat(i), "w".repeat(width)));
    return SegmentQuery.parse(query).seeker();
  }

  @Test
  void hintCopiesTheBytesOfItsSegmentsOnce() {
    for (int width : new int[] {500, 20_000}) {
      KeySeeker seeker = seeker(width);
      assertSmall(
          1_000_000,
          () -> {
            seeker.forward(new byte[] {'a'});
            seeker.reverse(new byte[] {'x'});
          });
      assertThat(seeker.target()).hasSizeGreaterThan(30_000);
    }
  }

  @Test
  void delimitersBeforeAllSegmentsAreCountedWhereverAQueryComesFrom() throws Exception {
    IntFunction<String> condition = i -> "@%s+0:1 = 0x%02X".formatted("#3A".repeat(250), i);
    SegmentFilter most = SegmentFilter.where(joined(" or ", 80, condition));
    assertThat(SegmentFilter.parseFrom(most.toByteArray())).isEqualTo(most);
    String rule = "segments lie behind 20250 delimiters in all: at most 20000 are allowed";
    assertThatThrownBy(() -> SegmentQuery.parse(joined(" or ", 81, condition)))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining(rule);
    KeyLayout layout = KeyLayout.parse(joined(" ", 250, i -> "a%d~:".formatted(i)) + " last:1");
    SegmentQueryBuilder builder = SegmentFilter.over(layout);
    for (int i = 0; i < 81; i++) {
      builder = builder.where("last").isNot("" + (char) ('!' + i));
    }
    assertThatThrownBy(builder::toQuery).hasMessageContaining(rule);
  }

  @Test
  void moreWaysToMatchThanAreTakenAreRefused() {
    IntFunction<String> branch = i -> "event = e%d and host = h%d".formatted(i, i);
    assertThat(query(joined(" or ", 64, branch)).seekOrder()).hasSize(64);
    assertThatThrownBy(() -> query(joined(" or ", 65, branch)))
        .hasMessageContaining("gives more than 64 ways to match");
  }

  @Test
  void moreValuesOfSeveralBranchesThanAreTakenAreRefused() {
    String text = "host in (%s) and rest = x or host in (%s)";
    String many = joined(",", 100_000, i -> "a" + i);
    assertThatThrownBy(() -> query(text.formatted(many, many.replace('a', 'b'))))
        .hasMessageContaining("has more than 200000 values and ranges");
  }

  @Test
  void moreBytesInCommonThanAreTakenAreRefused() {
    assertThat(twice(200).toQuery().matchesNothing()).isFalse();
    SegmentQueryBuilder tooMuch = twice(220);
    assertThatThrownBy(tooMuch::toQuery)
        .hasMessageContaining("have more than 4194304 bytes of values in common");
  }

  /** Twice the same list of so many hosts of 10,000 bytes, each joined by {@code or}. */
  private static SegmentQueryBuilder twice(int count) {
    List<byte[]> hosts =
        IntStream.range(100, 100 + count)
            .mapToObj(i -> (i + "w".repeat(10_000)).getBytes(US_ASCII))
            .toList();
    SegmentQueryBuilder over = SegmentFilter.over(SPEC.layout());
    SegmentQueryBuilder listed = over.where("host").in(hosts);
    return listed.or(over.where("event").is("a")).and(listed.or(over.where("event").is("b")));
  }
}
