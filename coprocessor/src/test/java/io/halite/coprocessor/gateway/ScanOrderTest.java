package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The key that a cursor names. */
class ScanOrderTest {
  private static Optional<String> behind(String row, boolean reversed) {
    KeyRange range = KeyRange.of(Bytes.toBytes("b"), Bytes.toBytes("d\0"));
    return new ScanOrder(range, reversed).keyBehind(Bytes.toBytes(row)).map(Bytes::toString);
  }

  @Test
  void behindARowIsTheFirstKeyAfterIt() {
    assertThat(behind("c", false)).contains("c\0");
  }

  @Test
  void behindARowOfAReversedScanIsAKeyOnlyIfTheRowEndsInZero() {
    assertThat(behind("c\0", true)).contains("c");
    assertThat(behind("c", true)).isEmpty();
  }

  /** A suffix or a reversed segment leaves a natural key all bytes of a stored one. */
  @Test
  void noKeyLiesBehindTheLongestOne() {
    ScanOrder order = new ScanOrder(KeyRange.all(), false);
    assertThat(order.keyBehind(new byte[32_767])).isEmpty();
    assertThat(order.keyBehind(new byte[32_766]))
        .hasValueSatisfying(
            key -> {
              assertThat(key).hasSize(32_767);
            });
  }

  @Test
  void noKeyOutsideOfTheScanIsNamed() {
    assertThat(behind("d", false)).isEmpty();
    assertThat(behind("b", false)).contains("b\0");
    assertThat(behind("\0", true)).isEmpty();
  }
}
