package io.halite.client.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RangesLeftTest {
  private static byte[] key(int number) {
    return new byte[] {(byte) (number >> 8), (byte) number};
  }

  @Property
  void itLeavesWhatTheRestOfEachRangeWouldBe(@ForAll long seed) {
    Random random = new Random(seed);
    List<KeyRange> all = new ArrayList<>();
    int at = random.nextInt(3);
    for (int i = random.nextInt(6); i > 0; i--) {
      int stop = at + 1 + random.nextInt(5);
      all.add(KeyRange.of(key(at), i == 1 && random.nextBoolean() ? new byte[0] : key(stop)));
      at = stop + random.nextInt(3);
    }
    RangesLeft left = new RangesLeft(all);
    List<KeyRange> expected = all;
    while (!expected.isEmpty()) {
      int most = 1 + random.nextInt(4);
      KeyRange within = KeyRange.of(new byte[0], key(random.nextInt(40)));
      assertThat(left.count()).isEqualTo(expected.size());
      assertThat(left.first()).isEqualTo(expected.get(0));
      assertThat(left.first(most)).isEqualTo(expected.subList(0, Math.min(most, left.count())));
      assertThat(left.first(most, within))
          .isEqualTo(
              left.first(most).stream()
                  .map(range -> range.intersect(within))
                  .filter(range -> !range.isEmpty())
                  .toList());
      byte[] next = key(random.nextInt(40));
      KeyRange rest = KeyRange.of(next, new byte[0]);
      if (random.nextInt(10) == 0) {
        next = new byte[0];
        rest = KeyRange.of(key(1), key(0));
      }
      left.goTo(next);
      KeyRange behind = rest;
      expected =
          expected.stream()
              .map(range -> range.intersect(behind))
              .filter(range -> !range.isEmpty())
              .toList();
    }
    assertThat(left.isEmpty()).isTrue();
    assertThat(left.count()).isZero();
  }

  @Test
  void aPageLooksAtTheRangesThatItAnswersAlone() {
    int keys = 10_000;
    int[] looks = {0};
    RangesLeft left =
        new RangesLeft(
            new AbstractList<>() {
              @Override
              public KeyRange get(int index) {
                looks[0]++;
                return KeyRange.prefix(key(index));
              }

              @Override
              public int size() {
                return keys;
              }
            });
    for (int page = 0; page < keys; page++) {
      left.goTo(KeyBytes.prefixSuccessor(key(page)));
    }
    assertThat(left.isEmpty()).isTrue();
    assertThat(looks[0]).isLessThanOrEqualTo(3 * keys);
  }
}
