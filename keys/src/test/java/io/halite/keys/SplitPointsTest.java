package io.halite.keys;

import static io.halite.keys.Text.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SplitPointsTest {
  @ParameterizedTest
  @CsvSource({
    "salt=hash(*) % 16,                                4,  \\x04 \\x08 \\x0C",
    "salt=hash(*) % 4,                                 4,  \\x01 \\x02 \\x03",
    "salt=hash(*) % 10,                                3,  \\x03 \\x06",
    "salt=hbasewd % 15,                                3,  \\x05 \\x0A",
    "salt=random % 16,                                 4,  \\x04 \\x08 \\x0C",
    "salt=random % 100 digits,                         4,  25 50 75",
    "salt=hash(*) % 10 digits,                         5,  2 4 6 8",
    "salt=hash(*) % 4 letters-,                        4,  b- c- d-",
    "salt=random % 26 letters,                         2,  n",
    "salt=md5(*)[0:4],                                 4,  4 8 c",
    "salt=MD5(*)[0:32]:,                               4,  4 8 C",
    "salt=md5(*)[28:30],                               3,  55 aa",
    "salt=md5(*)[0:4],                             10,  1999 3333 4ccc 6666 8 9999 b333 cccc e666",
    "key=phone:11:digits;salt=reverse(phone),          4,  25 5 75",
    "key=phone:3:digits;salt=reverse(phone),           3,  333 666",
    "key=order:6:digits ts:8:revtime;salt=reverse(order), 10, 1 2 3 4 5 6 7 8 9",
    "salt=hash(*) % 4,                                 1,  ''",
    "salt=none,                                        1,  ''",
    "key=ts:10:digits host:3;salt=random-suffix % 16,  1,  ''",
  })
  void pointsFitTheTechnique(String spec, int regions, String points) {
    List<byte[]> cut = SplitPoints.of(SaltingSpec.parse(spec.replace(';', ',')), regions);
    assertThat(String.join(" ", SplitPoints.written(cut))).isEqualTo(points);
  }

  @ParameterizedTest
  @CsvSource({
    "salt=hash(*) % 4,                           5, 5 regions are too many or too few",
    "salt=hash(*) % 4,                           0, 'there are 4 buckets, so choose 1 to 4'",
    "salt=md5(*)[0:1],                          17, 'beginnings, so choose 1 to 16'",
    "salt=none,                                  4, bytes of 'row:*' whose values the spec",
    "key=u:4;salt=reverse(u),                    4, bytes of 'u:4' whose values the spec",
    "key=d:8:digits u:4:digits;salt=reverse(u),  4, bytes of 'd:8:digits' whose values the",
  })
  void whatCannotBeCutIsRefused(String spec, int regions, String rule) {
    assertThatThrownBy(() -> SplitPoints.of(SaltingSpec.parse(spec.replace(';', ',')), regions))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(rule);
  }

  /** The example of document 000 first: 10 regions over 0 to f, none of them dead. */
  @ParameterizedTest
  @CsvSource({
    "salt=md5(*)[0:3],                         %03x, 4096",
    "salt=MD5(*)[0:3]:,                        %03X, 4096",
    "salt=random % 100 digits,                 %02d, 100",
    "salt=random % 20 digits,                  %02d, 20",
    "salt=hash(*) % 256 digits,                %03d, 256",
    "salt=hash(*) % 100 digits:,               %02d:, 100",
    "key=u:3:digits rest:*;salt=reverse(u),    %03d, 1000",
  })
  void everyRegionHasItsPartOfTheDigits(String text, String form, int numbers) {
    SaltingSpec spec = SaltingSpec.parse(text.replace(';', ','));
    int[] wanted = {2, 3, 7, 10, 16, 100, numbers};
    for (int regions : IntStream.of(wanted).filter(few -> few <= numbers).toArray()) {
      List<byte[]> points = SplitPoints.of(spec, regions);
      int[] held = new int[regions];
      for (int number = 0; number < numbers; number++) {
        byte[] key = bytes(form.formatted(number) + "row");
        int region = 0;
        while (region < points.size() && KeyBytes.compare(points.get(region), key) <= 0) {
          region++;
        }
        held[region]++;
      }
      int least = IntStream.of(held).min().orElseThrow();
      assertThat(least).as("%d regions", regions).isPositive();
      assertThat(IntStream.of(held).max().orElseThrow()).isLessThanOrEqualTo(least + 1);
    }
  }

  @Test
  void digitsAreAscending() {
    assertThatThrownBy(() -> DigitSpace.of("ba", 2)).hasMessageContaining("ascending order");
    assertThatThrownBy(() -> DigitSpace.of("a", 2)).hasMessageContaining("two or more");
    assertThatThrownBy(() -> DigitSpace.of("01", 0)).hasMessageContaining("width 0");
  }
}
