package io.halite.filters.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.harness.FilterHarness;
import io.halite.filters.harness.FilterRun;
import io.halite.keys.KeyBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.Test;

class BranchSeekerTest {
  private static final int KEYS = 1 << 16;

  private static byte[] key(int number) {
    return new byte[] {(byte) (number >> 8), (byte) number};
  }

  private static int number(byte[] key) {
    byte[] two = Arrays.copyOf(key, 2);
    return (two[0] & 0xFF) << 8 | (two[1] & 0xFF);
  }

  /** Which of all keys of one and two bytes match, tried one by one. */
  private record Matching(boolean[] one, boolean[] two) {
    static Matching of(RandomQuery query) {
      boolean[] one = new boolean[256];
      boolean[] two = new boolean[KEYS];
      for (int i = 0; i < KEYS; i++) {
        two[i] = query.matches.test(key(i));
      }
      for (int i = 0; i < 256; i++) {
        one[i] = query.matches.test(new byte[] {(byte) i});
      }
      return new Matching(one, two);
    }

    boolean row(byte[] row) {
      return row.length == 1 ? one[row[0] & 0xFF] : two[number(row)];
    }

    /** The smallest key from the row on that matches; empty if there is none. */
    byte[] next(byte[] row) {
      for (int at = number(row); at < KEYS; at++) {
        byte[] first = {(byte) (at >> 8)};
        if (at % 256 == 0 && one[at >> 8] && Arrays.compareUnsigned(first, row) >= 0) {
          return first;
        }
        if (two[at] && Arrays.compareUnsigned(key(at), row) >= 0) {
          return key(at);
        }
      }
      return new byte[0];
    }

    /** The greatest two bytes with which a row begins that is before this one and matches. */
    byte[] previous(byte[] row) {
      for (int at = number(row); at >= 0; at--) {
        if (two[at] && Arrays.compareUnsigned(key(at), row) < 0) {
          return key(at);
        }
      }
      return new byte[0];
    }
  }

  @Test
  void targetIsTheNearestOfAllMatchingKeysInEitherDirection() {
    Random random = new Random(44);
    int seeks = 0;
    int several = 0;
    for (int i = 0; i < 400; i++) {
      RandomQuery query = RandomQuery.nestedInTwoBytes(random);
      Matching matching = Matching.of(query);
      KeySeeker seeker = SegmentQuery.parse(query.text).seeker();
      several += seeker instanceof BranchSeeker ? 1 : 0;
      for (int j = 0; j < 100; j++) {
        byte[] row = RandomQuery.bytes(random, 1 + random.nextInt(3));
        byte[] forward = matching.row(row) ? row : matching.next(row);
        if (check(query, row, seeker.forward(row), forward)) {
          assertThat(seeker.target()).as(query.text).isEqualTo(forward);
          seeks++;
        }
        byte[] reverse = matching.row(row) ? row : matching.previous(row);
        if (check(query, row, seeker.reverse(row), reverse)) {
          assertThat(KeyBytes.prefixSuccessor(seeker.target()))
              .as("behind the rows that begin so: %s", query.text)
              .isEqualTo(KeyBytes.prefixSuccessor(reverse));
          seeks++;
        }
        System.arraycopy(
            row, 0, seeker.scratch(), 0, Math.min(row.length, seeker.scratch().length));
        assertThat(seeker.matches(row.length)).isEqualTo(matching.row(row));
      }
    }
    assertThat(seeks).isGreaterThan(10_000);
    assertThat(several).isGreaterThan(100);
  }

  @Test
  void seeksAreTheFewestIfEveryHintIsTaken() throws IOException {
    Random random = new Random(45);
    int total = 0;
    for (int i = 0; i < 200; i++) {
      RandomQuery query = RandomQuery.nestedInTwoBytes(random);
      Matching matching = Matching.of(query);
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
        boolean matches = matching.row(row);
        byte[] next = matches ? row : matching.next(row);
        fewest += matches || next.length == 0 ? 0 : 1;
        row = matches ? rows.higher(row) : next.length == 0 ? null : rows.ceiling(next);
      }
      assertThat(run.hints()).as(query.text).hasSize(fewest);
      total += fewest;
    }
    assertThat(total).isGreaterThan(500);
  }

  /** Whether the verdict is to seek, after it has checked the verdict. */
  private static boolean check(
      RandomQuery query, byte[] row, KeySeeker.Verdict verdict, byte[] nearest) {
    boolean none = nearest.length == 0;
    assertThat(verdict)
        .as("%s from %s", query.text, KeyBytes.readable(row))
        .isEqualTo(
            none
                ? KeySeeker.Verdict.DONE
                : nearest == row ? KeySeeker.Verdict.MATCH : KeySeeker.Verdict.SEEK);
    return verdict == KeySeeker.Verdict.SEEK;
  }

  private static byte[] target(String query, String row) {
    KeySeeker seeker = SegmentQuery.parse(query).seeker();
    assertThat(seeker.forward(row.getBytes(US_ASCII))).isEqualTo(KeySeeker.Verdict.SEEK);
    return seeker.target();
  }

  @Test
  void hintIsTheSmallestKeyThatPassesAnyBranch() {
    String query = "@0:3 = ATL and @3:1 = 7 or @0:3 = BOS";
    assertThat(target(query, "ATL6X")).isEqualTo("ATL7".getBytes(US_ASCII));
    assertThat(target(query, "ATL8X")).isEqualTo("BOS".getBytes(US_ASCII));
    assertThat(target(query, "A")).isEqualTo("ATL7".getBytes(US_ASCII));
  }

  /**
   * A search in a segment costs the logarithm of its ranges, and no segment has more of them than
   * the branches together: 64 branches cost 7 comparisons more than one, not 64 times as many.
   */
  @Test
  void branchesTogetherHaveNoMoreRangesThanEachByItself() {
    StringBuilder query = new StringBuilder();
    for (int branch = 0; branch < 64; branch++) {
      query
          .append(branch == 0 ? "" : " or ")
          .append("@8:1 = 0x%02X and @9:4 in (".formatted(branch));
      for (int value = 0; value < 1000; value++) {
        query.append(value == 0 ? "" : ", ").append("0x%08X".formatted(value * 640 + branch * 7));
      }
      query.append(')');
    }
    SegmentQuery parsed = SegmentQuery.parse(query.toString());
    assertThat(parsed.seeker()).isInstanceOf(BranchSeeker.class);
    BranchTable table = new BranchTable(Branches.of(parsed.formula()));
    assertThat(table.ranges).hasSize(3);
    assertThat(table.ranges[0]).isNull();
    assertThat(table.ranges[1].index().size()).isEqualTo(64);
    assertThat(table.ranges[2].index().size()).isLessThanOrEqualTo(64_000);
  }

  @Test
  void valuesOfOneSegmentAreOneBranch() {
    assertThat(SegmentQuery.parse("@0:3 = ATL or @0:3 = BOS or not @0:3 >= A").seeker())
        .isInstanceOf(SegmentSeeker.class);
    assertThat(
            Branches.of(SegmentQuery.parse("(@0:1=A or @0:1=B) and (@1:1=C or @1:1=D)").formula()))
        .hasSize(1);
  }
}
