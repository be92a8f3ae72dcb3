package io.halite.keys;

import static io.halite.keys.Text.bytes;
import static io.halite.keys.Text.salt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Salts under which natural order is lost: where a range lies all the same. */
class ScatteredSaltTest {
  private final Salt byUser = salt("key=user:4:digits ts:8:revtime,salt=md5(user)[0:4]");

  @ParameterizedTest
  @CsvSource({
    // arguments, natural key, stored key
    "salt=md5(*)[28:32], 1364248490, ffe51364248490",
    "key=user:3 order:*;salt=md5(user)[0:4], abco1, 9001abco1",
    "key=user:3 order:*;salt=MD5(user)[8:12], abco1, 3CD2abco1",
    "key=user:3 order:*;salt=md5(user)[4:8]-, abco1, 5098-abco1",
    "key=user:3 order:*;salt=MD5(user)[4:7]|, abco1, 509|abco1",
    "key=phone:11:digits;salt=reverse(phone), 13800138007, 70083100831",
    "key=order:6:digits line:2;salt=reverse(order), 000123AB, 321000AB",
    "key=user~: order:*;salt=reverse(user), u12:o7, 21u:o7",
    "key=user~: order:*;salt=reverse(user order), u12:o78, 21u:87o",
    "salt=reverse(row), 12345, 54321",
  })
  void storedKeysAreThoseThatClientsMadeByHand(String spec, String natural, String stored) {
    Salt salt = salt(spec.replace(';', ','));
    assertThat(salt.salt(bytes(natural))).asString().isEqualTo(stored);
    assertThat(salt.unsalt(bytes(stored))).asString().isEqualTo(natural);
  }

  @Test
  void rangeThatFixesTheHashedSegmentHasOneImageInOrder() {
    KeyRange user = KeyRange.prefix(bytes("0042"));
    assertThat(byUser.keepsNaturalOrder(user)).isTrue();
    assertThat(byUser.images(user))
        .containsExactly(KeyRange.prefix(KeyBytes.concat(bytes("c2e3"), bytes("0042"))));
    assertThat(byUser.keepsNaturalOrder(KeyRange.prefix(bytes("004")))).isFalse();
    assertThat(byUser.images(KeyRange.prefix(bytes("004")))).containsExactly(KeyRange.all());
    assertThat(byUser.scatteringSegments()).containsExactly("user");
    assertThat(salt("salt=md5(*)[0:4]").scatteringSegments()).containsExactly("*");
  }

  @Test
  void oneOrTwoDigitsAreBucketsThatAreMerged() {
    assertThat(salt("salt=md5(*)[0:1]").images(KeyRange.all())).hasSize(16);
    Salt two = salt("salt=MD5(*)[0:2]:");
    assertThat(two.keepsNaturalOrder()).isTrue();
    assertThat(two.images(KeyRange.prefix(bytes("x"))))
        .hasSize(256)
        .startsWith(KeyRange.prefix(bytes("00:x")))
        .endsWith(KeyRange.prefix(bytes("FF:x")));
    assertThat(two.images(KeyRange.point(bytes("x")))).hasSize(1);
    assertThat(two.scatteringSegments()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // natural start, stop, stored start, stop, whether in order and exact
    "'1201ab',  '1201ac',  '1210ab',   '1210ac',  true,  both fixed, the rest narrowed",
    "'1201',    '1202',    '1210',     '1211',    true,  both fixed",
    "'12',      '13',      '12',       '13',      false, only the day fixed",
    "'12',      '14',      '12',       '14',      false, two days",
    "'1203',    '1409',    '12',       '15',      false, cut where the user begins",
    "'1203',    '14',      '12',       '14',      false, the stop does not reach the user",
    "'',        '',        '',         '',        false, all",
  })
  void reversedSegmentBehindAnother(
      String start,
      String stop,
      String storedStart,
      String storedStop,
      boolean inOrder,
      String why) {
    Salt salt = salt("key=day:2 user:2 rest:*,salt=reverse(user)");
    KeyRange natural = KeyRange.of(bytes(start), bytes(stop));
    assertThat(salt.keepsNaturalOrder(natural)).as(why).isEqualTo(inOrder);
    assertThat(salt.images(natural))
        .as(why)
        .containsExactly(KeyRange.of(bytes(storedStart), bytes(storedStop)));
  }

  @Test
  void firstOfTwoReversedSegmentsNarrowsByItself() {
    Salt salt = salt("key=user:3 shop:2 ts:8:revtime,salt=reverse(user shop)");
    KeyRange user = KeyRange.prefix(bytes("u12"));
    assertThat(salt.keepsNaturalOrder(user)).isFalse();
    assertThat(salt.images(user)).containsExactly(KeyRange.prefix(bytes("21u")));
    KeyRange both = KeyRange.of(bytes("u12ab"), bytes("u12ac"));
    assertThat(salt.keepsNaturalOrder(both)).isTrue();
    assertThat(salt.images(both)).containsExactly(KeyRange.prefix(bytes("21uba")));
    assertThat(salt.scatteringSegments()).containsExactly("user", "shop");
  }

  @Test
  void windowOfTimeOfOneUserIsOneRange() {
    KeyLayout layout = KeyLayout.parse("user:4:digits ts:8:revtime");
    Salt salt = salt("key=" + layout + ",salt=reverse(user)");
    byte[] newest = layout.key().set("user", "0042").set("ts", 2_000).build();
    byte[] oldest = layout.key().set("user", "0042").set("ts", 1_000).build();
    KeyRange window = KeyRange.of(newest, oldest);
    assertThat(salt.keepsNaturalOrder(window)).isTrue();
    assertThat(salt.images(window))
        .containsExactly(KeyRange.of(salt.salt(newest), salt.salt(oldest)));
    assertThat(salt.salt(newest)).startsWith(bytes("2400"));
  }

  @Test
  void keyBehindAWrongDigestIsRefused() {
    byte[] stored = bytes("ffe41364248490");
    assertThatThrownBy(() -> salt("salt=md5(*)[28:32]").verify(stored, 0, stored.length))
        .isInstanceOf(RowKeyException.class)
        .hasMessageContaining(
            "begins with salt 'ffe4' (66 66 65 34), but 'md5(*)[28:32]' makes 'ffe5' (66 66 65 35)")
        .hasMessageContaining(" for natural key 31 33 36 34 32 34 38 34 39 30: ");
    assertThatThrownBy(() -> salt("salt=md5(*)[28:32]").verify(stored, 0, 4))
        .isInstanceOf(RowKeyException.class)
        .hasMessageContaining("holds no natural key");
  }

  @Test
  void keysThatDoNotFitHaveNoPlace() {
    assertThat(byUser.places(bytes("00x2........"))).isEmpty();
    Salt reversed = salt("key=user:4:digits,salt=reverse(user)");
    assertThat(reversed.places(bytes("004"))).isEmpty();
    assertThatThrownBy(() -> reversed.salt(bytes("004"))).isInstanceOf(RowKeyException.class);
    assertThatThrownBy(() -> reversed.verify(bytes("24"), 0, 2))
        .isInstanceOf(RowKeyException.class);
    assertThat(salt("salt=md5(*)[0:32]").places(new byte[32_767 - 32])).hasSize(1);
    assertThat(salt("salt=md5(*)[0:32]").places(new byte[32_767 - 31])).isEmpty();
  }

  @Test
  void specsThatScanOtherwiseStoreAlike() {
    SaltingSpec one = SaltingSpec.parse("salt=md5(*)[0:4]");
    SaltingSpec other = SaltingSpec.parse("scan=pinned,salt=md5(*)[0:4]");
    assertThat(other).isNotEqualTo(one).hasToString("key=row:*,salt=md5(*)[0:4],scan=pinned");
    assertThat(other.fingerprint()).isEqualTo(one.fingerprint());
    assertThat(other.storesAs(one)).isTrue();
    assertThat(List.of(one.scanMode(), other.scanMode()))
        .containsExactly(ScanMode.BOUNDED, ScanMode.PINNED);
  }
}
