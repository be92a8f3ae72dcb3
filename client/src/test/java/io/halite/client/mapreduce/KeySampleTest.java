package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class KeySampleTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void theMiddleOfTwoYearsIsBetweenThem() {
    byte[] middle = KeySample.middle(bytes("2001"), bytes("2008")).orElseThrow();
    assertThat(KeyBytes.compare(middle, bytes("2004"))).isGreaterThanOrEqualTo(0);
    assertThat(KeyBytes.compare(middle, bytes("2006"))).isNegative();
    assertThat(KeySample.middle(bytes("2001"), bytes("2001"))).isEmpty();
  }

  @Property
  void theMiddleLeavesAKeyOnEachSide(
      @ForAll @Size(max = 4) byte[] one, @ForAll @Size(max = 4) byte[] other) {
    boolean ordered = KeyBytes.compare(one, other) < 0;
    byte[] first = ordered ? one : other;
    byte[] last = ordered ? other : one;
    Optional<byte[]> middle = KeySample.middle(first, last);
    if (KeyBytes.compare(first, last) == 0) {
      assertThat(middle).isEmpty();
    } else {
      assertThat(KeyBytes.compare(middle.orElseThrow(), first)).isPositive();
      assertThat(KeyBytes.compare(middle.orElseThrow(), last)).isNotPositive();
    }
  }
}
