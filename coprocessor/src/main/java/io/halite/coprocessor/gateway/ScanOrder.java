package io.halite.coprocessor.gateway;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.util.Arrays;
import java.util.Optional;

/**
 * Which natural keys a scan passes, and in which order.
 *
 * <p>Example: behind row {@code 63} of {@code [62, 64)} the first key is {@code 63 00}. If the scan
 * is reversed, no key is the first one behind it. Immutable.
 *
 * @param range the natural range of the scan in that of the gateway
 * @param reversed whether rows come in descending order
 */
record ScanOrder(KeyRange range, boolean reversed) {
  /**
   * Returns the first key behind a row. Empty if the scan cannot start there: it is outside of the
   * scan's range, it is longer than any key, or there is no such key, as before a row of a reversed
   * scan that does not end in a zero byte.
   */
  Optional<byte[]> keyBehind(byte[] row) {
    Optional<byte[]> next = reversed ? before(row) : Optional.of(KeyBytes.next(row));
    return next.filter(key -> key.length <= KeyBytes.MAX_STORED_LENGTH).filter(range::contains);
  }

  private static Optional<byte[]> before(byte[] row) {
    return row.length > 1 && row[row.length - 1] == 0
        ? Optional.of(Arrays.copyOf(row, row.length - 1))
        : Optional.empty();
  }
}
