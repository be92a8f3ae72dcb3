package io.halite.filters.segment;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Hints for segments behind delimiters: they skip no match, and lie as far as they may. */
class PathSeekerTest {
  private static final KeyLayout LAYOUT = KeyLayout.parse("event~: host~: ts:2 rest:*");

  private static String after(String query, String row) {
    KeySeeker seeker = SegmentQuery.parse(LAYOUT, query).seeker();
    KeySeeker.Verdict verdict = seeker.forward(row.getBytes(ISO_8859_1));
    return verdict == KeySeeker.Verdict.SEEK
        ? new String(seeker.target(), ISO_8859_1)
        : verdict.toString();
  }

  private static String before(String query, String row) {
    KeySeeker seeker = SegmentQuery.parse(LAYOUT, query).seeker();
    KeySeeker.Verdict verdict = seeker.reverse(row.getBytes(ISO_8859_1));
    return verdict == KeySeeker.Verdict.SEEK
        ? new String(seeker.target(), ISO_8859_1)
        : verdict.toString();
  }

  @Test
  void knownLeadingSegmentsAreSoughtThrough() {
    String query = "event = login and host in (a, b) and ts >= 'T0'";
    assertThat(after(query, "boot:a:T1")).isEqualTo("login:a:T0");
    assertThat(after(query, "login:a:S9x")).isEqualTo("login:a:T0");
    assertThat(after(query, "login:a:T5")).isEqualTo("MATCH");
    assertThat(after(query, "login:a;:T5")).isEqualTo("login:b:T0");
    assertThat(after(query, "login:b")).isEqualTo("login:b:T0");
    assertThat(after(query, "login:c:T5")).isEqualTo("DONE");
    assertThat(before(query, "zoo:a:T5")).isEqualTo("login:b;");
    assertThat(before(query, "login:b:S9")).isEqualTo("login:a;");
    assertThat(before(query, "login:a:S9")).isEqualTo("DONE");
  }

  @Test
  void freeLeadingSegmentIsThatOfTheRowAndThenTheNext() {
    String query = "host in (a, b)";
    assertThat(after(query, "boot:!:T1")).isEqualTo("boot:a:");
    assertThat(after(query, "boot:aa:T1")).isEqualTo("boot:b:");
    assertThat(after(query, "boot:c:T1")).isEqualTo("boot;");
    assertThat(after(query, "boot")).isEqualTo("boot\0");
    assertThat(before(query, "boot:c:T1")).isEqualTo("boot:b;");
    assertThat(before(query, "boot:!:T1")).isEqualTo("boot:");
  }

  @Test
  void valuesCompareAsTextAndKeysAreSoughtInTheirOwnOrder() {
    // In the order of the key: a! before a: before ab:, in that of values a before a! before ab.
    assertThat(after("event >= 'a!'", "a!")).isEqualTo("a!\0");
    assertThat(after("event >= 'a!'", "a!:")).isEqualTo("MATCH");
    assertThat(after("event >= 'a!'", "a:x")).isEqualTo("a;");
    assertThat(after("event > a", "a!:")).isEqualTo("MATCH");
    assertThat(after("event > a", "a:")).isEqualTo("a;");
    assertThat(after("event <= a", "a!:")).isEqualTo("a:");
    assertThat(after("event <= a", "ab:")).isEqualTo("DONE");
    assertThat(after("event = a..ab", "a:")).isEqualTo("MATCH");
    assertThat(after("event = a..ab", "ab!:")).isEqualTo("ab:");
    assertThat(after("event = ''", "-:")).isEqualTo(":");
    assertThat(after("event = '' and rest >= b", "::12a")).isEqualTo("::12b");
    assertThat(after("event = '' and rest = a", "::12aa")).isEqualTo("::13a");
  }

  /** Matching keys among many of the same segments, tried one by one. */
  @Test
  void hintsSkipNoMatchAndBeginOne() {
    Random random = new Random(9);
    int seeks = 0;
    for (int i = 0; i < 4000; i++) {
      RandomPath path = RandomPath.of(random);
      SegmentQuery query = path.filter().query();
      KeySeeker seeker = query.seeker();
      TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
      for (int j = 0; j < 60; j++) {
        keys.add(path.key());
      }
      TreeSet<byte[]> matching = new TreeSet<>(Arrays::compareUnsigned);
      keys.stream().filter(path.matches).forEach(matching::add);
      for (byte[] key : keys) {
        String as = path.text + " over " + path.layout + " at " + KeyBytes.readable(key);
        seeks += checkForward(seeker, key, matching, as);
        seeks += checkReverse(seeker, key, matching, as);
      }
    }
    assertThat(seeks).isGreaterThan(100_000);
  }

  private static int checkForward(
      KeySeeker seeker, byte[] key, TreeSet<byte[]> matching, String as) {
    byte[] next = matching.ceiling(key);
    KeySeeker.Verdict verdict = seeker.forward(key);
    assertThat(verdict == KeySeeker.Verdict.MATCH).as(as).isEqualTo(matching.contains(key));
    if (verdict != KeySeeker.Verdict.SEEK) {
      assertThat(next == null || verdict == KeySeeker.Verdict.MATCH).as(as).isTrue();
      return 0;
    }
    byte[] target = seeker.target();
    assertThat(KeyBytes.compare(target, key)).as(as).isPositive();
    assertThat(next == null || KeyBytes.compare(next, target) >= 0).as(as).isTrue();
    // Nothing lies between the target and the smallest matches: some begin with it.
    if (seeker.forward(target) == KeySeeker.Verdict.SEEK) {
      assertThat(seeker.target()).as(as).startsWith(target);
    } else {
      assertThat(seeker.forward(target)).as(as).isEqualTo(KeySeeker.Verdict.MATCH);
    }
    return 1;
  }

  private static int checkReverse(
      KeySeeker seeker, byte[] key, TreeSet<byte[]> matching, String as) {
    byte[] previous = matching.floor(key);
    KeySeeker.Verdict verdict = seeker.reverse(key);
    assertThat(verdict == KeySeeker.Verdict.MATCH).as(as).isEqualTo(matching.contains(key));
    if (verdict != KeySeeker.Verdict.SEEK) {
      assertThat(previous == null || verdict == KeySeeker.Verdict.MATCH).as(as).isTrue();
      return 0;
    }
    byte[] target = seeker.target();
    assertThat(target).as(as).isNotEmpty();
    assertThat(KeyBytes.compare(target, key)).as(as).isNotPositive();
    assertThat(previous == null || KeyBytes.compare(previous, target) < 0).as(as).isTrue();
    // The target is the end of the matches: from there, it is the target again.
    assertThat(seeker.reverse(target)).as(as).isNotEqualTo(KeySeeker.Verdict.DONE);
    return 1;
  }

  @Test
  void orderNamesSegmentsAsTheQueryPrintsThem() {
    SegmentQuery rest = SegmentQuery.parse(LAYOUT, "rest = x");
    assertThat(rest.seekOrder()).containsExactly("rest@#3A#3A+2:rest in 1");
    SegmentQuery both = SegmentQuery.parse(LAYOUT, "rest = x and ts > 'T0' or host in (b, a)");
    assertThat(both.seekOrder())
        .containsExactlyInAnyOrder(
            "host@#3A#3A in 2", "ts@#3A#3A+0:2 in 1, rest@#3A#3A+2:rest in 1");
  }

  @Test
  void rowsOfTheGreatestLengthHaveHintsThatARowCanHave() {
    byte[] row = new byte[KeyBytes.MAX_STORED_LENGTH];
    for (char fill : new char[] {'a', 0xFF, 0}) {
      Arrays.fill(row, (byte) fill);
      for (String query : new String[] {"host = x", "event = x", "event < b", "ts >= 'zz'"}) {
        KeySeeker seeker = SegmentQuery.parse(LAYOUT, query).seeker();
        seeker.forward(row);
        assertThat(seeker.target()).hasSizeLessThanOrEqualTo(PathSeeker.MAX_TARGET);
        if (seeker.reverse(row) == KeySeeker.Verdict.SEEK && !Arrays.equals(seeker.target(), row)) {
          assertThat(seeker.target()).isNotEmpty().hasSizeLessThanOrEqualTo(PathSeeker.MAX_TARGET);
        }
      }
    }
  }
}
