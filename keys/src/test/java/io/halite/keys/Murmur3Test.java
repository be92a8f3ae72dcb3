package io.halite.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.commons.codec.digest.MurmurHash3;
import org.junit.jupiter.api.Test;

class Murmur3Test {
  @Test
  void equalsCommonsCodecForKeysOfEveryLength() {
    Random random = new Random(2001);
    for (int length = 0; length <= 1024; length++) {
      byte[] key = new byte[length];
      random.nextBytes(key);
      assertThat(Murmur3.hash(key, 0, length)).isEqualTo(MurmurHash3.hash32x86(key));
    }
  }

  @Test
  void equalsCommonsCodecForSlicesOfRandomKeys() {
    Random random = new Random(2002);
    for (int i = 0; i < 10_000; i++) {
      byte[] key = new byte[1 + random.nextInt(300)];
      random.nextBytes(key);
      int offset = random.nextInt(key.length);
      int length = random.nextInt(key.length - offset + 1);
      assertThat(Murmur3.hash(key, offset, length))
          .isEqualTo(MurmurHash3.hash32x86(key, offset, length, 0));
    }
  }

  @Test
  void documentedExampleHolds() {
    assertThat(Murmur3.hash(Text.bytes("ORD"), 0, 3)).isEqualTo(0xC9805595);
    assertThat(Murmur3.hash(new byte[0], 0, 0)).isZero();
  }
}
