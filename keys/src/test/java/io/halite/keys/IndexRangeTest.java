package io.halite.keys;

import static io.halite.keys.Text.bytes;
import static io.halite.keys.Text.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexRangeTest {
  private static final SaltingSpec SPEC =
      SaltingSpec.parse(
          "key=buyer:4 day:8:digits ts:8:revtime n:4:int t:8:long,"
              + "salt=hash(buyer) % 16,index=byBuyer(buyer day) byTime(buyer ts)"
              + " byName(buyer f:name) byN(n) byT(t)");

  private static RowIndex index(String name) {
    return SPEC.index(name).orElseThrow();
  }

  private static IndexRange parse(String text) {
    int colon = text.indexOf(':');
    return IndexRange.parse(
        index(text.substring(0, colon)), new byte[0], text.substring(colon + 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "byBuyer: ann1|byBuyer: ann1|61 6E 6E 31|61 6E 6E 32",
        "byBuyer: ann|byBuyer: ann|61 6E 6E 00|61 6E 6E 01",
        "byBuyer:[ann,)|byBuyer: [ann, )|61 6E 6E|",
        "byBuyer: ann1 20010131|byBuyer: ann1 20010131"
            + "|61 6E 6E 31 32 30 30 31 30 31 33 31|61 6E 6E 31 32 30 30 31 30 31 33 32",
        "byBuyer: ann1 [2001, 20020131)|byBuyer: ann1 [2001, 20020131)"
            + "|61 6E 6E 31 32 30 30 31|61 6E 6E 31 32 30 30 32 30 31 33 31",
        "byBuyer: ann1 2001*|byBuyer: ann1 [2001, 2002)"
            + "|61 6E 6E 31 32 30 30 31|61 6E 6E 31 32 30 30 32",
        "byBuyer: ann1 [ ,2002)|byBuyer: ann1 [, 2002)|61 6E 6E 31|61 6E 6E 31 32 30 30 32",
        "byBuyer: ann1 [,)|byBuyer: ann1|61 6E 6E 31|61 6E 6E 32",
        "byTime: ann1 [1970-01-01T00:00Z, 1970-01-01T00:00:00.002Z)"
            + "|byTime: ann1 [1970-01-01T00:00:00Z, 1970-01-01T00:00:00.002Z)"
            + "|61 6E 6E 31 7F FF FF FF FF FF FF FE|61 6E 6E 31 80",
        "byTime: ann1 [1, )|byTime: ann1 [1970-01-01T00:00:00.001Z, )"
            + "|61 6E 6E 31|61 6E 6E 31 7F FF FF FF FF FF FF FF",
        "byName: ann1 Smi|byName: ann1 Smi|61 6E 6E 31 53 6D 69|61 6E 6E 31 53 6D 6A",
        "byName: ann1 'O''B y'*|byName: ann1 ['O''B y', 'O''B z')"
            + "|61 6E 6E 31 4F 27 42 20 79|61 6E 6E 31 4F 27 42 20 7A",
        "byName: 0x00000001 [Sm, Smz)|byName: 0x00000001 [Sm, Smz)"
            + "|00 00 00 01 53 6D|00 00 00 01 53 6E",
        "byName: 0X00000001 [Sm, Smz)|byName: 0x00000001 [Sm, Smz)"
            + "|00 00 00 01 53 6D|00 00 00 01 53 6E",
        "byN: [258, 300)|byN: [258, 300)|00 00 01 02|00 00 01 2C"
      })
  void textBecomesARangeOfEntriesAndPrintsBack(
      String text, String printed, String start, String stop) {
    IndexRange range = parse(text);
    assertThat(range)
        .hasToString(printed)
        .isEqualTo(parse(printed))
        .hasSameHashCodeAs(parse(printed));
    assertThat(range.entries())
        .isEqualTo(KeyRange.of(hex(start), stop == null ? new byte[0] : hex(stop)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "byN: [0, )|byN: [0, )",
        "byN: [0x0000, )|byN: [0, )",
        "byT: [1970-01-01T00:00Z, )|byT: [0, )",
        "byBuyer: [0x00, )|byBuyer: [0x00000000, )"
      })
  void rangeFromTheSmallestValueOnHoldsAllEntries(String text, String printed) {
    assertThat(parse(text)).hasToString(printed).isEqualTo(parse(printed));
    assertThat(parse(text).entries()).isEqualTo(KeyRange.all());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FF FF FF||byTime: ann1 [, 0xFFFFFEFFFFFFFFFF)",
        "7F|FF FF FF|byTime: ann1 [0xFFFFFEFFFFFFFFFF, 72057594037927936)",
        "|FF FF FF FF FF FF FF FF|byTime: ann1 [0xFFFFFFFFFFFFFFFE, )"
      })
  void boundsInBytesOfTimesBefore1970PrintWhatReadsAsTheSameRange(
      String from, String to, String printed) {
    byte[] none = new byte[0];
    assertThat(
            IndexRange.of(
                index("byTime"),
                bytes("ann1"),
                from == null ? none : hex(from),
                to == null ? none : hex(to)))
        .hasToString(printed)
        .isEqualTo(parse(printed));
  }

  @Test
  void valuesOfTheGetStandBeforeThoseOfTheText() {
    assertThat(IndexRange.parse(index("byBuyer"), bytes("ann1"), " [2001, 2002)"))
        .isEqualTo(parse("byBuyer: ann1 2001*"))
        .isEqualTo(IndexRange.ofText(index("byBuyer"), bytes("ann1"), "2001", "2002"))
        .isEqualTo(IndexRange.prefix(index("byBuyer"), bytes("ann1"), bytes("2001")));
    assertThat(IndexRange.ofText(index("byTime"), bytes("ann1"), "1", ""))
        .isEqualTo(parse("byTime: ann1 [1, )"));
  }

  @Test
  void timesAreFromTheFirstUpToTheSecondAlthoughLaterOnesAreSmallerBytes() {
    IndexRange range = parse("byTime: ann1 [5, 8)");
    for (long time = 3; time < 10; time++) {
      byte[] key =
          SPEC.layout()
              .key()
              .set("buyer", "ann1")
              .set("day", "20010101")
              .set("ts", time)
              .set("n", 1)
              .set("t", 1)
              .build();
      IndexEntry entry = index("byTime").entry(key, new byte[0]);
      boolean wanted = time >= 5 && time < 8;
      assertThat(range.entries().contains(entry.row())).as("%d", time).isEqualTo(wanted);
      assertThat(range.answers(entry)).isEqualTo(wanted);
    }
  }

  @Test
  void rangeOfAColumnReadsPastItsEndWhereAShorterValueHasAKeyBehindIt() {
    IndexRange range = parse("byName: ann1 [Sm, Smith)");
    byte[] key = bytes("ann120010101" + "tttttttt" + "nnnn" + "llllllll");
    IndexEntry shorter = index("byName").entry(key, "Smi".getBytes(StandardCharsets.US_ASCII));
    assertThat(range.entries().contains(shorter.row())).isTrue();
    assertThat(range.answers(shorter)).isTrue();
    assertThat(range.answers(index("byName").entry(key, bytes("Smith")))).isFalse();
    assertThat(range.answers(index("byName").entry(key, new byte[0]))).isFalse();
    assertThat(
            range.answers(
                index("byName").entry(bytes("bob1" + "20010101ttttttttnnnnllllllll"), bytes("Sm"))))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "byBuyer:|0 bytes given, 4 or 12 expected",
        "byBuyer: [2002, 2001)|it holds nothing; give a beginning that is less than its end",
        "byBuyer: ann1 [2001, 2001)|it holds nothing",
        "byBuyer: ann1 [200101311, )|9 bytes given, 1 to 8 expected",
        "byBuyer: ann1 200101|'200101' is not a value of day:8:digits: 6 bytes given, 8 expected",
        "byBuyer: ann1 x*|'x' is not a value of day:8:digits: digits 0 to 9 expected",
        "byBuyer: annie|'annie' is not a value of buyer:4: 5 bytes given, 4 expected",
        "byBuyer: ann1 [2001|the end stands where ',' should",
        "byBuyer: ann1 [2001, 2002]|']' stands where ')' should",
        "byBuyer: ann1 2001* 2002|'2002' follows the end of the question: remove it",
        "byBuyer: ann1 [2001, ) x|'x' follows the end of the question: remove it",
        "byBuyer: ann1 )|')' stands where a value or a range should",
        "byBuyer: 'ann1|it ends within quotes",
        "byBuyer: ann1 20010101 [2, )|has no value behind the 12 bytes",
        "byTime: ann1 2001*|'2001*' cannot be used with ts:8:revtime in index 'byTime(buyer ts)'",
        "byTime: ann1 [0x7F, )|1 bytes given, 8 to 8 expected",
        "byTime: ann1 [, 0xFFFFFFFFFFFFFFFF)|8 bytes given, less than 0xFFFFFFFFFFFFFFFF expected",
        "byTime: ann1 [1969-12-31T00:00Z, )|a time from 1970 on",
        "byName: ann1 Smith J|'J' follows the end of the question: remove it",
        "byName: ann1 ''|'' is not a value of f:name: 0 bytes given, 1 or more expected",
        "byN: [4294967296, )|a number from 0 to 4294967295 expected"
      })
  void whatAsksNothingIsRefusedByName(String text, String rule) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(rule);
  }

  @Test
  void boundsInBytesThatAreTooLongOrInsideAValueAreRefused() {
    assertThatThrownBy(() -> IndexRange.of(index("byBuyer"), bytes("an"), bytes("2"), new byte[0]))
        .hasMessage(
            "index 'byBuyer(buyer day)' has no value behind the 2 bytes 61 6E: give whole values of"
                + " it before a range, and leave one for the range");
    assertThatThrownBy(
            () -> IndexRange.of(index("byBuyer"), bytes("ann1"), bytes("200101012"), new byte[0]))
        .hasMessageContaining("is no range of day:8:digits in index 'byBuyer(buyer day)': bounds")
        .hasMessageContaining("have at most 8 bytes");
  }

  @Test
  void valueIsPaddedByTheByteOfTheLayoutAndABoundIsNot() {
    RowIndex index =
        SaltingSpec.parse("key=host:6:text:x id:2,salt=hash(host) % 4,index=byHost(host)")
            .index("byHost")
            .orElseThrow();
    IndexRange value = IndexRange.parse(index, new byte[0], " web7");
    assertThat(value.entries()).isEqualTo(KeyRange.of(bytes("web7xx"), bytes("web7xy")));
    assertThat(value)
        .hasToString("byHost: web7xx")
        .isEqualTo(IndexRange.parse(index, new byte[0], " web7xx"));
    IndexRange from = IndexRange.parse(index, new byte[0], " [wex, )");
    assertThat(from).hasToString("byHost: [wex, )");
    assertThat(from.entries().start()).isEqualTo(bytes("wex"));
    assertThatThrownBy(() -> IndexRange.parse(index, new byte[0], " webx"))
        .hasMessageContaining(
            "'webx' is not a value of host:6:text:x: a text without 78 at its end");
  }

  @Test
  void longTextIsReadWithoutRecursion() {
    String quotes = "'" + "''".repeat(30_000) + "'";
    assertThat(parse("byName: ann1 " + quotes).entries().start()).hasSize(4 + 30_000);
    assertThatThrownBy(() -> parse("byName: ann1 '" + "x".repeat(100_000)))
        .hasMessageContaining("it ends within quotes");
    assertThatThrownBy(() -> parse("byName: " + "[".repeat(100_000)))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
  }
}
