package io.halite.keys;

import static io.halite.keys.Text.bytes;
import static io.halite.keys.Text.hex;
import static io.halite.keys.Text.salt;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many buckets a range is read from. */
class ImageCountTest {
  private static final int[] EDGES = {0x00, 0x01, 0x40, 0x41, 0x42, 0xFE, 0xFF};

  @ParameterizedTest
  @CsvSource({
    "4F 52 44,        4F 52 45,     1,  the prefix ORD",
    "4F 52 44 31,     4F 52 45,     1,  from within ORD to its end",
    "4F 52 44,        4F 52 44 39,  1,  from ORD to within it",
    "4F 52 FF,        4F 53,        1,  a carry over FF",
    "4F FF FF,        50,           1,  a carry over two FF",
    "FF FF FF,        (empty),      1,  FF to the end",
    "4F 52,           4F 52 00 01,  1,  only 4F 52 00 is as long as the layout",
    "4F 52 FE,        4F 53,       16,  4F 52 FE and 4F 52 FF",
    "4F 52 44,        4F 52 45 00, 16,  ORD and the key 4F 52 45",
    "4F 52 44,        4F 52 46,    16,  ORD and ORE",
    "4F 52,           4F 53,       16,  all that begins with OR",
    "(empty),         (empty),     16,  all",
    "(empty),         00 00 00,     0,  keys too short for the layout",
    "4F 52,           4F 52 00,     0,  one key too short for the layout",
    "4F 52 44,        4F 52 44,     0,  an empty range",
    "4F 52 45,        4F 52 44,     0,  stop before start",
  })
  void hashOfAFixedSegment(String start, String stop, int count, String why) {
    Salt salt = salt("key=origin:3,salt=hash(origin) % 16");
    assertThat(salt.images(KeyRange.of(hex(start), hex(stop)))).as(why).hasSize(count);
  }

  @ParameterizedTest
  @CsvSource({
    "41 3A,      41 3B,       1, the delimiter closes the segment",
    "41 3A 05,   41 3A 09,    1, within it",
    "41,         42,         16, the segment may go on",
    "41 3A,      41 3B 00,   16, the key 41 3B has another or no end",
  })
  void hashOfADelimitedSegment(String start, String stop, int count, String why) {
    Salt salt = salt("key=user~: rest:*,salt=hash(user) % 16");
    assertThat(salt.images(KeyRange.of(hex(start), hex(stop)))).as(why).hasSize(count);
  }

  @Test
  void hashOfTheRestIsFixedByASingleKeyOnly() {
    for (String spec : List.of("salt=hash(*) % 16", "salt=hash(row) % 16", "salt=phoenix % 16")) {
      assertThat(salt(spec).images(KeyRange.point(bytes("ORD")))).as(spec).hasSize(1);
      assertThat(salt(spec).images(KeyRange.of(bytes("ORD"), bytes("ORD\0\0")))).hasSize(16);
      assertThat(salt(spec).images(KeyRange.of(hex(""), hex("00 00")))).as("the key 00").hasSize(1);
    }
  }

  @Test
  void spreadReachesAdjacentBucketsOnlyAndContinuesAtTheFirstBucket() {
    Salt plain = salt("key=user:1 order:1,salt=hash(user) % 6");
    Salt spread = salt("key=user:1 order:1,salt=hash(user) spread(order % 4) % 6");
    for (int user = 0; user < 256; user++) {
      byte[] prefix = {(byte) user};
      int first = plain.salt(new byte[] {(byte) user, 0})[0];
      List<Integer> expected =
          IntStream.range(first, first + 4).map(b -> b % 6).sorted().boxed().toList();
      assertThat(spread.images(KeyRange.prefix(prefix)))
          .extracting(image -> (int) image.start()[0])
          .isEqualTo(expected);
      assertThat(spread.images(KeyRange.prefix(new byte[] {(byte) user, 9}))).hasSize(1);
    }
  }

  @Test
  void modOfAFixedSegmentThatIsNoNumberHasNoImage() {
    Salt salt = salt("key=ts:2:digits id:1,salt=mod(ts) % 10");
    assertThat(salt.images(KeyRange.prefix(bytes("42"))))
        .containsExactly(KeyRange.of(hex("02·34 32"), hex("02·34 33")));
    assertThat(salt.images(KeyRange.prefix(bytes("4x")))).isEmpty();
    assertThat(salt.images(KeyRange.prefix(bytes("4")))).hasSize(10);
  }

  @Test
  void rangeHasOneImageWheneverItsKeysShareTheHashedByte() {
    Salt salt = salt("key=a:1,salt=hash(a) % 16");
    List<byte[]> universe = new ArrayList<>();
    for (int first = 0; first < 256; first++) {
      universe.add(new byte[] {(byte) first});
      for (int second : EDGES) {
        universe.add(new byte[] {(byte) first, (byte) second});
      }
    }
    for (byte[] start : bounds()) {
      for (byte[] stop : bounds()) {
        KeyRange range = KeyRange.of(start, stop);
        long different =
            universe.stream()
                .filter(range::contains)
                .map(key -> key[0])
                .distinct()
                .limit(2)
                .count();
        int expected = different == 2 ? 16 : (int) different;
        assertThat(salt.images(range)).as(range.toString()).hasSize(expected);
      }
    }
  }

  private static List<byte[]> bounds() {
    List<byte[]> bounds = new ArrayList<>(List.of(new byte[0]));
    for (int first : EDGES) {
      bounds.add(new byte[] {(byte) first});
      for (int second : EDGES) {
        bounds.add(new byte[] {(byte) first, (byte) second});
      }
    }
    return bounds;
  }
}
