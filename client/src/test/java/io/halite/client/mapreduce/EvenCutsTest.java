package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvenCutsTest {
  /** Keys in memory. */
  private record InMemory(NavigableSet<byte[]> all) implements EvenCuts.Keys {
    static InMemory of(Collection<byte[]> keys) {
      NavigableSet<byte[]> all = new TreeSet<>(KeyBytes::compare);
      all.addAll(keys);
      return new InMemory(all);
    }

    NavigableSet<byte[]> in(KeyRange range) {
      NavigableSet<byte[]> from = all.tailSet(range.start(), true);
      return range.stop().length == 0 ? from : from.headSet(range.stop(), false);
    }

    @Override
    public List<byte[]> first(KeyRange range, int most) {
      return in(range).stream().limit(most).toList();
    }

    @Override
    public Optional<byte[]> last(KeyRange range) {
      return Optional.ofNullable(in(range).isEmpty() ? null : in(range).last());
    }

    /** How many keys each part has. */
    List<Integer> parts(int wanted) throws IOException {
      List<byte[]> cuts = new EvenCuts(this).cuts(KeyRange.all(), wanted - 1);
      return NaturalTiles.of(KeyRange.all(), cuts, wanted).stream()
          .map(tile -> in(tile).size())
          .toList();
    }
  }

  private static List<byte[]> numbered(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> bytes("%s%06d".formatted(prefix, i))).toList();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void theMiddleOfTwoYearsIsBetweenThem() {
    byte[] middle = EvenCuts.middle(bytes("2001"), bytes("2008")).orElseThrow();
    assertThat(KeyBytes.compare(middle, bytes("2004"))).isGreaterThanOrEqualTo(0);
    assertThat(KeyBytes.compare(middle, bytes("2006"))).isNegative();
    assertThat(EvenCuts.middle(bytes("2001"), bytes("2001"))).isEmpty();
  }

  @Test
  void allKeysThatAreSeenAreCutAtTheirMedian() throws Exception {
    List<byte[]> keys = List.of(bytes("a"), bytes("b"), bytes("c"), bytes("d"), bytes("z"));
    assertThat(InMemory.of(keys).parts(2)).containsExactly(2, 3);
    assertThat(InMemory.of(keys).parts(5)).containsExactly(1, 1, 1, 1, 1);
    assertThat(InMemory.of(keys).parts(100)).hasSize(5);
    assertThat(InMemory.of(List.of()).parts(4)).containsExactly(0);
  }

  /** Cut in the middles alone, the first part would hold 99,900 of the keys. */
  @Test
  void aFewKeysFarFromAllOthersGetNoPartsOfTheirOwn() throws Exception {
    List<byte[]> keys = new ArrayList<>(numbered("flight-2026", 99_900));
    keys.addAll(numbered("a", 50));
    keys.addAll(numbered("z", 50));
    List<Integer> parts = InMemory.of(keys).parts(16);
    assertThat(parts).hasSize(16);
    assertThat(Collections.max(parts)).isLessThanOrEqualTo(25_000);
    assertThat(Collections.min(parts)).isGreaterThanOrEqualTo(500);
  }

  @ParameterizedTest
  @ValueSource(ints = {999, 1_000, 1_001, 1_500, 1_999, 2_000, 2_001, 3_500})
  void twoPartsOfEvenKeysAreAboutEqual(int count) throws Exception {
    List<Integer> parts = InMemory.of(numbered("k", count)).parts(2);
    assertThat(parts).hasSize(2);
    assertThat(Collections.min(parts)).isGreaterThanOrEqualTo(Math.min(count / 2, EvenCuts.LOOK));
  }

  @Property(tries = 50)
  void cutsAreApartAndAsManyAsWantedWhereKeysSuffice(
      @ForAll @Size(max = 4_000) Set<@IntRange(min = 0, max = 100_000) Integer> numbers,
      @ForAll @IntRange(min = 1, max = 40) int wanted)
      throws Exception {
    List<byte[]> keys = numbers.stream().map(i -> bytes(Integer.toString(i))).toList();
    List<Integer> parts = InMemory.of(keys).parts(wanted);
    assertThat(parts).hasSize(Math.max(1, Math.min(wanted, keys.size())));
    assertThat(parts.stream().mapToInt(Integer::intValue).sum()).isEqualTo(keys.size());
    assertThat(parts.stream().filter(part -> part == 0)).hasSize(keys.isEmpty() ? 1 : 0);
    // All keys are seen, and no part is cut while another is twice as large.
    if (keys.size() < EvenCuts.WHOLE && !keys.isEmpty()) {
      int most = Collections.max(parts);
      assertThat(most).isLessThanOrEqualTo(2 * Collections.min(parts) + 1);
    }
  }

  @Property
  void theMiddleLeavesAKeyOnEachSide(
      @ForAll @Size(max = 4) byte[] one, @ForAll @Size(max = 4) byte[] other) {
    boolean ordered = KeyBytes.compare(one, other) < 0;
    byte[] first = ordered ? one : other;
    byte[] last = ordered ? other : one;
    Optional<byte[]> middle = EvenCuts.middle(first, last);
    if (KeyBytes.compare(first, last) == 0) {
      assertThat(middle).isEmpty();
    } else {
      assertThat(KeyBytes.compare(middle.orElseThrow(), first)).isPositive();
      assertThat(KeyBytes.compare(middle.orElseThrow(), last)).isNotPositive();
    }
  }
}
