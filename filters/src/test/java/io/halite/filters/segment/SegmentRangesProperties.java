package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.hadoop.hbase.client.Scan;

/** The ranges that a query derives hold every key that can match, and none in vain. */
class SegmentRangesProperties {
  @Property(tries = 3000)
  void noMatchingKeyOfTheRangeIsLostAndTheBoundsAreTight(@ForAll long seed) {
    Random random = new Random(seed);
    RandomQuery words = random.nextBoolean() ? RandomQuery.of(random) : RandomQuery.nested(random);
    SegmentQuery query = SegmentQuery.parse(words.text);
    KeyRange given = range(random);
    KeyRange narrowed = query.narrow(given);
    int most = 1 + random.nextInt(20);
    List<KeyRange> ranges = query.ranges(given, most);
    if (query.hasAtMostRanges(most)) {
      assertThat(ranges).as("none of %s is cut", words.text).isEqualTo(query.ranges(given, 400));
    }
    KeyRange previous = null;
    for (KeyRange range : ranges) {
      assertThat(range.isEmpty()).isFalse();
      if (previous != null) {
        assertThat(KeyBytes.compare(previous.stop(), range.start())).isLessThanOrEqualTo(0);
      }
      previous = range;
    }
    for (int i = 0; i < 60; i++) {
      byte[] key = RandomQuery.bytes(random, 1 + random.nextInt(words.width + 2));
      if (words.matches.test(key) && given.contains(key)) {
        assertThat(narrowed.contains(key)).as("%s in %s", words.text, narrowed).isTrue();
        assertThat(ranges.stream().filter(range -> range.contains(key))).hasSize(1);
      }
      if (narrowed.contains(key)) {
        assertThat(given.contains(key)).isTrue();
      }
    }
    if (!narrowed.isEmpty() && !Arrays.equals(narrowed.start(), given.start())) {
      assertThat(words.matches.test(narrowed.start())).as(words.text).isTrue();
    }
  }

  @Property(tries = 1000)
  void narrowedScanReadsExactlyTheMatchingKeysOfTheGivenOne(@ForAll long seed) {
    Random random = new Random(seed);
    RandomQuery words = random.nextBoolean() ? RandomQuery.of(random) : RandomQuery.nested(random);
    boolean reversed = random.nextBoolean();
    Scan given =
        new Scan()
            .setReversed(reversed)
            .withStartRow(RandomQuery.bytes(random, random.nextInt(3)), random.nextBoolean())
            .withStopRow(RandomQuery.bytes(random, random.nextInt(3)), random.nextBoolean());
    KeyRange before = range(given);
    SegmentFilter filter = SegmentFilter.where(words.text);
    KeyRange after = range(filter.applyTo(given));
    for (int i = 0; i < 60; i++) {
      byte[] key = RandomQuery.bytes(random, 1 + random.nextInt(words.width + 2));
      assertThat(after.contains(key) && filter.query().matches(key))
          .isEqualTo(before.contains(key) && words.matches.test(key));
    }
  }

  private static KeyRange range(Scan scan) {
    return scan.isReversed()
        ? KeyRange.ofScan(
            scan.getStopRow(), scan.includeStopRow(), scan.getStartRow(), scan.includeStartRow())
        : KeyRange.ofScan(
            scan.getStartRow(), scan.includeStartRow(), scan.getStopRow(), scan.includeStopRow());
  }

  private static KeyRange range(Random random) {
    return KeyRange.of(
        RandomQuery.bytes(random, random.nextInt(3)), RandomQuery.bytes(random, random.nextInt(3)));
  }

  @Property(tries = 500)
  void everyMatchingKeyLiesInTheImageOfItsBucket(@ForAll long seed) {
    Random random = new Random(seed);
    String salt = List.of("hash(a) % 8", "hash(a b) % 5", "hash(*) % 256").get(random.nextInt(3));
    SaltingSpec spec = SaltingSpec.parse("key=a:1 b:1,salt=" + salt);
    RandomQuery words =
        random.nextBoolean()
            ? RandomQuery.ofTwoBytes(random)
            : RandomQuery.nestedInTwoBytes(random);
    List<KeyRange> images = SegmentQuery.parse(words.text).images(spec.salt(), KeyRange.all());
    List<Integer> buckets = new ArrayList<>();
    images.forEach(image -> buckets.add(image.start()[0] & 0xFF));
    assertThat(buckets).doesNotHaveDuplicates().isSorted();
    for (int i = 0; i < 100; i++) {
      byte[] key = RandomQuery.bytes(random, 2 + random.nextInt(2));
      if (words.matches.test(key)) {
        byte[] stored = spec.salt().salt(key);
        assertThat(images.stream().anyMatch(image -> image.contains(stored))).isTrue();
      }
    }
  }

  @Example
  void valuesOfTheSaltedSegmentAskTheirBucketsAlone() {
    SaltingSpec spec = SaltingSpec.parse("key=origin:3 day:8,salt=hash(origin) % 16");
    SegmentQuery query = SegmentQuery.parse(spec.layout(), "origin in (ATL, ORD) and day >= 2001");
    long buckets =
        IntStream.of(spec.salt().salt(key("ATL"))[0], spec.salt().salt(key("ORD"))[0])
            .distinct()
            .count();
    assertThat(query.images(spec.salt(), KeyRange.all())).hasSize((int) buckets);
    SaltingSpec plain = SaltingSpec.parse("key=origin:3 day:8,salt=none");
    assertThat(query.images(plain.salt(), KeyRange.all())).hasSize(1);
  }

  @Example
  void branchesAskTheBucketsOfAnyOfThemAndOnlyTheirRanges() {
    SaltingSpec spec = SaltingSpec.parse("key=origin:3 day:8,salt=hash(origin) % 256");
    String text = "origin = ATL and day >= 2001 or not (origin != ORD or day > 2000)";
    SegmentQuery query = SegmentQuery.parse(spec.layout(), text);
    assertThat(query.images(spec.salt(), KeyRange.all()))
        .containsExactlyInAnyOrder(
            KeyRange.of(stored(spec, "ATL", "ATL2001\0\0\0\0"), stored(spec, "ATL", "ATM")),
            KeyRange.of(
                stored(spec, "ORD", "ORD\0\0\0\0\0\0\0\0"), stored(spec, "ORD", "ORD2001")));
    assertThat(query.images(spec.salt(), KeyRange.prefix(bytes("ORD20010101")))).isEmpty();
  }

  /** A key in the bucket of an origin. */
  private static byte[] stored(SaltingSpec spec, String origin, String key) {
    byte[] bucket = Arrays.copyOf(spec.salt().salt(key(origin)), spec.salt().prefixWidth());
    return KeyBytes.concat(bucket, bytes(key));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  private static byte[] key(String origin) {
    return (origin + "20010101").getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  }
}
