package io.halite.keys.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyLayout;
import io.halite.keys.RowKeyException;
import io.halite.keys.SaltingSpec;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdviceTest {
  private static Advice advice(KeySample sample, String layout, ReadPattern reads) {
    return Advice.of(sample, KeyLayout.parse(layout), 16, reads, true);
  }

  private static Judgement plain(Advice advice) {
    return advice.judgements().get(0);
  }

  @Test
  void keysThatGrowHeatOneRegionOfAPlainTableAndAreHashed() {
    KeySample sample = Samples.of(4000, "%010d"::formatted);
    Advice advice = advice(sample, "n:10:digits", ReadPattern.BY_KEY);
    assertThat(plain(advice).newest()).isEqualTo(1.0);
    assertThat(advice.choice().spec().salt()).hasToString("hash(*) % 16");
    assertThat(advice.reason()).contains("100 % of the newest rows to one region of 16");
  }

  @Test
  void keysThatSpreadByThemselvesStayPlain() {
    Advice advice = advice(Samples.of(4000, Samples::scattered), "id:*", ReadPattern.BY_KEY);
    assertThat(plain(advice).newest()).isLessThan(0.15);
    assertThat(advice.choice()).isEqualTo(plain(advice));
  }

  /** Users arrive one after the other, 10 rows each. */
  @Test
  void scansOfOneUserArePinnedIfUsersSpread() {
    KeySample sample = Samples.of(8000, i -> "%06d:%d".formatted(i / 10, i % 10));
    Advice advice = advice(sample, "user~: order:*", ReadPattern.PREFIX);
    assertThat(advice.choice().spec().salt()).hasToString("hash(user) % 16");
    assertThat(advice.choice().prefix().places()).isEqualTo(1);
    assertThat(advice.choice().range().places()).isEqualTo(16);
  }

  @Test
  void oneHotUserIsSpreadOverFourBuckets() {
    KeySample sample =
        Samples.of(8000, i -> (i % 10 == 0 ? "z" : "%06d".formatted(i)) + ":o%d".formatted(i * 31));
    Advice advice = advice(sample, "user~: order:*", ReadPattern.PREFIX);
    assertThat(advice.choice().spec().salt()).hasToString("hash(user) spread(order % 4) % 16");
    assertThat(advice.changes())
        .contains("people are to read the stored keys: hash(user) spread(order % 4) % 16 letters-");
  }

  /** A salt that the grammar does not read is no candidate. */
  @Test
  void candidatesAreTheSameUnderEveryLocale() {
    Locale given = Locale.getDefault();
    List<SaltingSpec> specs = candidates();
    Locale.setDefault(Locale.forLanguageTag("fa-IR"));
    try {
      assertThat(candidates()).isEqualTo(specs);
    } finally {
      Locale.setDefault(given);
    }
  }

  private static List<SaltingSpec> candidates() {
    return new Candidates(KeyLayout.parse("user~: order:8:long"), 16).specs();
  }

  @Test
  void aUserWithAllRowsLeavesOnlyTheWholeKey() {
    KeySample sample = Samples.of(4000, i -> "u1:%06d".formatted(i));
    Advice advice = advice(sample, "user~: order:*", ReadPattern.PREFIX);
    assertThat(advice.choice().spec().salt()).hasToString("hash(*) % 16");
    assertThat(advice.reason()).contains("no salt by 'user', which pins scans, is even");
  }

  @Test
  void withoutAnOrderOfWritingNumbersCountAsGrowing() {
    KeySample sample = Samples.of(1000, "%010d"::formatted);
    KeyLayout numbers = KeyLayout.parse("n:10:digits");
    KeyLayout text = KeyLayout.parse("row:*");
    Advice grows = Advice.of(sample, numbers, 16, ReadPattern.BY_KEY, false);
    Advice unknown = Advice.of(sample, text, 16, ReadPattern.BY_KEY, false);
    assertThat(grows.choice().spec().salt()).hasToString("hash(*) % 16");
    assertThat(unknown.choice().spec().salt()).hasToString("none");
    assertThat(grows.choice().newest()).isZero();
  }

  @Test
  void costsAreThoseOfTheImages() {
    Advice advice = advice(Samples.of(1000, "%010d"::formatted), "n:10:digits", ReadPattern.BY_KEY);
    Judgement reversed = of(advice, "reverse(n)");
    assertThat(reversed.range().isSorted()).isTrue();
    assertThat(reversed.bytesAdded()).isZero();
    assertThat(of(advice, "random % 16").gets()).isEqualTo(16);
    assertThat(of(advice, "md5(n)[0:4]").bytesAdded()).isEqualTo(4);
    assertThat(of(advice, "hash(*) % 16").range().isSorted()).isFalse();
  }

  private static Judgement of(Advice advice, String salt) {
    return advice.judgements().stream()
        .filter(one -> one.spec().salt().toString().equals(salt))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"16, hash(*) % 16 letters-", "26, hash(*) % 26 letters-", "27, hash(*) % 27 digits-"})
  void readableStoredKeysHaveTheBucketInLettersIfTheyAreEnough(int buckets, String salt) {
    KeySample sample = Samples.of(4000, "%010d"::formatted);
    Advice advice =
        Advice.of(sample, KeyLayout.parse("n:10:digits"), buckets, ReadPattern.BY_KEY, true);
    assertThat(advice.changes()).contains("people are to read the stored keys: " + salt);
    assertThat(SaltingSpec.parse("key=n:10:digits,salt=" + salt).salt().prefixes())
        .hasSize(buckets);
  }

  @ParameterizedTest
  @ValueSource(strings = {"random-suffix % 16", "phoenix % 16", "md5(*)[0:1]", "reverse(n)"})
  void aSaltWithoutSuchAFormIsNotAdvisedInIt(String salt) {
    SaltingSpec spec = SaltingSpec.parse("key=n:10:digits,salt=" + salt);
    assertThat(new Candidates(spec.layout(), 16).readable(spec)).isEmpty();
  }

  @Test
  void aPlainTableHasNoBucketToRead() {
    Advice advice = advice(Samples.of(4000, Samples::scattered), "id:*", ReadPattern.BY_KEY);
    assertThat(advice.changes()).noneMatch(change -> change.contains("letters"));
  }

  @Test
  void anEmptySampleAndAMisfitAreRefused() {
    assertThatThrownBy(() -> advice(Samples.of(0, i -> ""), "row:*", ReadPattern.BY_KEY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the sample is empty");
    assertThatThrownBy(() -> advice(Samples.of(3, i -> "u" + i), "u~:", ReadPattern.BY_KEY))
        .isInstanceOf(RowKeyException.class)
        .hasMessageContaining("delimiter 0x3A expected");
  }

  /** Of so many keys a part is kept, in which the last one need not be. */
  @Test
  void theLastOfManyKeysIsLookedAtThoughItIsNotKept() {
    KeySample sample = Samples.of(100_001, i -> i < 100_000 ? "ORD%09d".formatted(i) : "ORD");
    assertThat(sample.kept()).noneMatch(row -> row.key().length == 3);
    assertThat(sample.shortest()).isEqualTo(3);
    LayoutGuess guess = LayoutGuess.of(sample);
    assertThat(guess.layout()).hasToString("row:*");
    Advice advice = Advice.of(sample, guess.layout(), 16, ReadPattern.BY_KEY, true);
    assertThat(advice.choice().spec().salt()).hasToString("hash(*) % 16");
    assertThatThrownBy(() -> advice(sample, "s1:3 s2:9:digits", ReadPattern.BY_KEY))
        .isInstanceOf(RowKeyException.class)
        .hasMessageContaining("natural key 4F 52 44 ends in segment 's2'");
  }

  @ParameterizedTest
  @CsvSource({
    "BY_KEY, 3, 8", "BY_KEY, 10, 32", "BY_KEY, 50, 128", "BY_KEY, 100, 256",
    "RANGES, 3, 4", "RANGES, 10, 16", "RANGES, 50, 64", "RANGES, 100, 128",
    "PREFIX, 1, 4", "PREFIX, 90000, 256",
  })
  void bucketsAreThoseOfThePageOnSizing(ReadPattern reads, int servers, int buckets) {
    assertThat(reads.buckets(servers)).isEqualTo(buckets);
  }
}
