package io.halite.keys.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyLayout;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.keys.SplitPoints;
import io.halite.keys.advice.KeySample.Row;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class AdviceProperties {
  private static final KeyLayout LAYOUT = KeyLayout.parse("user:3 order:*");

  private static Advice advice(List<String> keys, int buckets, ReadPattern reads) {
    return Advice.of(Samples.of(keys.size(), keys::get), LAYOUT, buckets, reads, true);
  }

  /** Counted anew: by the salt, and by the regions that create_salted makes. */
  private static double busiest(SaltingSpec spec, List<Row> rows, int regions) {
    Salt salt = spec.salt();
    List<byte[]> cuts = SplitPoints.of(spec, regions);
    Map<Long, Long> counts =
        rows.stream()
            .map(row -> salt.salt(row.key(), row.number()))
            .collect(
                Collectors.groupingBy(
                    key -> cuts.stream().filter(cut -> KeyBytes.compare(cut, key) <= 0).count(),
                    Collectors.counting()));
    return counts.values().stream().mapToLong(count -> count).max().orElse(0)
        / (double) Math.max(1, rows.size());
  }

  @Property(tries = 200)
  void theSpreadIsThatOfTheSaltItself(
      @ForAll @Size(min = 1, max = 60) List<@StringLength(min = 3, max = 6) String> keys,
      @ForAll @IntRange(min = 2, max = 40) int buckets) {
    KeySample sample = Samples.of(keys.size(), keys::get);
    for (Judgement one : advice(keys, buckets, ReadPattern.BY_KEY).judgements()) {
      if (one.spec().salt().splitPoints().size() + 1 >= buckets) {
        assertThat(one.all())
            .as("%s", one.spec())
            .isEqualTo(busiest(one.spec(), sample.kept(), buckets), within(1e-9));
        assertThat(one.newest())
            .as("%s, newest", one.spec())
            .isEqualTo(busiest(one.spec(), sample.newest(), buckets), within(1e-9));
      }
    }
  }

  @Property(tries = 200)
  void theChoiceIsASpecOfTheLayoutAndOneOfTheJudged(
      @ForAll @Size(min = 1, max = 60) List<@StringLength(min = 3, max = 6) String> keys,
      @ForAll @IntRange(min = 2, max = 256) int buckets,
      @ForAll ReadPattern reads) {
    Advice advice = advice(keys, buckets, reads);
    SaltingSpec chosen = advice.choice().spec();
    assertThat(SaltingSpec.parse(chosen.toString())).isEqualTo(chosen);
    assertThat(chosen.layout()).isEqualTo(LAYOUT);
    assertThat(advice.judgements()).contains(advice.choice());
  }

  @Property(tries = 100)
  void everySampleFitsTheLayoutThatItSuggests(
      @ForAll @Size(min = 1, max = 20) List<@StringLength(min = 1, max = 12) String> keys) {
    KeySample sample = Samples.of(keys.size(), keys::get);
    KeyLayout guess = LayoutGuess.of(sample).layout();
    assertThat(sample.kept()).allMatch(row -> guess.accepts(row.key()));
  }
}
