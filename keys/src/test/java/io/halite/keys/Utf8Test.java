package io.halite.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Utf8Test {
  @Test
  void charactersOfAllWidthsAreRead() {
    String text = "Cé€😀\uFFFD";
    assertThat(Utf8.decode(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
    assertThat(Utf8.decode(new byte[0])).isEmpty();
  }

  @Test
  void aByteThatIsNoCharacterIsNamedWithItsPlace() {
    assertThatThrownBy(() -> Utf8.decode(new byte[] {'C', (byte) 0xE9, 't'}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "text 43 E9 74 is not UTF-8 at byte 2: write a value of other bytes in hex, as 0xE9");
    assertThatThrownBy(() -> Utf8.decode(new byte[] {'C', (byte) 0xC3}))
        .hasMessageContaining("is not UTF-8 at byte 2");
  }
}
