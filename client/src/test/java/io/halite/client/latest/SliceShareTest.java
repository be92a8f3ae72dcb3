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
    return page(passed, false);
  }

  private static Page page(double passed, boolean isCut) {
    return new Page(List.of(), new byte[0], Work.NONE, OptionalDouble.of(passed), isCut);
  }

  /** The borders that the client knows are older than the split. */
  @Test
  void aRegionThatASplitHasCutIsHalfOfWhatIsLeft() {
    List<KeyRange> ranges = List.of(KeyRange.prefix(new byte[] {1}));
    RangesLeft left = new RangesLeft(ranges);
    SliceShare share = new SliceShare(ranges);
    assertShare(share, left, 1, page(0.2), 0.2);
    // Here the region was split, and the page is one of its first daughter.
    assertShare(share, left, 2, page(0.5, true), 0.4);
    assertShare(share, left, 3, page(0.5, true), 0.5);
    assertShare(share, left, 4, page(1, true), 0.6);
    // The second one was split again.
    assertShare(share, left, 5, page(0.5, true), 0.7);
    assertShare(share, left, 6, page(1, true), 0.8);
    assertShare(share, left, 7, page(0.5), 0.9);
    left.goTo(new byte[0]);
    assertThat(share.of(left)).isEqualTo(1);
  }

  private static void assertShare(
      SliceShare share, RangesLeft left, int at, Page page, double expected) {
    byte[] start = left.first().start();
    left.goTo(new byte[] {1, (byte) at});
    share.accept(start, page, left, 0);
    assertThat(share.of(left)).isCloseTo(expected, within(1e-9));
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
