package io.halite.client.latest;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.halite.keys.KeyRange;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.Work;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SliceShareTest {
  @ParameterizedTest
  @CsvSource({
    "A, E, C, 0.5",
    "sensor-0000A, sensor-0000E, sensor-0000B, 0.25",
    "sensor-0000A, sensor-0000E, sensor-0000Czzz, 0.62",
    "sensor-0000A, sensor-0001, sensor-0000q, 0.253",
    "A, E, A, 0"
  })
  void theBytesThatAllKeysBeginWithDoNotCount(String from, String stop, String at, double share) {
    KeyRange range = KeyRange.of(from.getBytes(US_ASCII), stop.getBytes(US_ASCII));
    RangesLeft left = new RangesLeft(List.of(range));
    left.goTo(at.getBytes(US_ASCII));
    assertThat(new SliceShare(List.of(range)).of(left)).isCloseTo(share, within(0.006));
  }

  private static Page page(double passed) {
    return new Page(List.of(), new byte[0], Work.NONE, OptionalDouble.of(passed));
  }

  @Test
  void whatRegionsSayCountsMoreThanTheKeys() {
    List<KeyRange> ranges =
        List.of(KeyRange.of(new byte[] {1}, new byte[] {2}), KeyRange.prefix(new byte[] {7}));
    RangesLeft left = new RangesLeft(ranges);
    SliceShare share = new SliceShare(ranges);
    assertThat(share.of(left)).isZero();
    left.goTo(new byte[] {1, 9});
    share.accept(new byte[] {1}, page(0.5), left, 0);
    assertThat(share.of(left)).isEqualTo(0.25);
    // Half of the half that was left.
    left.goTo(new byte[] {1, 10});
    share.accept(new byte[] {1, 9}, page(0.5), left, 0);
    assertThat(share.of(left)).isEqualTo(0.375);
    left.goTo(new byte[] {7, 1});
    share.accept(new byte[] {1, 10}, page(0.25), left, 0);
    assertThat(share.of(left)).isEqualTo(0.625);
    left.goTo(new byte[0]);
    assertThat(share.of(left)).isEqualTo(1);
  }
}
