package io.halite.keys;

import static io.halite.keys.Text.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SegmentTypeTest {
  private static SegmentType type(String name) {
    return SegmentType.named(name).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "text;    web7;                     77 65 62 37",
        "text;    web 7;                    77 65 62 20 37",
        "digits;  0131;                     30 31 33 31",
        "int;     258;                      00 00 01 02",
        "int;     4294967295;               FF FF FF FF",
        "long;    258;                      00 00 00 00 00 00 01 02",
        "long;    18446744073709551615;     FF FF FF FF FF FF FF FF",
        "revtime; 1970-01-01T00:00:00.001Z; 7F FF FF FF FF FF FF FE",
        "revtime; 253402300800000;          7F FF 19 88 2D E0 23 FF", // after the year 9999
        "revtime; 9223372036854775807;      00 00 00 00 00 00 00 00",
      })
  void textIsParsedToBytesThatPrintAsTheText(String name, String text, String bytes) {
    assertThat(type(name).parse(text)).isEqualTo(hex(bytes));
    assertThat(type(name).print(hex(bytes), 0, hex(bytes).length)).contains(text);
  }

  @Test
  void timeOfALongIsItsMilliseconds() {
    assertThat(type("long").parse("1970-01-01T00:00:00.258Z"))
        .isEqualTo(hex("00 00 00 00 00 00 01 02"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "text;    77 00", // not printable
        "text;    C3 A4", // not ASCII
        "digits;  30 3A",
        "int;     00 01", // the prefix of a number
        "long;    00 00 00 01",
        "revtime; 7F FF",
        "revtime; 80 00 00 00 00 00 00 00", // before 1970 by more than a long holds
      })
  void bytesThatAreNoValueDoNotPrint(String name, String bytes) {
    assertThat(type(name).print(hex(bytes), 0, hex(bytes).length)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "digits;  12a;                  digits 0 to 9",
        "int;     4294967296;           a number from 0 to 4294967295",
        "int;     -1;                   a number from 0 to 4294967295",
        "long;    18446744073709551616; a number from 0 to 18446744073709551615, or a time",
        "long;    yesTerday;            a time from 1970 on, such as 2001-01-15T00:00Z",
        "revtime; 1969-12-31T00:00Z;    a time from 1970 on, such as 2001-01-15T00:00Z",
        "revtime; -1;                   a time from 1970 on, such as 2001-01-15T00:00Z",
      })
  void textOfAnotherTypeIsRefusedWithWhatIsExpected(String name, String text, String expected) {
    assertThatThrownBy(() -> type(name).parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(expected);
  }

  @ParameterizedTest
  @EnumSource
  void greaterNumbersHaveGreaterBytesUnlessTheNewestIsFirst(SegmentType type) {
    int width = Math.max(type.demandedWidth(), 3);
    byte[] less = type.encode(258, width);
    byte[] more = type.encode(300, width);
    assertThat(less).hasSize(width).hasSameSizeAs(more);
    assertThat(KeyBytes.compare(less, more) > 0).isEqualTo(type.isNewestFirst());
    if (type.isNumber()) {
      assertThat(type.number(less, 0, width)).isEqualTo(258);
      assertThat(type.remainder(less, 0, width, 16)).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void typeIsAnElementOfALayoutAndOnItsPage(SegmentType type) throws IOException {
    int width = Math.max(type.demandedWidth(), 3);
    assertThat(type.admitsWidth(width)).isTrue();
    assertThat(KeyLayout.parse("a:" + width + ":" + type))
        .hasToString("a:" + width + type.suffix());
    assertThat(SegmentType.named(type.toString())).contains(type);
    assertThat(SegmentType.names()).contains(type.toString());
    String page = Files.readString(Path.of("..", "docs", "row-key-format.md"));
    assertThat(page).contains("\n| " + type + " |");
  }
}
