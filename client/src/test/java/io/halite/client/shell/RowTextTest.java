package io.halite.client.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyLayout;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowTextTest {
  @ParameterizedTest
  @CsvSource({
    "host:6,           web7\\x00\\x00,         web7",
    "host:6 no:2,      web7\\x00\\x0042,       web7 42",
    "host:6,           \\x00web7\\x00,         \\x00web7", // no padding before the text
    "host:6,           we\\x00b7\\x00,         we\\x00b7", // nor in it
    "host:6,           web7\\xFF\\x00,         web7\\xFF", // bytes that are no text
    "host:2 no:2,      \\x00\\x0042,           \\x00\\x00 42", // nothing but padding
    "host:6:text:x,    web7xx,                 web7", // padded by another byte
    "host:6:text:x,    web7\\x00\\x00,         web7\\x00\\x00", // which 00 is not
    "host~: no:2,      web7\\x00:42,           web7\\x00 42", // delimited, so not padded
    "host:*,           web7\\x00\\x00,         web7\\x00\\x00", // neither is the rest
    "host:2,           ab\\x00,                ab \\x00", // nor what is left behind the segments
    "host:6,           web7\\x00,              web7\\x00", // the beginning of a segment
  })
  void paddingIsLeftOffFixedText(String layout, String row, String printed) {
    RowText text = new RowText(KeyLayout.parse(layout));
    assertThat(text.print(Bytes.toBytesBinary(row))).isEqualTo(printed);
  }

  @ParameterizedTest
  @CsvSource({"no:4:int, \\x00\\x00\\x01\\x00, 256", "no:4:digits, 0100, 0100"})
  void numbersKeepTheirZeros(String layout, String row, String printed) {
    assertThat(new RowText(KeyLayout.parse(layout)).print(Bytes.toBytesBinary(row)))
        .isEqualTo(printed);
  }
}
