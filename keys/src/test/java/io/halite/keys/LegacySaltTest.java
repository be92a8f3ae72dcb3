package io.halite.keys;

import static io.halite.keys.Text.bytes;
import static io.halite.keys.Text.hex;
import static io.halite.keys.Text.salt;
import static org.assertj.core.api.Assertions.assertThat;

import com.sematext.hbase.wd.RowKeyDistributorByHashPrefix.OneByteSimpleHash;
import java.util.Arrays;
import java.util.Random;
import org.apache.phoenix.schema.SaltingUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The salts of other projects against those projects' own code. */
class LegacySaltTest {
  /** Its hash is {@code Integer.MIN_VALUE}, the one int whose magnitude is negative. */
  private static final byte[] MIN_VALUE_KEY = bytes("gvldt~r");

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 15, 16, 20, 127, 128, 129, 250, 255, 256})
  void phoenixSaltIsThatOfSaltingUtil(int bucketCount) {
    Salt salt = salt("salt=phoenix % " + bucketCount);
    for (byte[] key : keys(bucketCount)) {
      assertThat(salt.salt(key)[0])
          .as(KeyBytes.readable(key))
          .isEqualTo(SaltingUtil.getSaltingByte(key, 0, key.length, bucketCount));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 15, 16, 20, 127, 128, 129, 250, 255, 256})
  void hbasewdSaltIsThatOfOneByteSimpleHash(int bucketCount) {
    Salt salt = salt("salt=hbasewd % " + bucketCount);
    OneByteSimpleHash peer = new OneByteSimpleHash(bucketCount);
    for (byte[] key : keys(bucketCount)) {
      assertThat(salt.salt(key))
          .as(KeyBytes.readable(key))
          .startsWith(peer.getHashPrefix(key))
          .endsWith(key);
    }
  }

  @Test
  void hbasewdQuirkHasItsOwnPlaceAndIsReadToo() {
    Salt salt = salt("salt=hbasewd % 15");
    byte[] stored = salt.salt(MIN_VALUE_KEY);

    assertThat(stored[0]).isEqualTo((byte) 0xF8);
    salt.verify(stored, 0, stored.length);
    assertThat(salt.prefixes()).hasSize(16).last().isEqualTo(hex("F8"));
    assertThat(salt.images(KeyRange.all()))
        .hasSize(16)
        .last()
        .isEqualTo(KeyRange.prefix(hex("F8")));
    assertThat(salt.images(KeyRange.point(MIN_VALUE_KEY)))
        .containsExactly(salt.image(hex("F8"), KeyRange.point(MIN_VALUE_KEY)));
    assertThat(salt.splitPoints()).hasSize(14);
    assertThat(salt.ordinaryPrefixes()).hasSize(15).last().isEqualTo(hex("0E"));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 128, 250, 256})
  void hbasewdQuirkFallsOnAnOrdinaryPrefixForSomeCounts(int bucketCount) {
    Salt salt = salt("salt=hbasewd % " + bucketCount);
    assertThat(salt.prefixes()).hasSize(bucketCount);
    assertThat(salt.salt(MIN_VALUE_KEY)[0] & 0xFF).isLessThan(bucketCount);
  }

  private static Iterable<byte[]> keys(int seed) {
    Random random = new Random(seed);
    byte[][] keys = new byte[3 * 1024 + 1][];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = new byte[i < 1024 ? i + 1 : 1 + random.nextInt(40)];
      random.nextBytes(keys[i]);
    }
    keys[keys.length - 1] = MIN_VALUE_KEY;
    return Arrays.asList(keys);
  }
}
