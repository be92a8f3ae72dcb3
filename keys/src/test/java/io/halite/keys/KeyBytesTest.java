package io.halite.keys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyBytesTest {
  @Test
  void aTextOfOthersIsShownToItsSixtyFourthCharacter() {
    assertThat(KeyBytes.cut("x".repeat(64))).isEqualTo("x".repeat(64));
    assertThat(KeyBytes.cut("x".repeat(65))).isEqualTo("x".repeat(64) + "… (65 characters)");
    assertThat(KeyBytes.cut("abc", 2)).isEqualTo("ab… (3 characters)");
  }

  @Test
  void bytesAreShownToTheSixtyFourth() {
    assertThat(KeyBytes.readable(new byte[64])).hasSize(64 * 3 - 1);
    assertThat(KeyBytes.readable(new byte[65])).hasSize(64 * 3 - 1 + " … (65 bytes)".length());
  }
}
