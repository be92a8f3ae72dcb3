package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that the segment which the last row failed rejects, without the others. */
class RejectionTest {
  private static final int QUERIES = 2_000;
  private static final int ROWS = 40;

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void noRowThatMatchesIsRejected(long seed) {
    assertThat(rejected(seed, RandomQuery::nested)).isGreaterThan(QUERIES);
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 4})
  void noRowThatTheOnlyBranchAdmitsIsRejected(long seed) {
    assertThat(rejected(seed, RandomQuery::of)).isGreaterThan(QUERIES);
  }

  /** How many are rejected; a row lies among other bytes, or at the end of all. */
  private static int rejected(long seed, Function<Random, RandomQuery> queries) {
    Random random = new Random(seed);
    int rejected = 0;
    for (int i = 0; i < QUERIES; i++) {
      RandomQuery query = queries.apply(random);
      KeySeeker seeker = SegmentQuery.parse(query.text).seeker();
      for (int j = 0; j < ROWS; j++) {
        int offset = random.nextInt(4);
        int length = 1 + random.nextInt(query.width + 1);
        int behind = random.nextBoolean() ? 0 : 4;
        byte[] held = RandomQuery.bytes(random, offset + length + behind);
        byte[] row = new byte[length];
        System.arraycopy(held, offset, row, 0, length);
        if (seeker.rejects(held, offset, length)) {
          rejected++;
          assertThat(query.matches.test(row)).as(query.text).isFalse();
        }
        byte[] scratch = seeker.scratch(length);
        System.arraycopy(row, 0, scratch, 0, Math.min(length, scratch.length));
        assertThat(seeker.matches(length)).as(query.text).isEqualTo(query.matches.test(row));
      }
    }
    return rejected;
  }
}
