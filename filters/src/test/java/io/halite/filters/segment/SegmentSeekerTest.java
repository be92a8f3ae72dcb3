package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.harness.FilterHarness;
import io.halite.filters.harness.FilterRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.Test;

class SegmentSeekerTest {
  private static final int KEYS = 1 << 16;

  private static byte[] key(int number) {
    return new byte[] {(byte) (number >> 8), (byte) number};
  }

  private static int number(byte[] key) {
    return (key[0] & 0xFF) << 8 | (key[1] & 0xFF);
  }

  /** Which of all keys of two bytes match, tried one by one. */
  private static boolean[] tryAll(RandomQuery query) {
    boolean[] matching = new boolean[KEYS];
    for (int i = 0; i < KEYS; i++) {
      matching[i] = query.matches.test(key(i));
    }
    return matching;
  }

  /** The first row number from there on that matches; rows shorter than two bytes come before. */
  private static int nextMatching(boolean[] matching, byte[] row) {
    int at = number(Arrays.copyOf(row, 2));
    while (at < KEYS && !matching[at]) {
      at++;
    }
    return at;
  }

  /** The last key of two bytes, some row of which sorts at or before the row, that matches. */
  private static int previousMatching(boolean[] matching, byte[] row) {
    int at = number(Arrays.copyOf(row, 2)) - (row.length < 2 ? 1 : 0);
    while (at >= 0 && !matching[at]) {
      at--;
    }
    return at;
  }

  @Test
  void targetIsTheNearestOfAllMatchingKeysInEitherDirection() {
    Random random = new Random(42);
    int seeks = 0;
    for (int i = 0; i < 400; i++) {
      RandomQuery query = RandomQuery.ofTwoBytes(random);
      boolean[] matching = tryAll(query);
      KeySeeker seeker = SegmentQuery.parse(query.text).seeker();
      for (int j = 0; j < 250; j++) {
        byte[] row = RandomQuery.bytes(random, 1 + random.nextInt(3));
        seeks +=
            check(seeker.forward(row), seeker.target(), nextMatching(matching, row), row, query);
        seeks +=
            check(
                seeker.reverse(row), seeker.target(), previousMatching(matching, row), row, query);
      }
    }
    assertThat(seeks).isGreaterThan(20_000);
  }

  private static int check(
      KeySeeker.Verdict verdict, byte[] target, int nearest, byte[] row, RandomQuery query) {
    if (nearest < 0 || nearest == KEYS) {
      assertThat(verdict).as("%s", query.text).isEqualTo(KeySeeker.Verdict.DONE);
    } else if (row.length >= 2 && nearest == number(row)) {
      assertThat(verdict).as("%s", query.text).isEqualTo(KeySeeker.Verdict.MATCH);
    } else {
      assertThat(verdict).as("%s", query.text).isEqualTo(KeySeeker.Verdict.SEEK);
      assertThat(target).as("%s", query.text).isEqualTo(key(nearest));
      return 1;
    }
    return 0;
  }

  @Test
  void seeksAreTheFewestIfEveryHintIsTaken() throws IOException {
    Random random = new Random(43);
    int total = 0;
    for (int i = 0; i < 300; i++) {
      RandomQuery query = RandomQuery.ofTwoBytes(random);
      boolean[] matching = tryAll(query);
      TreeSet<byte[]> rows = new TreeSet<>(Arrays::compareUnsigned);
      for (int j = 0; j < 60; j++) {
        rows.add(RandomQuery.bytes(random, 1 + random.nextInt(3)));
      }
      List<KeyValue> cells = new ArrayList<>();
      byte[] family = {'f'};
      rows.forEach(row -> cells.add(new KeyValue(row, family, row, 1, row)));
      FilterRun run =
          FilterHarness.over(cells).run(SegmentFilter.where(query.text).alwaysSeeking());
      int fewest = 0;
      byte[] row = rows.first();
      while (row != null) {
        int next = nextMatching(matching, row);
        boolean matches = row.length >= 2 && next == number(row);
        fewest += matches || next == KEYS ? 0 : 1;
        row = matches ? rows.higher(row) : next == KEYS ? null : rows.ceiling(key(next));
      }
      assertThat(run.hints()).as(query.text).hasSize(fewest);
      total += fewest;
    }
    assertThat(total).isGreaterThan(1000);
  }
}
