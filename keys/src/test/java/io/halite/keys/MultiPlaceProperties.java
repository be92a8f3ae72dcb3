package io.halite.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The laws of salts by chance, under which a row lies in many places. */
class MultiPlaceProperties {
  private static final List<String> FIXED =
      List.of("a:2", "a:1 b:2:digits", "a:4:int", "a:3:text:x");
  private static final List<String> ANY = List.of("row:*", "a:1 b:*", "a~: b:1:digits", "a:2");

  /** A spec, keys that fit it, a range near them, and a time. */
  record Case(SaltingSpec spec, List<byte[]> keys, KeyRange range, long timestamp) {
    Salt salt() {
      return spec.salt();
    }

    @Override
    public String toString() {
      return spec + " " + range + " " + keys.stream().map(KeyBytes::readable).toList();
    }
  }

  @Provide
  Arbitrary<Case> cases() {
    Arbitrary<Integer> counts = Arbitraries.of(2, 3, 10, 11, 16, 100, 255, 256);
    Arbitrary<String> prefixed =
        Combinators.combine(Arbitraries.of(ANY), forms(counts, " digits:", " letters-"))
            .as((layout, form) -> "key=" + layout + ",salt=random % " + form);
    Arbitrary<String> suffixed =
        Combinators.combine(Arbitraries.of(FIXED), forms(counts))
            .as((layout, form) -> "key=" + layout + ",salt=random-suffix % " + form);
    return Arbitraries.oneOf(prefixed, suffixed)
        .map(SaltingSpec::parse)
        .flatMap(
            spec ->
                keys(spec)
                    .list()
                    .ofMinSize(2)
                    .ofMaxSize(5)
                    .flatMap(
                        keys ->
                            Combinators.combine(
                                    Specs.boundsNear(keys.get(0)),
                                    Specs.boundsNear(keys.get(1)),
                                    Arbitraries.longs())
                                .as((a, b, t) -> new Case(spec, keys, KeyRange.of(a, b), t))));
  }

  /** The counts as bytes, in digits, as letters or in another form. */
  private static Arbitrary<String> forms(Arbitrary<Integer> counts, String... others) {
    List<String> forms = new ArrayList<>(List.of("", " digits", " letters"));
    forms.addAll(List.of(others));
    return Combinators.combine(counts, Arbitraries.of(forms))
        .as((n, form) -> (form.startsWith(" letters") ? Math.min(n, 26) : n) + form);
  }

  /** Keys of the layout; behind a suffix, without a byte more than that. */
  private static Arbitrary<byte[]> keys(SaltingSpec spec) {
    int width = spec.layout().minimumLength();
    boolean fixed = spec.salt() instanceof SuffixSalt;
    return Specs.fitting(spec.layout()).map(key -> fixed ? Arrays.copyOf(key, width) : key);
  }

  @Property(tries = 300)
  void everyPlaceHoldsTheKeyAndTheSaltIsOneOfThem(@ForAll("cases") Case one) {
    Salt again = SaltingSpec.parse(one.spec().toString()).salt();
    for (byte[] key : one.keys()) {
      List<byte[]> places = one.salt().places(key);
      Set<String> different = new HashSet<>();
      for (byte[] place : places) {
        one.salt().verify(KeyBytes.concat(new byte[] {7}, place), 1, place.length);
        assertThat(one.salt().unsalt(place)).isEqualTo(key);
        different.add(KeyBytes.readable(place));
      }
      assertThat(places.size()).isEqualTo(different.size()).isEqualTo(count(one.spec()));
      byte[] stored = one.salt().salt(key, one.timestamp());
      assertThat(different).contains(KeyBytes.readable(stored));
      assertThat(again.salt(key, one.timestamp())).isEqualTo(stored);
      assertThat(one.salt().isSinglePlace()).isFalse();
    }
  }

  private static int count(SaltingSpec spec) {
    return Integer.parseInt(spec.salt().toString().replaceAll("[^0-9]", ""));
  }

  @Property(tries = 300)
  void imagesHoldExactlyThePlacesOfTheKeysOfTheRange(@ForAll("cases") Case one) {
    List<KeyRange> images = one.salt().images(one.range());
    for (byte[] key : one.keys()) {
      for (byte[] place : one.salt().places(key)) {
        assertThat(images.stream().filter(image -> image.contains(place)).count())
            .as(KeyBytes.readable(place))
            .isEqualTo(one.range().contains(key) ? 1 : 0);
      }
    }
  }

  @Property(tries = 300)
  void naturalOrderIsKeptInEachImageAndPlacesOfAKeyAreAdjacent(@ForAll("cases") Case one) {
    for (KeyRange image : one.salt().images(KeyRange.all())) {
      List<byte[]> stored = new ArrayList<>();
      one.keys()
          .forEach(
              key -> one.salt().places(key).stream().filter(image::contains).forEach(stored::add));
      stored.sort(KeyBytes::compare);
      List<byte[]> natural = stored.stream().map(one.salt()::unsalt).toList();
      assertThat(natural).isSortedAccordingTo(KeyBytes::compare);
    }
  }

  @Property(tries = 300)
  void whatIsNoPlaceIsRefused(@ForAll("cases") Case one, @ForAll byte wrong) {
    byte[] key = one.keys().get(0);
    byte[] place = one.salt().salt(key);
    int at = one.salt().isPrefix() ? 0 : place.length - 1;
    place[at] = wrong;
    boolean right = one.salt().places(key).stream().anyMatch(p -> Arrays.equals(p, place));
    if (!right) {
      assertThatThrownBy(() -> one.salt().verify(place, 0, place.length))
          .isInstanceOf(RowKeyException.class)
          .hasMessageContaining("none of the " + count(one.spec()) + " salts that");
    }
  }

  @Example
  void writesOfOneRowGoEverywhere() {
    Salt salt = SaltingSpec.parse("salt=random % 16").salt();
    int[] writes = new int[16];
    for (int stamp = 0; stamp < 16_000; stamp++) {
      writes[salt.salt(new byte[] {'k'}, 980_000_000_000L + stamp)[0]]++;
    }
    assertThat(Arrays.stream(writes).boxed()).allMatch(count -> count > 850 && count < 1_150);
  }
}
