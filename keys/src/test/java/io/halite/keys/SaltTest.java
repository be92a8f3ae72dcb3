package io.halite.keys;

import static io.halite.keys.Text.bytes;
import static io.halite.keys.Text.hex;
import static io.halite.keys.Text.salt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SaltTest {
  private final Salt byOrigin = salt("key=origin:3 departure:12,salt=hash(origin) % 16");

  @Test
  void keyIsStoredBehindItsBucketAndComesBack() {
    byte[] key = bytes("ORD200101010001");
    byte[] stored = byOrigin.salt(key);
    assertThat(stored).isEqualTo(KeyBytes.concat(hex("05"), key));
    assertThat(byOrigin.unsalt(stored)).isEqualTo(key);
    assertThat(byOrigin.places(key)).containsExactly(stored);
    byOrigin.verify(stored, 0, stored.length);
  }

  /** How many of 100 keys that no salt has made pass for stored ones. */
  private static long lookStored(Salt salt) {
    return IntStream.range(1000, 1100)
        .mapToObj(i -> hex("01" + "%04d".formatted(i).replaceAll(".", " 3$0") + " 00 01"))
        .filter(
            key -> {
              try {
                salt.verify(key, 0, key.length);
                return true;
              } catch (RowKeyException notStored) {
                return false;
              }
            })
        .count();
  }

  @Test
  void aSaltSaysWhetherItsStoredKeysDifferFromOthers() {
    for (String text : List.of("hash(*) % 4", "md5(*)[0:4]", "phoenix % 4", "hash(b) % 4")) {
      Salt salt = salt("key=a:3 b:*,salt=" + text);
      assertThat(salt.distinguishesStoredKeys()).as(text).isTrue();
      assertThat(lookStored(salt)).as(text).isLessThan(50);
    }
    for (String text : List.of("reverse(a)", "random % 4", "random-suffix % 4")) {
      Salt salt = salt("key=a:3 b:3,salt=" + text);
      assertThat(salt.distinguishesStoredKeys()).as(text).isFalse();
      assertThat(lookStored(salt)).as(text).isEqualTo(100);
    }
  }

  @Test
  void rangeThatFixesTheHashedSegmentHasOneImage() {
    assertThat(byOrigin.images(KeyRange.prefix(bytes("ORD")))).hasSize(1);
    assertThat(byOrigin.images(KeyRange.of(bytes("ORD2001"), bytes("ORE")))).hasSize(1);
    assertThat(byOrigin.images(KeyRange.of(bytes("ORD"), bytes("ORE\0")))).hasSize(16);
    assertThat(byOrigin.images(KeyRange.all())).hasSize(16);
    assertThat(byOrigin.images(KeyRange.of(bytes("B"), bytes("A")))).isEmpty();
  }

  @Test
  void lastOf256BucketsHasNoStop() {
    assertThat(salt("salt=hash(*) % 256").images(KeyRange.all()))
        .hasSize(256)
        .startsWith(KeyRange.of(hex("00"), hex("01")))
        .endsWith(KeyRange.of(hex("FF"), hex("")));
  }

  @Test
  void keyThatDoesNotFitHasNoPlaceAndIsRefused() {
    assertThat(byOrigin.places(bytes("OR"))).isEmpty();
    assertThatThrownBy(() -> byOrigin.salt(bytes("OR")))
        .isInstanceOf(RowKeyException.class)
        .hasMessage(
            "natural key 4F 52 ends in segment 'origin' at offset 0: 2 bytes given, 3 expected;"
                + " write keys of layout 'origin:3 departure:12',"
                + " or, while the table is empty, correct key=… in its coprocessor attribute");
  }

  @Test
  void longestStoredKeyIs32767Bytes() {
    Salt whole = salt("salt=hash(*) % 16");
    assertThat(whole.salt(new byte[32_766])).hasSize(32_767);
    assertThat(whole.places(new byte[32_767])).isEmpty();
    assertThatThrownBy(() -> whole.salt(new byte[32_767])).isInstanceOf(RowKeyException.class);
  }

  @Test
  void wrongPrefixIsRefused() {
    byte[] stored = byOrigin.salt(bytes("ORD200101010001"));
    stored[0] ^= 1;
    assertThatThrownBy(() -> byOrigin.verify(stored, 0, stored.length))
        .isInstanceOf(RowKeyException.class)
        .hasMessageMatching(
            "stored key 0.·4F 52 44 .* begins with salt 0., but 'hash\\(origin\\) % 16' makes 0."
                + " for natural key 4F 52 44 .*, restore salt=… in the table's coprocessor"
                + " attribute");
  }

  @Test
  void regionsAreCutAtTheBuckets() {
    assertThat(salt("salt=hash(*) % 4").splitPoints())
        .usingElementComparator(Arrays::compare)
        .containsExactly(hex("01"), hex("02"), hex("03"));
    assertThat(salt("salt=none").splitPoints()).isEmpty();
  }

  /** The four letters of document 000, with the hyphen that its rows have. */
  @Test
  void rowsOfFourLettersComeBackInTheirOrder() {
    Salt letters = salt("salt=hash(*) % 4 letters-");
    Set<String> seen = new TreeSet<>();
    for (int i = 1; i <= 40; i++) {
      byte[] key = bytes("foo%04d".formatted(i));
      byte[] stored = letters.salt(key);
      assertThat(stored).asString().matches("[a-d]-foo[0-9]{4}");
      assertThat(letters.unsalt(stored)).isEqualTo(key);
      seen.add(new String(stored, 0, 1, StandardCharsets.US_ASCII));
    }
    assertThat(seen).containsExactly("a", "b", "c", "d");
    for (String wrong : List.of("e-foo0003", "A-foo0003", "a:foo0003", "`-foo0003")) {
      assertThatThrownBy(() -> letters.verify(bytes(wrong), 0, wrong.length()))
          .isInstanceOf(RowKeyException.class)
          .hasMessageContaining("begins with salt '" + wrong.substring(0, 2) + "' (");
    }
    assertThat(letters.images(KeyRange.all()))
        .hasToString("[[61 2D, 61 2E), [62 2D, 62 2E), [63 2D, 63 2E), [64 2D, 64 2E)]");
  }

  @Test
  void decimalSuffixIsTwoDigitsBehindTheKey() {
    Salt suffix = salt("key=user:4 order:6:digits,salt=random-suffix % 100 digits");
    byte[] key = bytes("u042000017");
    assertThat(suffix.places(key)).hasSize(100);
    assertThat(suffix.places(key).get(7)).asString().isEqualTo("u04200001707");
    assertThat(suffix.images(KeyRange.prefix(bytes("u042"))))
        .containsExactly(KeyRange.prefix(bytes("u042")));
    for (String wrong : List.of("u0420000177", "u042000017x7", "u042000017077")) {
      assertThatThrownBy(() -> suffix.verify(bytes(wrong), 0, wrong.length()))
          .isInstanceOf(RowKeyException.class);
    }
  }

  @Test
  void intAndLongAreUnsignedAndDigitsOfAnyLength() {
    assertThat(salt("key=n:4:int,salt=mod(n) % 10").salt(hex("FF FF FF FF"))[0])
        .isEqualTo((byte) 5);
    assertThat(salt("key=n:8:long,salt=mod(n) % 10").salt(hex("FF FF FF FF FF FF FF FF"))[0])
        .isEqualTo((byte) 5);
    BigInteger number = new BigInteger("98765432109876543210987654321098765432109");
    byte[] key = bytes(number.toString());
    assertThat(salt("key=n:41:digits,salt=mod(n) % 251").salt(key)[0])
        .isEqualTo(number.mod(BigInteger.valueOf(251)).byteValue());
  }

  @Test
  void verifyOfARightKeyAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (String spec :
        List.of(
            "key=origin:3 departure:12:digits,salt=hash(departure origin) % 16",
            "key=origin:3 departure:12:digits,salt=hash(*) % 26 letters-",
            "key=host~1 rest:*,salt=hash(rest) spread(host % 4) % 16",
            "key=origin:3 departure:12:digits,salt=mod(departure) % 16")) {
      Salt salt = salt(spec);
      byte[] stored = salt.salt(bytes("ORD200101010001"));
      salt.verify(stored, 0, stored.length);
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 10_000; i++) {
        salt.verify(stored, 0, stored.length);
      }
      long allocated = threads.getCurrentThreadAllocatedBytes() - before;
      assertThat(allocated).as(spec).isLessThan(10_000);
    }
  }
}
