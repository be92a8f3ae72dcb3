package io.halite.routing.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class FirstKeysTest {
  /** A reader goes on behind the last key that is held, and would never see the dropped one. */
  @Test
  void aShortKeyBehindALongOneThatWasDroppedIsDroppedToo() {
    FirstKeys keys = new FirstKeys(KeyBytes::compare, 9, 300);
    keys.add(Bytes.toBytes("a".repeat(100)));
    keys.add(Bytes.toBytes("b".repeat(200)));
    keys.add(Bytes.toBytes("c"));
    assertThat(keys.last()).isEqualTo(Bytes.toBytes("a".repeat(100)));
    assertThat(keys.isComplete()).isFalse();
  }
}
