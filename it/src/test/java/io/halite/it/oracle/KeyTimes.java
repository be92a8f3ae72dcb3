package io.halite.it.oracle;

import io.halite.keys.KeyLayout;
import io.halite.keys.Segment;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/** Where the time of a natural key lies, and the key of the history before it. */
record KeyTimes(KeyLayout layout, Segment time) {
  /** The bytes before the time. */
  byte[] history(byte[] row) {
    return Arrays.copyOf(row, offset(row));
  }

  /** Milliseconds since 1970. */
  long time(byte[] row) {
    return Long.MAX_VALUE - Bytes.toLong(row, offset(row));
  }

  private int offset(byte[] row) {
    return layout.slice(time.name(), row).orElseThrow().offset();
  }
}
