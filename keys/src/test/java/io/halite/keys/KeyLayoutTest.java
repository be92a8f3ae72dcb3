package io.halite.keys;

import static io.halite.keys.Text.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyLayoutTest {
  private final KeyLayout mixed = KeyLayout.parse("day:2:digits host~: port:2 path:*");

  @Test
  void segmentsAreFoundBehindVariableOnes() {
    byte[] key = bytes("31web:80/index");
    assertThat(mixed.slice("day", key)).contains(new Slice(0, 2));
    assertThat(mixed.slice("host", key)).contains(new Slice(2, 3));
    assertThat(mixed.slice("port", key)).contains(new Slice(6, 2));
    assertThat(mixed.slice("path", key)).contains(new Slice(8, 6));
    assertThat(mixed.slice("disk", key)).isEmpty();
    assertThat(mixed.slice("port", bytes("31web:8"))).isEmpty();
    assertThat(mixed.slice("port", bytes("31web"))).isEmpty();
    assertThat(mixed.slice("path", bytes("31web:80"))).contains(new Slice(8, 0));
  }

  @Test
  void offsetsAreFixedUpToTheFirstVariableSegment() {
    assertThat(mixed.fixedOffset("day")).hasValue(0);
    assertThat(mixed.fixedOffset("host")).hasValue(2);
    assertThat(mixed.fixedOffset("port")).isEmpty();
    assertThat(mixed.fixedOffset("disk")).isEmpty();
    assertThat(mixed.minimumLength()).isEqualTo(5);
    assertThat(mixed.segment("port")).map(Segment::width).contains(2);
    assertThat(mixed.segment("disk")).isEmpty();
  }

  @Test
  void surplusBytesAfterTheLastSegmentAreAllowed() {
    assertThat(KeyLayout.parse("a:2").accepts(bytes("abc"))).isTrue();
    assertThat(KeyLayout.parse("a~:").accepts(bytes(":"))).isTrue();
    assertThat(KeyLayout.parse("row:*").accepts(bytes(""))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "3        ; day  ; 0 ; ends in segment 'day' at offset 0: 1 bytes given, 2 expected",
        "3xweb:80 ; day  ; 1 ; breaks segment 'day' at offset 0: byte 78 given at offset 1",
        "31webxxx ; host ; 2 ; does not end segment 'host' at offset 2: delimiter 0x3A expected",
        "31web:8  ; port ; 6 ; ends in segment 'port' at offset 6: 1 bytes given, 2 expected",
        "31web:   ; port ; 6 ; ends in segment 'port' at offset 6: 0 bytes given, 2 expected",
      })
  void keyThatDoesNotFitIsRefusedAtItsFault(String key, String segment, int offset, String fault) {
    assertThat(mixed.accepts(bytes(key))).isFalse();
    assertThatThrownBy(() -> mixed.check(bytes(key)))
        .isInstanceOfSatisfying(
            RowKeyException.class,
            refused -> {
              assertThat(refused.segment()).isEqualTo(segment);
              assertThat(refused.offset()).isEqualTo(offset);
            })
        .hasMessageContaining(fault)
        .hasMessageContaining("layout 'day:2:digits host~: port:2 path:*'");
  }

  @Test
  void emptyKeyIsRefused() {
    assertThatThrownBy(() -> KeyLayout.parse("row:*").check(new byte[0]))
        .isInstanceOf(RowKeyException.class)
        .hasMessageContaining("0 bytes given, at least 1 expected at offset 0");
  }

  @Test
  void segmentThatNoLayoutCanNameIsRefused() {
    assertThatThrownBy(
            () -> new Segment("a", Segment.Kind.REST, SegmentType.DIGITS, 0, (byte) 0, (byte) 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("segment 'a'");
    byte x = 'x';
    assertThatThrownBy(
            () -> new Segment("a", Segment.Kind.FIXED, SegmentType.DIGITS, 2, (byte) 0, x))
        .hasMessageContaining("only text of a fixed width has a padding byte");
  }

  @ParameterizedTest
  @CsvSource({
    "a:4:text:x,     a:4:text:x",
    "a:4:text:0x78,  a:4:text:x",
    "a:4:text:0x00,  a:4",
    "a:4:text:0,     a:4:text:0",
    "a:4:text:0x3A,  a:4:text:0x3A",
    "a:4:text:0x2c,  a:4:text:0x2C",
    "a:4:text:~,     a:4:text:~",
  })
  void paddingPrintsInOneWay(String given, String printed) {
    KeyLayout layout = KeyLayout.parse(given);
    assertThat(layout).hasToString(printed).isEqualTo(KeyLayout.parse(printed));
    assertThat(layout.equals(KeyLayout.parse("a:4:text:y"))).isFalse();
  }
}
