package io.halite.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Laws 1 to 4 of docs/row-key-format.md, for every salt this version does. */
class SaltProperties {
  /** A spec, keys that fit it, and a range near one of them. */
  record Case(SaltingSpec spec, List<byte[]> keys, KeyRange range) {
    @Override
    public String toString() {
      return spec + " " + range + " " + keys.stream().map(KeyBytes::readable).toList();
    }
  }

  @Provide
  Arbitrary<Case> cases() {
    return Specs.specs()
        .flatMap(
            spec ->
                Specs.fitting(spec.layout())
                    .list()
                    .ofMinSize(2)
                    .ofMaxSize(6)
                    .flatMap(keys -> ranges(keys).map(range -> new Case(spec, keys, range))));
  }

  private static Arbitrary<KeyRange> ranges(List<byte[]> keys) {
    Arbitrary<byte[]> starts = Specs.boundsNear(keys.get(0));
    Arbitrary<byte[]> stops = Arbitraries.of(keys).flatMap(Specs::boundsNear);
    Arbitrary<KeyRange> prefixes =
        Arbitraries.integers()
            .between(0, keys.get(0).length)
            .map(length -> KeyRange.prefix(Arrays.copyOf(keys.get(0), length)));
    return Arbitraries.oneOf(Combinators.combine(starts, stops).as(KeyRange::of), prefixes);
  }

  @Property
  void law1UnsaltGivesBackWhatWasSalted(@ForAll("cases") Case one) {
    Salt salt = one.spec().salt();
    for (byte[] key : one.keys()) {
      assertThat(one.spec().layout().accepts(key)).isTrue();
      byte[] stored = salt.salt(key);
      assertThat(stored).hasSize(salt.prefixWidth() + key.length);
      assertThat(salt.unsalt(stored)).isEqualTo(key);
    }
  }

  @Property
  void law2SaltIsAFunctionOfTheKeyAlone(@ForAll("cases") Case one) {
    Salt again = SaltingSpec.parse(one.spec().toString()).salt();
    for (byte[] key : one.keys()) {
      byte[] before = key.clone();
      byte[] stored = one.spec().salt().salt(key);
      assertThat(again.salt(key)).isEqualTo(stored);
      assertThat(again.places(key)).containsExactly(stored);
      assertThat(key).isEqualTo(before);
    }
  }

  @Property
  void law3StoredOrderWithinABucketIsNaturalOrder(@ForAll("cases") Case one) {
    Salt salt = one.spec().salt();
    List<byte[]> buckets = salt.keepsNaturalOrder() ? salt.prefixes() : List.of();
    for (byte[] prefix : buckets) {
      List<byte[]> inBucket =
          one.keys().stream()
              .map(salt::salt)
              .filter(stored -> KeyRange.prefix(prefix).contains(stored))
              .toList();
      assertThat(inBucket.stream().sorted(KeyBytes::compare).map(salt::unsalt))
          .containsExactlyElementsOf(
              inBucket.stream().map(salt::unsalt).sorted(KeyBytes::compare).toList());
    }
  }

  @Property
  void law3StoredOrderWithinAnImageThatKeepsItIsNaturalOrder(@ForAll("cases") Case one) {
    Salt salt = one.spec().salt();
    if (!salt.keepsNaturalOrder(one.range())) {
      return;
    }
    for (KeyRange image : salt.images(one.range())) {
      List<byte[]> inImage = one.keys().stream().map(salt::salt).filter(image::contains).toList();
      assertThat(inImage.stream().sorted(KeyBytes::compare).map(salt::unsalt))
          .containsExactlyElementsOf(
              inImage.stream().map(salt::unsalt).sorted(KeyBytes::compare).toList());
    }
  }

  @Property
  void rangeWhoseOrderIsKeptHasOneImageWhereKeysAreScattered(@ForAll("cases") Case one) {
    Salt salt = one.spec().salt();
    assertThat(salt.scatteringSegments().isEmpty()).isEqualTo(salt.keepsNaturalOrder());
    if (!salt.keepsNaturalOrder()) {
      assertThat(salt.images(one.range())).hasSizeLessThanOrEqualTo(1);
      for (byte[] key : one.keys()) {
        assertThat(salt.keepsNaturalOrder(KeyRange.point(key))).isTrue();
      }
    }
  }

  @Property(tries = 2_000)
  void law4ImagesHoldExactlyTheKeysOfTheRange(@ForAll("cases") Case one) {
    Salt salt = one.spec().salt();
    List<KeyRange> images = salt.images(one.range());
    for (byte[] key : one.keys()) {
      byte[] stored = salt.salt(key);
      long holders = images.stream().filter(image -> image.contains(stored)).count();
      if (one.range().contains(key) || salt.keepsNaturalOrder(one.range())) {
        assertThat(holders).as(KeyBytes.readable(key)).isEqualTo(one.range().contains(key) ? 1 : 0);
      }
    }
  }

  @Property
  void law4NothingElseThatIsRightlySaltedLiesInAnImage(
      @ForAll("cases") Case one, @ForAll("anyBytes") byte[] other) {
    Salt salt = one.spec().salt();
    boolean exact = salt.keepsNaturalOrder(one.range());
    for (KeyRange image : exact ? salt.images(one.range()) : List.<KeyRange>of()) {
      for (byte[] stored : List.of(image.start(), KeyBytes.concat(image.start(), other), other)) {
        if (image.contains(stored) && isRight(salt, stored)) {
          assertThat(one.range().contains(salt.unsalt(stored)))
              .as(KeyBytes.readable(stored, 1))
              .isTrue();
        }
      }
    }
  }

  @Property
  void imagesAreInStoredOrderAndApart(@ForAll("cases") Case one) {
    List<KeyRange> images = one.spec().salt().images(one.range());
    for (int i = 1; i < images.size(); i++) {
      byte[] stop = images.get(i - 1).stop();
      assertThat(stop).isNotEmpty();
      assertThat(KeyBytes.compare(stop, images.get(i).start())).isLessThanOrEqualTo(0);
    }
    if (!one.spec().salt().keepsNaturalOrder()) {
      return;
    }
    assertThat(
            one.spec().salt().prefixes().stream().map(p -> one.spec().salt().image(p, one.range())))
        .containsAll(images);
  }

  @Property
  void verifyAcceptsTheSaltAndNoOtherPrefix(@ForAll("cases") Case one, @ForAll byte wrong) {
    Salt salt = one.spec().salt();
    byte[] stored = salt.salt(one.keys().get(0));
    byte[] inside = KeyBytes.concat(new byte[] {7, 7}, KeyBytes.next(stored));
    salt.verify(inside, 2, stored.length);
    if (salt.prefixWidth() == 1 && stored[0] != wrong) {
      inside[2] = wrong;
      assertThatThrownBy(() -> salt.verify(inside, 2, stored.length))
          .isInstanceOf(RowKeyException.class)
          .hasMessageMatching(
              ("stored key .* begins with salt (%1$02X|'.' \\(%1$02X\\)), but"
                      + " .* makes (%2$02X|'.' \\(%2$02X\\)) for .*")
                  .formatted(wrong, stored[0]));
    }
  }

  @Property
  void keyHasAPlaceIfAndOnlyIfItCanBeWritten(
      @ForAll("cases") Case one, @ForAll("anyBytes") byte[] key) {
    Salt salt = one.spec().salt();
    if (one.spec().layout().accepts(key)) {
      assertThat(salt.places(key)).containsExactly(salt.salt(key));
    } else {
      assertThat(salt.places(key)).isEmpty();
      assertThatThrownBy(() -> salt.salt(key)).isInstanceOf(RowKeyException.class);
    }
  }

  @Provide
  Arbitrary<byte[]> anyBytes() {
    return Specs.bytes(0, 9);
  }

  private static boolean isRight(Salt salt, byte[] stored) {
    try {
      salt.verify(stored, 0, stored.length);
      return Arrays.equals(salt.salt(salt.unsalt(stored)), stored);
    } catch (RowKeyException wrong) {
      return false;
    }
  }
}
