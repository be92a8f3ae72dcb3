package io.halite.keys;

import static io.halite.keys.Text.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeyRangeTest {
  @Test
  void boundsAreCopiedInAndOut() {
    byte[] start = hex("41");
    KeyRange range = KeyRange.of(start, hex("42"));
    start[0] = 0;
    range.start()[0] = 0;
    range.stop()[0] = 0;
    assertThat(range).isEqualTo(KeyRange.of(hex("41"), hex("42"))).hasToString("[41, 42)");
  }

  @Test
  void prefixSuccessorCarriesOverFf() {
    assertThat(KeyRange.prefix(hex("41 FF FF"))).hasToString("[41 FF FF, 42)");
    assertThat(KeyRange.prefix(hex("FF FF"))).hasToString("[FF FF, +∞)");
    assertThat(KeyRange.prefix(hex(""))).isEqualTo(KeyRange.all()).hasToString("[-∞, +∞)");
  }

  @Test
  void hullReachesFromTheFirstStartToTheLastStop() {
    KeyRange early = KeyRange.of(hex("41"), hex("42"));
    KeyRange late = KeyRange.of(hex("44"), hex("45"));
    assertThat(early.hull(late)).isEqualTo(late.hull(early)).hasToString("[41, 45)");
    assertThat(KeyRange.all().hull(late)).isEqualTo(KeyRange.all());
    assertThat(KeyRange.hull(List.of(late, KeyRange.of(hex("50"), hex("")), early)))
        .hasToString("[41, +∞)");
    assertThat(KeyRange.hull(List.of())).isEqualTo(KeyRange.none());
    assertThat(KeyRange.none().isEmpty()).isTrue();
  }

  @Test
  void longKeysAreCutInPrint() {
    assertThat(KeyBytes.readable(new byte[65]))
        .endsWith("00 00 … (65 bytes)")
        .hasSize(64 * 3 + " … (65 bytes)".length() - 1);
    assertThat(KeyBytes.readable(hex("03 41 54 4C"), 1)).isEqualTo("03·41 54 4C");
    assertThat(KeyBytes.readable(new byte[0])).isEqualTo("(empty)");
  }

  @Test
  void keyTextThatIsNotHexIsRefused() {
    assertThatThrownBy(() -> KeyBytes.parseReadable("4"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "key text '4' is not hex: give pairs of hex digits with one space or dot between them,"
                + " such as '03·41 54 4C'");
  }
}
