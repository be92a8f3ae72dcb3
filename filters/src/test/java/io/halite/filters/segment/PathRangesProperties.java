package io.halite.filters.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.keys.Segment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The ranges of a query on segments behind delimiters hold every key that can match. */
class PathRangesProperties {
  @Property(tries = 3000)
  void noMatchingKeyOfTheRangeIsLost(@ForAll long seed) {
    Random random = new Random(seed);
    RandomPath path = RandomPath.of(random);
    SegmentQuery query = path.filter().query();
    KeyRange given =
        KeyRange.of(
            RandomQuery.bytes(random, random.nextInt(3)),
            RandomQuery.bytes(random, random.nextInt(3)));
    KeyRange narrowed = query.narrow(given);
    int most = 1 + random.nextInt(20);
    List<KeyRange> ranges = query.ranges(given, most);
    for (int i = 1; i < ranges.size(); i++) {
      assertThat(KeyBytes.compare(ranges.get(i - 1).stop(), ranges.get(i).start()))
          .isLessThanOrEqualTo(0);
    }
    if (query.hasAtMostRanges(most)) {
      assertThat(ranges).as("none of %s is cut", path.text).isEqualTo(query.ranges(given, 400));
    }
    for (int i = 0; i < 60; i++) {
      byte[] key = path.key();
      if (path.matches.test(key) && given.contains(key)) {
        assertThat(narrowed.contains(key)).as("%s in %s", path.text, narrowed).isTrue();
        assertThat(ranges.stream().filter(range -> range.contains(key))).hasSize(1);
      }
      if (narrowed.contains(key)) {
        assertThat(given.contains(key)).isTrue();
      }
    }
  }

  @Property(tries = 1000)
  void everyMatchingKeyLiesInTheImageOfItsBucket(@ForAll long seed) {
    Random random = new Random(seed);
    RandomPath path = RandomPath.of(random);
    Salt salt =
        SaltingSpec.parse("key=%s,salt=%s".formatted(path.layout, salting(path, random))).salt();
    List<KeyRange> images = path.filter().query().images(salt, KeyRange.all());
    assertThat(images.stream().map(image -> bucket(image, salt))).doesNotHaveDuplicates();
    for (int i = 0; i < 60; i++) {
      byte[] key = path.key();
      if (path.layout.accepts(key) && path.matches.test(key)) {
        byte[] stored = salt.salt(key);
        assertThat(images.stream().anyMatch(image -> image.contains(stored))).isTrue();
      }
    }
  }

  private static String bucket(KeyRange image, Salt salt) {
    return KeyBytes.readable(Arrays.copyOf(image.start(), salt.prefixWidth()));
  }

  /** A salt of any of the path's segments. */
  private static String salting(RandomPath path, Random random) {
    List<Segment> segments = path.layout.segments();
    String one = segments.get(random.nextInt(segments.size())).name();
    String last = segments.get(segments.size() - 1).name();
    String two = one.equals(last) ? one : one + " " + last;
    return switch (random.nextInt(6)) {
      case 0 -> "hash(*) % 8";
      case 1 -> "hash(" + two + ") % 8";
      case 2 -> "hash(" + one + ") % 8 digits";
      case 3 -> "md5(" + one + ")[0:1]";
      case 4 ->
          one.equals(last) ? "phoenix % 8" : "hash(%s) spread(%s %% 2) %% 8".formatted(one, last);
      default -> "hash(" + one + ") % 8";
    };
  }

  @Example
  void laterSegmentsThatTheSaltHashesAskTheirBuckets() {
    String event = "event = login";
    String both = event + " and host = a";
    assertThat(asked("hash(host) % 64", event)).isEqualTo(64);
    assertThat(asked("hash(host) % 64", both)).isEqualTo(1);
    assertThat(asked("hash(host) % 64", event + " and host in (a, b)")).isEqualTo(2);
    assertThat(asked("hash(host event) % 64", both)).isEqualTo(1);
    assertThat(asked("hash(event) spread(host % 4) % 64", event)).isEqualTo(4);
    assertThat(asked("hash(event) spread(host % 4) % 64", both)).isEqualTo(1);
    assertThat(asked("hash(host) % 64 digits", both)).isEqualTo(1);
    assertThat(asked("md5(host)[0:1]", both)).isEqualTo(1);
    assertThat(asked("mod(ts) % 10", both)).isEqualTo(10);
    assertThat(asked("mod(ts) % 10", both + " and ts in (000003, 000013, 000005)")).isEqualTo(2);
  }

  private static int asked(String salt, String query) {
    SaltingSpec spec = SaltingSpec.parse("key=event~: host~: ts:6:digits rest:*,salt=" + salt);
    return SegmentQuery.parse(spec.layout(), query).images(spec.salt(), KeyRange.all()).size();
  }

  @Example
  void knownSegmentBeforeADelimiterAsksOneBucket() {
    SaltingSpec spec =
        SaltingSpec.parse("key=event~: host~: ts:8:revtime rest:*,salt=hash(event) % 16");
    String text = "event = login and host in (a, c)";
    SegmentQuery query = SegmentQuery.parse(spec.layout(), text);
    byte[] bucket = {spec.salt().salt("login:a:87654321".getBytes(US_ASCII))[0]};
    byte[] first = "login:a:".getBytes(US_ASCII);
    byte[] behind = "login:c;".getBytes(US_ASCII);
    assertThat(query.images(spec.salt(), KeyRange.all()))
        .containsExactly(
            KeyRange.of(KeyBytes.concat(bucket, first), KeyBytes.concat(bucket, behind)));
    assertThat(SegmentQuery.parse(spec.layout(), "host = a").images(spec.salt(), KeyRange.all()))
        .hasSize(16);
  }
}
