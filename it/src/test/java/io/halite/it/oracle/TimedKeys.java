package io.halite.it.oracle;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyLayout;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Keys {@code unit:2 ts:8:revtime rest:*} of 16 units, spread over all first bytes, and of 40
 * milliseconds, so that most units have many rows.
 */
final class TimedKeys implements KeyForm {
  private static final int TIMES = 40;

  private final KeyLayout layout;
  private final Salt salt;

  /**
   * Takes the spec of the table.
   *
   * @throws IllegalArgumentException if its layout is another one
   */
  TimedKeys(SaltingSpec spec) {
    this.layout = spec.layout();
    this.salt = spec.salt();
    if (!layout.toString().startsWith("unit:2 ts:8:revtime")) {
      throw new IllegalArgumentException(layout.toString());
    }
  }

  private static byte[] row(int unit, int time) {
    return Bytes.add(
        new byte[] {(byte) (unit << 4), 'U'}, Bytes.toBytes(Long.MAX_VALUE - time % TIMES));
  }

  @Override
  public byte[] fit(byte[] bytes) {
    int unit = (bytes[0] & 0xFF) >> 4;
    if (bytes.length >= 10 && isKey(bytes)) {
      for (int time = 0; time < TIMES; time++) {
        if (Arrays.equals(row(unit, time), Arrays.copyOf(bytes, 10))) {
          return bytes;
        }
      }
    }
    int time = Math.floorMod(Arrays.hashCode(bytes), TIMES);
    byte[] row = row(unit, time);
    byte[] more = KeyBytes.concat(row, Arrays.copyOfRange(bytes, 1, Math.min(3, bytes.length)));
    return isKey(more) ? more : row;
  }

  /** Salts of suffixes take no keys that are longer than the segments. */
  private boolean isKey(byte[] bytes) {
    return layout.accepts(bytes) && !salt.places(bytes).isEmpty();
  }

  @Override
  public Optional<KeyLayout> layout() {
    return Optional.of(layout);
  }

  /** Regions that end within the rows of a unit, of gateways and of places in the store. */
  static DataKeys cuts(Salt salt) {
    List<byte[]> cuts = new ArrayList<>();
    for (int unit : new int[] {4, 11}) {
      cuts.add(row(unit, TIMES / 2));
      cuts.add(salt.salt(row(unit + 1, TIMES / 3), unit));
    }
    return new DataKeys(List.of(), cuts);
  }
}
