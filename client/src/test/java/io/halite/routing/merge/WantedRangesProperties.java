package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.segment.SegmentQuery;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.hbase.util.Bytes;

/** Wanted ranges hold each stored key that can match, and leave out what lies between branches. */
class WantedRangesProperties {
  private static final String LAYOUT = "key=unit:2 number:2:digits rest:*,salt=";
  private static final List<String> SALTS =
      List.of(
          "hash(*) % 16",
          "hash(unit) % 256",
          "mod(number) % 8",
          "md5(unit)[0:1]",
          "random % 4",
          "none",
          "reverse(unit)");

  private static byte[] key(Random random) {
    return Bytes.toBytes(
        "" + letter(random) + letter(random) + "%02d".formatted(random.nextInt(100)));
  }

  private static char letter(Random random) {
    return (char) ('A' + random.nextInt(5));
  }

  private static String query(Random random) {
    return IntStream.rangeClosed(0, random.nextInt(6))
        .mapToObj(
            i -> {
              String unit = "" + letter(random) + letter(random);
              return switch (random.nextInt(3)) {
                case 0 -> "unit = " + unit + " and number = 1*";
                case 1 -> "unit in (" + unit + ", BB) and number in (07, 11, 5*)";
                default -> "unit = " + unit;
              };
            })
        .collect(Collectors.joining(" or "));
  }

  @Property(tries = 500)
  void eachStoredKeyThatMatchesIsInOneOfThem(
      @ForAll @IntRange(max = 6) int which, @ForAll long seed) {
    Random random = new Random(seed);
    Salt salt = SaltingSpec.parse(LAYOUT + SALTS.get(which)).salt();
    SegmentQuery query =
        SegmentQuery.parse(SaltingSpec.parse(LAYOUT + "none").layout(), query(random));
    KeyRange natural = KeyRange.of(key(random), random.nextBoolean() ? new byte[0] : key(random));
    if (natural.isEmpty()) {
      return;
    }
    WantedRanges wanted = WantedRanges.of(salt, query.ranges(natural));
    List<KeyRange> images = new ArrayList<>(salt.images(natural));
    Collections.shuffle(images, random);
    for (KeyRange image : images.subList(0, Math.min(4, images.size()))) {
      List<KeyRange> parts = wanted.within(image);
      for (int i = 0; i < parts.size(); i++) {
        assertThat(parts.get(i).isEmpty()).isFalse();
        assertThat(parts.get(i).intersect(image)).isEqualTo(parts.get(i));
        assertThat(i == 0 || isBefore(parts.get(i - 1), parts.get(i))).isTrue();
      }
      List<KeyRange> backwards = new ArrayList<>();
      WantedRanges.Parts reversed = wanted.parts(image, true);
      for (Optional<KeyRange> p = reversed.next(); p.isPresent(); p = reversed.next()) {
        backwards.add(0, p.get());
      }
      assertThat(backwards).isEqualTo(parts);
      for (int i = 0; i < 40; i++) {
        byte[] key = key(random);
        for (byte[] place : salt.places(key)) {
          boolean held = parts.stream().anyMatch(part -> part.contains(place));
          if (image.contains(place) && natural.contains(key) && query.matches(key)) {
            assertThat(held).as("%s, %s", query, KeyBytes.readable(place)).isTrue();
          }
        }
      }
    }
  }

  private static boolean isBefore(KeyRange one, KeyRange other) {
    return one.stop().length > 0 && KeyBytes.compare(one.stop(), other.start()) <= 0;
  }

  @Example
  void theRangesOfABucketAreThoseThatItsRowsCanHave() {
    Salt salt = SaltingSpec.parse(LAYOUT + "hash(unit) % 256").salt();
    List<KeyRange> natural = new ArrayList<>();
    for (int unit = 0; unit < 1_000; unit++) {
      natural.add(KeyRange.prefix(new byte[] {(byte) (unit >> 8), (byte) unit}));
    }
    WantedRanges wanted = WantedRanges.of(salt, natural);
    int parts = 0;
    for (KeyRange image : salt.images(KeyRange.all())) {
      parts += wanted.within(image).size();
    }
    assertThat(parts).as("one bucket for each range").isEqualTo(1_000);
  }

  @Example
  void rangesThatAreTooManyForTheBucketsBecomeWider() {
    Salt salt = SaltingSpec.parse(LAYOUT + "hash(*) % 256").salt();
    List<KeyRange> natural = new ArrayList<>();
    for (int unit = 0; unit < 1_000; unit++) {
      natural.add(KeyRange.prefix(new byte[] {(byte) (unit >> 8), (byte) unit, 'x'}));
    }
    List<KeyRange> parts =
        WantedRanges.of(salt, natural).within(salt.images(KeyRange.all()).get(7));
    assertThat(parts).hasSizeBetween(32, 64);
    assertThat(natural)
        .allMatch(
            range ->
                parts.stream()
                    .anyMatch(
                        part -> part.contains(KeyBytes.concat(new byte[] {7}, range.start()))));
  }

  @Example
  void withoutARangeNothingIsWanted() {
    Salt salt = SaltingSpec.parse(LAYOUT + "random % 4").salt();
    assertThat(WantedRanges.of(salt, List.of()).within(KeyRange.prefix(new byte[] {2}))).isEmpty();
    assertThat(WantedRanges.ALL.within(KeyRange.prefix(new byte[] {2}))).hasSize(1);
  }
}
