package io.halite.keys.advice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleTakerTest {
  @Test
  void aSmallSampleIsKeptWhole() {
    KeySample sample = Samples.of(40, "%04d"::formatted);
    assertThat(sample.kept()).hasSize(40);
    assertThat(sample.newest())
        .extracting(KeySample.Row::number)
        .containsExactlyElementsOf(LongStream.range(30, 40).boxed().toList());
    assertThat(sample.ascends()).isTrue();
    assertThat(sample.older()).hasSize(30);
  }

  @Test
  void aLargeSampleIsKeptInPartWithAllAgesAlike() {
    KeySample sample = Samples.of(200_000, Integer::toString);
    assertThat(sample.total()).isEqualTo(200_000);
    assertThat(sample.kept()).hasSize(50_000).doesNotHaveDuplicates();
    assertThat(sample.newest()).hasSize(1000);
    assertThat(sample.kept().stream().mapToLong(KeySample.Row::number).average().orElse(0))
        .isBetween(98_000.0, 102_000.0);
  }

  @Test
  void longKeysAreKeptInBoundedMemory() {
    SampleTaker taker = new SampleTaker();
    for (int i = 0; i < 8000; i++) {
      taker.take(new byte[32_000]);
    }
    long bytes = taker.sample().kept().stream().mapToLong(row -> row.key().length).sum();
    assertThat(bytes).isBetween(16L << 20, 64L << 20);
  }

  @ParameterizedTest
  @CsvSource({
    "web1:1001;db12:1002, s1~: s2:*",
    "ORD200101010001;LAX200101010002, s1:3 s2:12:digits",
    "0000000001;0000000002, s1:10:digits",
    "20010101a;20010102bc, n:8:digits id:*",
    "a|b|c|d|e;f|g|h|i|j, s1~| s2~| s3~| s4:*",
    "a;bc, row:*",
    "12;123, row:*",
  })
  void layoutsAreThoseThatAllKeysHaveInCommon(String keys, String layout) {
    List<String> list = List.of(keys.split(";"));
    assertThat(LayoutGuess.of(Samples.of(list.size(), list::get)).layout()).hasToString(layout);
  }

  @Test
  void timesInEightBytesAreSeen() {
    SampleTaker later = new SampleTaker();
    later.take(new byte[] {0, 0, 1, 0x20, 1, 2, 3, 4, 'a'});
    SampleTaker newestFirst = new SampleTaker();
    newestFirst.take(new byte[] {0x7F, -1, -2, 0x20, 1, 2, 3, 4});
    assertThat(LayoutGuess.of(later.sample()).layout()).hasToString("ts:8:long id:*");
    assertThat(LayoutGuess.of(newestFirst.sample()).layout()).hasToString("ts:8:revtime id:*");
  }
}
