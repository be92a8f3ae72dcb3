package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyLayout;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions on a segment whose shorter values the layout pads by a byte that it names. */
class PaddedSegmentTest {
  private static final KeyLayout LAYOUT = KeyLayout.parse("host:6:text:x event:2");

  private static boolean matches(SegmentQuery query, String host) throws Exception {
    byte[] key = LAYOUT.key().set("host", host).set("event", "tb").build();
    SegmentFilter filter = SegmentFilter.of(query);
    return !filter.filterRowKey(new KeyValue(key, new byte[] {'f'}, new byte[0]));
  }

  private static SegmentQuery query(String text) {
    return SegmentQuery.parse(LAYOUT, text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "host = web7;                   host@0:6 = web7xx",
        "host != 'web7';                host@0:6 != web7xx",
        "host in (web7, db, server);    host@0:6 in (dbxxxx, server, web7xx)",
        "host = web7xx;                 host@0:6 = web7xx",
        "host = '';                     host@0:6 = xxxxxx",
        "host@0:6 = web7;               host@0:6 = web7xx",
        "host:6 = web7;                 host@0:6 = web7xx",
        "host = web*;                   host@0:6 = web*",
        "host >= web7;                  host@0:6 >= web7",
      })
  void shorterValueIsPaddedAndPrintsWhole(String text, String printed) {
    assertThat(query(text)).hasToString(printed).isEqualTo(query(printed));
    assertThat(SegmentQuery.parse(printed)).isEqualTo(query(text));
  }

  @Test
  void paddedValueIsOneHostAndNoLongerOne() throws Exception {
    assertThat(matches(query("host = web1"), "web1")).isTrue();
    assertThat(matches(query("host = web1"), "web12")).isFalse();
    assertThat(matches(query("host != web1"), "web12")).isTrue();
    assertThat(matches(query("host = web1*"), "web12")).isTrue();
    SegmentQuery built = SegmentFilter.over(LAYOUT).where("host").is("web1", "db").toQuery();
    assertThat(built).isEqualTo(query("host in (db, web1)"));
    assertThat(SegmentFilter.over(LAYOUT).where("host").isNot("db").toQuery())
        .isEqualTo(query("host != db"));
  }

  /** A bound is not padded: it stands for all that begin with it, in the order of the bytes. */
  @Test
  void rangesCompareWhatIsStored() throws Exception {
    assertThat(matches(query("host = ab..abc"), "abc")).isTrue();
    assertThat(matches(query("host > abc"), "ab")).as("abxxxx is behind abcxxx").isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "host = box,        a text without 78 at its end (78 fills a text up to its width)",
    "host = 'x',        a text without 78 at its end",
    "host = 0x77656237, write 0x77656237* for all that begin so",
    "event = t,         write t* for all that begin so",
    "@0:6 = web7,       write web7* for all that begin so",
    "host = webserver,  a value of 6 bytes for segment",
  })
  void valueThatCannotBeMeantIsRefused(String text, String expected) {
    assertThatThrownBy(() -> query(text))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void builderRefusesAValueThatEndsWithThePadding() {
    assertThatThrownBy(() -> SegmentFilter.over(LAYOUT).where("host").is("box"))
        .hasMessage(
            "value 'box' for segment 'host@0:6': a text without 78 at its end (78 fills a text up"
                + " to its width) is expected");
    assertThatThrownBy(() -> SegmentFilter.over(LAYOUT).at(0, 6).is("web7"))
        .hasMessageContaining("6 bytes are expected");
  }
}
