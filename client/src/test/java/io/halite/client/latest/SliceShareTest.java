package io.halite.client.latest;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.halite.keys.KeyRange;
import java.util.List;
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
}
