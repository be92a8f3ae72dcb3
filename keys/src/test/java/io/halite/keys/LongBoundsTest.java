package io.halite.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges between bounds of the greatest length that a scan can have, behind salts. */
class LongBoundsTest {
  private static final byte[] NONE = {};
  private static final byte[] LONGEST = filled(KeyBytes.MAX_STORED_LENGTH, 'b');
  private static final byte[] LAST = filled(KeyBytes.MAX_STORED_LENGTH, 0xFF);

  private static byte[] filled(int length, int with) {
    byte[] key = new byte[length];
    Arrays.fill(key, (byte) with);
    return key;
  }

  static Stream<String> salts() {
    return Stream.of(
        "none",
        "hash(*) % 256",
        "hash(*) % 100 digits:",
        "hash(*) % 4 letters-",
        "random % 16",
        "md5(*)[0:2]",
        "md5(row)[0:4]",
        "reverse(*)");
  }

  private static Salt salt(String salt) {
    String key = salt.contains("row") || salt.contains("reverse") ? "key=row:1 rest:*," : "";
    return SaltingSpec.parse(key + "salt=" + salt.replace("reverse(*)", "reverse(row)")).salt();
  }

  /** Keys that are stored before, at and behind a long bound. */
  private static List<byte[]> around(Salt salt) {
    int longest = KeyBytes.MAX_STORED_LENGTH - salt.prefixWidth();
    byte[] behind = filled(longest, 'b');
    behind[longest - 1]++;
    return List.of(
        filled(1, 'b'), filled(longest - 1, 'b'), filled(longest, 'b'), behind, filled(1, 'c'));
  }

  @ParameterizedTest
  @MethodSource("salts")
  void imagesHoldTheStoredKeysBetweenThemAndHaveBoundsThatAScanCanHave(String text) {
    Salt salt = salt(text);
    for (boolean at : new boolean[] {false, true}) {
      List<KeyRange> ranges =
          List.of(
              KeyRange.ofScan(LONGEST, at, NONE, false),
              KeyRange.ofScan(NONE, false, LONGEST, at),
              KeyRange.ofScan(LONGEST, at, LAST, at));
      for (KeyRange range : ranges) {
        List<KeyRange> images = salt.images(range);
        for (KeyRange image : images) {
          assertThat(image.isEmpty()).isFalse();
          assertThat(image.start().length).isLessThanOrEqualTo(KeyBytes.MAX_STORED_LENGTH);
          assertThat(image.stop().length).isLessThanOrEqualTo(KeyBytes.MAX_STORED_LENGTH);
        }
        for (byte[] key : around(salt)) {
          if (range.contains(key) || salt.keepsNaturalOrder(range)) {
            assertThat(images.stream().filter(image -> image.contains(salt.salt(key))).count())
                .as("%s in %s", KeyBytes.readable(key), range)
                .isEqualTo(range.contains(key) ? 1 : 0);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("salts")
  void behindTheLastKeyOfAllThereIsNoImage(String text) {
    assertThat(salt(text).images(KeyRange.ofScan(LAST, false, NONE, false))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 256", "hash(*) % 4 letters-", "random % 16", "md5(*)[0:2]"})
  void thereIsNoImageBetweenTwoBoundsThatAreLongerThanAnyKey(String text) {
    byte[] next = LONGEST.clone();
    next[next.length - 1]++;
    Salt salt = salt(text);
    assertThat(salt.images(KeyRange.of(LONGEST, next))).isEmpty();
    assertThat(salt.image(salt.prefixes().get(0), KeyRange.of(LONGEST, next)).isEmpty()).isTrue();
  }

  @Test
  void aValueLongerThanAnEntryHasNoImageInItsIndex() {
    for (String index : List.of("byName(f:n)", "byName(f:n) % 16")) {
      RowIndex byName =
          SaltingSpec.parse("salt=hash(*) % 4,index=" + index).index("byName").orElseThrow();
      byte[] name = "n".repeat(KeyBytes.MAX_STORED_LENGTH + 1).getBytes(StandardCharsets.UTF_8);
      assertThat(IndexRange.values(byName, name).images()).as(index).isEmpty();
    }
  }
}
