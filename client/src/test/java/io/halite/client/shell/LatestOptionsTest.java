package io.halite.client.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.halite.client.latest.LatestProgress;
import io.halite.client.latest.LatestQuery;
import io.halite.keys.KeyLayout;
import io.halite.keys.TimeText;
import io.halite.routing.latest.Aggregate;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.ColumnType;
import io.halite.routing.latest.LatestException;
import io.halite.routing.latest.Work;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LatestOptionsTest {
  private static final byte[] ORD = "ORD".getBytes(StandardCharsets.US_ASCII);

  private static String asked(List<byte[]> keys, Object limit, Map<String, ?> options) {
    return LatestOptions.parse(keys, limit, options).query().toString();
  }

  @Test
  void everyOptionIsPartOfTheQuestion() {
    Map<String, Object> options =
        Map.of(
            "COLUMNS",
            List.of("f:delay", "g"),
            "VERSIONS",
            2L,
            "WHERE",
            "destination = LAX",
            "AS_OF",
            "2001-01-15T00:00Z",
            "NOT_BEFORE",
            978_307_200_000L,
            "BY",
            "origin");
    LatestQuery query =
        LatestQuery.newest(5)
            .ofAllKeys()
            .columns(Column.parse("f:delay"), Column.parse("g"))
            .versions(2)
            .where("destination = LAX")
            .asOf(979_516_800_000L)
            .notBefore(978_307_200_000L)
            .by("origin");
    Map<String, Object> all = new HashMap<>(options);
    all.put("ALL", true);
    assertThat(asked(null, 5, all)).isEqualTo(query.toString());
    all.put("LIMIT", 5L);
    assertThat(asked(null, null, all)).isEqualTo(query.toString());
  }

  private static String ofAll(Object limit, Map<String, ?> options) {
    Map<String, Object> all = new HashMap<>(options);
    all.put("ALL", true);
    return asked(null, limit, all);
  }

  @Test
  void rowsByTimeAreSaidByOptions() {
    String day = "2001-01-15T00:00Z";
    long millis = 979_516_800_000L;
    assertThat(ofAll(24, Map.of("EACH", "1h")))
        .isEqualTo(LatestQuery.newest(24).each(Duration.ofHours(1)).ofAllKeys().toString());
    assertThat(ofAll(null, Map.of("AT", List.of(day, 5L))))
        .isEqualTo(LatestQuery.at(5, millis).ofAllKeys().toString());
    assertThat(ofAll(null, Map.of("FIRST_AFTER", day)))
        .isEqualTo(LatestQuery.firstAfter(millis).ofAllKeys().toString());
    assertThat(ofAll(3, Map.of("FIRST_AFTER", day)))
        .isEqualTo(LatestQuery.oldest(3).notBefore(millis + 1).ofAllKeys().toString());
    assertThat(ofAll(3, Map.of("BETWEEN", List.of("5", day))))
        .isEqualTo(LatestQuery.newest(3).between(5, millis).ofAllKeys().toString());
    refused(List.of(ORD), 3, Map.of("EACH", "1w"), "a width of time such as");
    refused(List.of(ORD), 3, Map.of("EACH", "0s"), "at least one millisecond");
    refused(List.of(ORD), 3, Map.of("AT", day), "without LIMIT, EACH and FIRST_AFTER");
    refused(List.of(ORD), 3, Map.of("FIRST_AFTER", Long.MAX_VALUE), "no time is after it");
    refused(List.of(ORD), 3, Map.of("BETWEEN", day), "two times, the older first");
    refused(
        List.of(ORD), 3, Map.of("EACH", "1h", "FIRST_AFTER", day), "only newest rows have steps");
    refused(List.of(ORD), 3, Map.of("PROGRESS", "-1"), "0 for none");
  }

  /** A user of the shell may put quotes around a number. */
  @Test
  void aNumberOfRowsMayBeText() {
    assertThat(ofAll("5", Map.of())).isEqualTo(ofAll(5, Map.of()));
    refused(List.of(ORD), "five", Map.of(), "it must be a whole number");
  }

  @Test
  void aQueryMayTakeAsLongAsTheUserSays() {
    assertThat(ofAll(1, Map.of("TIMEOUT", "2h")))
        .isEqualTo(LatestQuery.newest(1).ofAllKeys().timeout(Duration.ofHours(2)).toString())
        .isNotEqualTo(ofAll(1, Map.of()));
    refused(List.of(ORD), 1, Map.of("TIMEOUT", "long"), "TIMEOUT 'long': it must be a width of");
    refused(List.of(ORD), 1, Map.of("TIMEOUT", 60L), "TIMEOUT '60': it must be a width of time");
    refused(List.of(ORD), 1, Map.of("TIMEOUT", "0s"), "it must be more than 0");
    refused(List.of(ORD), 1, Map.of("TIMEOUT", "36501d"), "it must be at most 36500 days");
  }

  private static Stream<Map<String, Object>> twoTimesForOneEnd() {
    Object day = List.of("2001-01-15T00:00Z", "2001-01-16T00:00Z");
    return Stream.of(
        Map.of("FIRST_AFTER", 5L, "NOT_BEFORE", 9L),
        Map.of("FIRST_AFTER", 5L, "BETWEEN", day),
        Map.of("NOT_BEFORE", 5L, "BETWEEN", day),
        Map.of("AS_OF", "2001-01-17T00:00Z", "BETWEEN", day));
  }

  /** One of the two would be dropped. */
  @ParameterizedTest
  @MethodSource("twoTimesForOneEnd")
  void twoTimesForOneEndOfTheWindowAreRefused(Map<String, Object> options) {
    String end = options.containsKey("AS_OF") ? "newest" : "oldest";
    refused(List.of(ORD), 1, options, "both say the " + end + " time: leave one of them out");
    options.forEach((name, value) -> refused(List.of(ORD), 1, options, name + " '" + value + "'"));
  }

  @Test
  void oneTimeForEachEndIsAWindow() {
    assertThat(ofAll(null, Map.of("FIRST_AFTER", 5L, "AS_OF", 9L)))
        .isEqualTo(LatestQuery.firstAfter(5).asOf(9).ofAllKeys().toString());
    assertThat(ofAll(2, Map.of("NOT_BEFORE", 5L, "AS_OF", 9L, "EACH", "1h")))
        .isEqualTo(
            LatestQuery.newest(2).each(Duration.ofHours(1)).between(5, 9).ofAllKeys().toString());
    assertThat(ofAll(null, Map.of("AT", List.of(7L, 9L), "BETWEEN", List.of(5L, 8L))))
        .isEqualTo(LatestQuery.at(7, 9).between(5, 8).ofAllKeys().toString());
  }

  @Test
  void progressSaysHowFarAQueryHasComeAndAnEstimate() {
    LatestProgress third = new LatestProgress(4, 1, 7, new Work(900, 900, 3), 1 / 3.0);
    assertThat(ProgressLines.of(third, Duration.ofSeconds(20)))
        .isEqualTo(
            "latest: about 33 % after 20 s, about 40 s left; 1 of 4 slices, 7 pages,"
                + " 900 rows read");
    assertThat(ProgressLines.of(new LatestProgress(4, 0, 0, Work.NONE, 0), Duration.ofSeconds(5)))
        .contains("about 0 % after 5 s, no estimate yet");
  }

  @Test
  void aggregatesNameFiguresAColumnAndATypeIfItIsNotDecimal() {
    AggregateOption wish = AggregateOption.parse(Bytes.toBytes("mean  max f:hits long"));
    assertThat(wish.column()).isEqualTo(Column.parse("f:hits"));
    assertThat(wish.type()).isEqualTo(ColumnType.LONG);
    assertThat(AggregateOption.parse(Bytes.toBytes("sum f:hits")).type())
        .isEqualTo(ColumnType.DECIMAL);
    BigDecimal three = BigDecimal.valueOf(3);
    Aggregate thirds =
        new Aggregate(3, BigDecimal.ZERO, three, BigDecimal.TEN, three, BigDecimal.ZERO);
    assertThat(wish.print(thirds)).isEqualTo("mean=3.333333333, max=3");
  }

  @Test
  void columnsHaveAnyBytes() {
    byte[] name = {'f', ':', (byte) 0xE0, ':', 1};
    Column column = Column.of(new byte[] {'f'}, new byte[] {(byte) 0xE0, ':', 1});
    String expected = LatestQuery.newest(1).ofAllKeys().columns(column).toString();
    assertThat(ofAll(1, Map.of("COLUMN", name))).isEqualTo(expected);
    assertThat(ofAll(1, Map.of("COLUMNS", List.of(name)))).isEqualTo(expected);
    byte[] aggregate = {'m', 'a', 'x', ' ', 'f', ':', (byte) 0xE0, ':', 1, ' ', 'i', 'n', 't'};
    assertThat(AggregateOption.parse(aggregate).column()).isEqualTo(column);
    byte[] separator = {'m', 'a', 'x', ' ', 'f', ':', 0x1F};
    assertThat(AggregateOption.parse(separator).column())
        .as("Java takes 1F for white space")
        .isEqualTo(Column.of(new byte[] {'f'}, new byte[] {0x1F}));
    refused(
        List.of(ORD),
        1,
        Map.of("COLUMN", name, "COLUMNS", List.of(name)),
        "COLUMN 'f:\\xE0:\\x01' is given too");
  }

  @Test
  void rowsPrintSegmentBySegment() {
    RowText text =
        new RowText(KeyLayout.parse("host~0x00 shard:4:int seen:8:revtime no:8:long id:*"));
    byte[] row =
        HexFormat.of()
            .parseHex(
                "616200FFFFFFFF%016X00000000000000077801"
                    .formatted(Long.MAX_VALUE - 978_307_200_000L));
    assertThat(text.print(row)).isEqualTo("ab 4294967295 2001-01-01T00:00:00Z 7 x\\x01");
    assertThat(text.print(Arrays.copyOf(row, 3))).isEqualTo("ab");
    assertThat(new RowText(KeyLayout.parse("a:1")).print(new byte[] {'x', 'y'})).isEqualTo("x y");
    assertThat(TimeText.print(978_307_200_000L)).isEqualTo("2001-01-01T00:00:00Z");
    assertThat(TimeText.print(Long.MAX_VALUE)).isEqualTo("9223372036854775807");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "f:delay; a figure before the column", // no figure
        "mean; a figure before the column", // no column
        "mean f; in place of 'f'", // a family
        "mode f:delay; in place of 'mode'", // an unknown figure
        "mean f:delay float; one of long, int, double, decimal in place of 'float'" // a type
      })
  void aggregatesOfAnotherFormAreRefused(String text, String named) {
    assertThatExceptionOfType(LatestException.class)
        .isThrownBy(() -> asked(List.of(ORD), 1, Map.of("AGGREGATE", text)))
        .withMessageContaining(named);
  }

  @Test
  void whatIsMissingUnknownOrContradictoryIsRefused() {
    refused(List.of(ORD), null, Map.of(), "how many rows of each key is missing");
    refused(List.of(ORD), 1, Map.of("LIMIT", 2L), "the number 1 is given too");
    refused(null, 1, Map.of(), "which keys is missing");
    refused(null, 1, Map.of("ALL", false), "which keys is missing");
    refused(List.of(ORD), 1, Map.of("ALL", true), "one way to say which keys");
    refused(null, 1, Map.of("PREFIX", ORD, "STARTROW", ORD), "one way to say which keys");
    refused(null, 1, Map.of("ALL", "true"), "ALL 'true': it must be true or false, without quotes");
    refused(List.of(ORD), 1, Map.of("ALL", "false"), "ALL 'false': it must be true or false");
    Map<String, String> columns = Map.of("COLUMNS", "f:a", "COLUMN", "f:b");
    refused(List.of(ORD), 1, columns, "COLUMNS 'f:a': COLUMN 'f:b' is given too");
    refused(List.of(ORD), 1, columns, "both say the columns: leave one of them out");
    refused(List.of(ORD), 1, Map.of("LIMTI", 2L), "the options are [AGGREGATE");
    refused(List.of(ORD), 1, Map.of("VERSIONS", "many"), "it must be a whole number");
    refused(List.of(ORD), 1, Map.of("AS_OF", "noon"), "it must be a time such as");
    refused(List.of(ORD), 1, Map.of("COLUMN", ":delay"), "it must have 1 to 127 bytes");
  }

  private static void refused(
      List<byte[]> keys, Object limit, Map<String, ?> options, String named) {
    assertThatExceptionOfType(LatestException.class)
        .as("%s %s", limit, options)
        .isThrownBy(() -> asked(keys, limit, options))
        .withMessageContaining(named);
  }
}
