package io.halite.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class KeyRangeProperties {
  @Provide
  Arbitrary<byte[]> keys() {
    return Specs.bytes(0, 3);
  }

  @Provide
  Arbitrary<KeyRange> ranges() {
    return Combinators.combine(Specs.bytes(0, 3), Specs.bytes(0, 3)).as(KeyRange::of);
  }

  @Property
  void intersectionHoldsWhatBothHold(
      @ForAll("ranges") KeyRange one,
      @ForAll("ranges") KeyRange other,
      @ForAll("keys") byte[] key) {
    KeyRange both = one.intersect(other);
    assertThat(both.contains(key)).isEqualTo(one.contains(key) && other.contains(key));
    assertThat(both.contains(one.start()))
        .isEqualTo(one.contains(one.start()) && other.contains(one.start()));
    assertThat(other.intersect(one)).isEqualTo(both);
    assertThat(one.intersect(KeyRange.all())).isEqualTo(one);
  }

  @Provide
  Arbitrary<List<KeyRange>> rangesInOrder() {
    return Specs.bytes(0, 2)
        .list()
        .ofMaxSize(8)
        .map(
            bytes -> {
              TreeSet<byte[]> borders = new TreeSet<>(KeyBytes::compare);
              borders.addAll(bytes);
              List<KeyRange> ranges = new ArrayList<>();
              while (!borders.isEmpty()) {
                byte[] start = borders.pollFirst();
                byte[] stop = borders.isEmpty() ? new byte[0] : borders.pollFirst();
                ranges.add(KeyRange.of(start, stop));
              }
              return ranges;
            });
  }

  @Property
  void rangesOfTwoListsShareWhatARangeOfEachHolds(
      @ForAll("rangesInOrder") List<KeyRange> some,
      @ForAll("rangesInOrder") List<KeyRange> others,
      @ForAll("keys") byte[] key) {
    List<KeyRange> both = KeyRange.inBoth(some, others);
    assertThat(both.stream().filter(range -> range.contains(key)).count())
        .isEqualTo(
            some.stream().anyMatch(range -> range.contains(key))
                    && others.stream().anyMatch(range -> range.contains(key))
                ? 1
                : 0);
    assertThat(both)
        .noneMatch(KeyRange::isEmpty)
        .isSortedAccordingTo((a, b) -> KeyBytes.compare(a.start(), b.start()));
  }

  @Property
  void rangeIsEmptyIfAndOnlyIfItDoesNotHoldItsStart(@ForAll("ranges") KeyRange range) {
    assertThat(range.isEmpty()).isEqualTo(!range.contains(range.start()));
  }

  @Property
  void scanBoundsCountAsTheirFlagsSay(
      @ForAll("keys") byte[] start,
      @ForAll boolean includeStart,
      @ForAll("keys") byte[] stop,
      @ForAll boolean includeStop,
      @ForAll("keys") byte[] key) {
    KeyRange range = KeyRange.ofScan(start, includeStart, stop, includeStop);
    for (byte[] probe :
        new byte[][] {key, start, stop, KeyBytes.next(start), KeyBytes.next(stop)}) {
      int toStart = KeyBytes.compare(probe, start);
      int toStop = KeyBytes.compare(probe, stop);
      boolean afterStart = start.length == 0 || toStart > 0 || (toStart == 0 && includeStart);
      boolean beforeStop = stop.length == 0 || toStop < 0 || (toStop == 0 && includeStop);
      assertThat(range.contains(probe)).isEqualTo(afterStart && beforeStop);
    }
  }

  @Property(tries = 3_000)
  void rangeOfShorterBoundsHoldsTheSameKeysThatAreNotLonger(
      @ForAll("ranges") KeyRange range,
      @ForAll @IntRange(max = 3) int longest,
      @ForAll("keys") byte[] any) {
    KeyRange cut = range.upTo(longest);
    assertThat(cut.start()).hasSizeLessThanOrEqualTo(longest > 0 ? longest : 1);
    assertThat(cut.stop()).hasSizeLessThanOrEqualTo(longest > 0 ? longest : 1);
    for (byte[] near : List.of(any, range.start(), range.stop(), cut.start(), cut.stop())) {
      for (int length = 0; length <= longest; length++) {
        byte[] key = Arrays.copyOf(near, length);
        for (byte[] probe : List.of(key, KeyBytes.prefixSuccessor(key))) {
          assertThat(cut.contains(probe))
              .as("%s of %s, as %s", KeyBytes.readable(probe), range, cut)
              .isEqualTo(range.contains(probe));
        }
      }
    }
  }

  @Property
  void scanOfALongRangeReadsWhatItReadsBehindAPrefix(@ForAll("keys") byte[] tail) {
    byte[] longest = Arrays.copyOf(tail, KeyBytes.MAX_STORED_LENGTH - 1);
    byte[] tooLong = KeyBytes.concat(longest, new byte[] {7});
    byte[] prefix = {3};
    KeyRange before = KeyRange.of(new byte[0], tooLong).behind(prefix);
    KeyRange after = KeyRange.of(tooLong, new byte[0]).behind(prefix);
    assertThat(before.contains(KeyBytes.concat(prefix, longest))).isTrue();
    assertThat(after.contains(KeyBytes.concat(prefix, longest))).isFalse();
    assertThat(before.stop()).isEqualTo(after.start());
    assertThat(before.stop()).hasSizeLessThanOrEqualTo(KeyBytes.MAX_STORED_LENGTH);
  }

  @Property
  void prefixRangeHoldsWhatBeginsWithThePrefix(
      @ForAll("keys") byte[] prefix, @ForAll("keys") byte[] key) {
    KeyRange range = KeyRange.prefix(prefix);
    byte[] longer = KeyBytes.concat(prefix, key);
    assertThat(range.contains(longer)).isTrue();
    boolean begins =
        key.length >= prefix.length
            && KeyBytes.compare(key, 0, prefix.length, prefix, 0, prefix.length) == 0;
    assertThat(range.contains(key)).isEqualTo(begins);
  }

  @Property
  void pointHoldsItsKeyAlone(@ForAll("keys") byte[] key, @ForAll("keys") byte[] other) {
    KeyRange point = KeyRange.point(key);
    assertThat(point.contains(key)).isTrue();
    assertThat(point.contains(other)).isEqualTo(KeyBytes.compare(key, other) == 0);
    assertThat(point.contains(KeyBytes.next(key))).isFalse();
  }

  @Property
  void sliceLiesInTheRangeAsItsCopyDoes(
      @ForAll("ranges") KeyRange range, @ForAll("keys") byte[] key) {
    byte[] inside = KeyBytes.concat(KeyBytes.concat(new byte[] {5}, key), new byte[] {6});
    assertThat(range.contains(inside, 1, key.length)).isEqualTo(range.contains(key));
  }

  @Property
  void readableBytesAreReadBack(@ForAll("keys") byte[] key) {
    assertThat(KeyBytes.parseReadable(KeyBytes.readable(key))).isEqualTo(key);
    assertThat(KeyBytes.parseReadable(KeyBytes.readable(key, 1))).isEqualTo(key);
  }
}
