package io.halite.it.techniques;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import io.halite.keys.SplitPoints;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Document 000: {@code Bytes.split} between the texts 0…0 and f…f, and what Halite cuts. */
class BytesSplitTest {
  private static final int REGIONS = 10;

  /** How many of 65,536 keys, evenly spread, each region has. */
  private static int[] held(List<byte[]> points, String form) {
    int[] held = new int[points.size() + 1];
    for (int number = 0; number < 1 << 16; number++) {
      byte[] key = Bytes.toBytes(form.formatted(number, 0));
      int region = 0;
      while (region < points.size() && Bytes.compareTo(points.get(region), key) <= 0) {
        region++;
      }
      held[region]++;
    }
    return held;
  }

  /** The nine lines of the guide are the points; three of the ten regions hold all the keys. */
  @Test
  void regionsBetweenTheDigitsAndTheLettersAreDead() {
    byte[][] points =
        Bytes.split(Bytes.toBytes("0".repeat(16)), Bytes.toBytes("f".repeat(16)), REGIONS - 3);
    assertThat(Arrays.stream(points).map(point -> point[0]))
        .containsExactly(
            (byte) 48,
            (byte) 54,
            (byte) 61,
            (byte) 68,
            (byte) 75,
            (byte) 82,
            (byte) 88,
            (byte) 95,
            (byte) 102);
    assertThat(points[1]).startsWith(54, -10, -10).endsWith(-10);
    int[] held = held(List.of(points), "%04x%012x");
    assertThat(held).hasSize(REGIONS);
    assertThat(held[0] + held[3] + held[4] + held[5] + held[6] + held[7]).isZero();
    assertThat(held[9]).as("the key of f alone, which these are not").isZero();
    assertThat(held[1]).as("0 to 6").isEqualTo(7 << 12);
    assertThat(held[2]).as("7 to 9").isEqualTo(3 << 12);
    assertThat(held[8]).as("a to f").isEqualTo(6 << 12);
  }

  @Test
  void halitesPointsLeaveNoneDead() {
    SaltingSpec spec = SaltingSpec.parse("salt=md5(*)[0:16]");
    int[] held = held(SplitPoints.of(spec, REGIONS), "%04x%012x");
    assertThat(held).hasSize(REGIONS);
    assertThat(Arrays.stream(held).min().orElseThrow()).isGreaterThan(6_500);
    assertThat(Arrays.stream(held).max().orElseThrow()).isLessThan(6_600);
  }
}
