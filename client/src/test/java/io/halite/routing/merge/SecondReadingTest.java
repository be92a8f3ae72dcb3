package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

final class SecondReadingTest {
  private final SecondReading reading =
      new SecondReading(new Remainder(new Scan().withStartRow(stored("a")), 1));

  @Test
  void aReadingThatFoundNothingIsNotRepeated() throws IOException {
    reading.upTo(key("m"));
    assertThat(reading.end()).isFalse();

    Scan next = reading.upTo(key("p"));

    assertThat(next.getStartRow()).isEqualTo(stored("m"));
    assertThat(next.getStopRow()).isEqualTo(stored("p"));
  }

  @Test
  void aReadingThatIsBrokenOffGoesOnWithinItsBound() throws IOException {
    reading.upTo(key("m"));

    Scan rest = reading.rest();

    assertThat(rest.getStartRow()).isEqualTo(stored("a"));
    assertThat(rest.getStopRow()).isEqualTo(stored("m"));
  }

  @Test
  void theImageIsClearBeforeAllKeysUpToTheBound() throws IOException {
    reading.upTo(key("m"));
    reading.end();

    assertThat(reading.isClearBefore(key("k"))).isTrue();
    assertThat(reading.isClearBefore(key("m"))).isTrue();
    assertThat(reading.isClearBefore(key("n"))).isFalse();
    assertThat(reading.isClearBefore(Optional.empty())).isFalse();
  }

  @Test
  void aReadingWithoutABoundEndsTheImage() throws IOException {
    reading.upTo(Optional.empty());

    assertThat(reading.isUpTo(Optional.empty())).isTrue();
    assertThat(reading.end()).isTrue();
    assertThat(reading.isClear()).isFalse();
  }

  private static byte[] stored(String natural) {
    return Bytes.add(new byte[] {3}, Bytes.toBytes(natural));
  }

  private static Optional<byte[]> key(String natural) {
    return Optional.of(Bytes.toBytes(natural));
  }
}
