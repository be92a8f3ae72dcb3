package io.halite.client.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.keys.SplitPoints;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdviseCommandTest {
  private static final Path FLIGHTS =
      Path.of("../it/src/main/resources/io/halite/it/demo/flights-20k.csv.gz");
  private static final String LINE = "create_salted 't', 'f', '";

  private static List<String> advise(String sample, String... arguments) throws IOException {
    List<String> lines = new ArrayList<>();
    byte[] bytes = sample.getBytes(StandardCharsets.ISO_8859_1);
    AdviseCommand.advise(
        AdviseOptions.parse(List.of(arguments)), new ByteArrayInputStream(bytes), lines::add);
    return lines;
  }

  private static String keys(int count, IntFunction<String> key) {
    return IntStream.range(0, count).mapToObj(key).collect(Collectors.joining("\n"));
  }

  private static String flights() throws IOException {
    try (BufferedReader rows =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(FLIGHTS)), StandardCharsets.US_ASCII))) {
      return rows.lines()
          .skip(1)
          .map(row -> row.split(",", -1))
          .map(row -> row[0] + row[1] + row[2])
          .collect(Collectors.joining("\n"));
    }
  }

  private static String last(List<String> lines) {
    return lines.get(lines.size() - 1);
  }

  @Test
  void theExampleOfTheGuideIsWhatTheCommandPrints() throws Exception {
    List<String> shown =
        advise(flights(), "--layout", "time:12:digits from:3 to:3", "--servers", "5");
    String page = Files.readString(Path.of("..", "docs", "guide.md"));
    assertThat(page).contains("```\n" + String.join("\n", shown) + "\n```");
    assertThat(page).contains("--layout 'time:12:digits from:3 to:3' --servers 5");
  }

  /** In the regions of create_salted, the line gives the spread that the table shows. */
  @Test
  void theLineAppliedGivesTheSpreadShown() throws Exception {
    String sample = keys(5000, i -> "%010d".formatted(1_000_000 + i * 3));
    List<String> lines = advise(sample, "--buckets", "8");
    assertThat(last(lines)).startsWith(LINE).endsWith("'");
    SaltingSpec spec =
        SaltingSpec.parse(last(lines).substring(LINE.length(), last(lines).length() - 1));
    List<byte[]> cuts = SplitPoints.of(spec, 8);
    Map<Long, Long> rows =
        sample
            .lines()
            .map(key -> spec.salt().salt(key.getBytes(StandardCharsets.US_ASCII)))
            .collect(
                Collectors.groupingBy(
                    key -> cuts.stream().filter(cut -> KeyBytes.compare(cut, key) <= 0).count(),
                    Collectors.counting()));
    double most = rows.values().stream().mapToLong(one -> one).max().orElseThrow();
    assertThat(lines)
        .anySatisfy(
            line ->
                assertThat(line)
                    .matches(
                        "\\Q%s\\E +\\Q%.1f %%\\E .*".formatted(spec.salt(), 100 * most / 5000)));
  }

  @Test
  void aPlainTableGetsTheLineThatNamesItsSegments() throws Exception {
    String sample = keys(3000, i -> "%08x:%d".formatted(i * 0x9E3779B1, i));
    assertThat(last(advise(sample)))
        .isEqualTo(
            "alter 't', METHOD => 'table_att', 'coprocessor' =>"
                + " '|io.halite.coprocessor.SaltingObserver||key=s1~: s2:*,salt=none'");
  }

  @Test
  void aQuoteInALayoutIsEscapedForTheShell() throws Exception {
    assertThat(last(advise(keys(600, i -> "%06d'x".formatted(i)), "--layout", "n~' x:*")))
        .contains("'key=n~\\' x:*,salt=hash(*) % 16'");
  }

  @Test
  void fewKeysAreJudgedWithAWarning() throws Exception {
    assertThat(advise("u1\nu2\n"))
        .anyMatch(line -> line.contains("too few keys to judge 16 buckets: give at least 480"));
    assertThat(advise(keys(480, i -> "%04d".formatted(i))))
        .noneMatch(line -> line.contains("too few keys"));
  }

  @Test
  void aSampleInKeyOrderIsMentionedAndUnorderedJudgesNoNewestRows() throws Exception {
    String sample = keys(600, i -> "%04d".formatted(i));
    assertThat(advise(sample)).anyMatch(line -> line.contains("say --unordered"));
    assertThat(advise(sample, "--unordered"))
        .noneMatch(line -> line.contains("newest  the last"))
        .anyMatch(line -> line.matches("none +[0-9.]+ % +- .*"));
  }

  @Test
  void bytesAreWrittenAsHBasesShellPrintsThem() throws Exception {
    KeyLines lines = new KeyLines(new ByteArrayInputStream(bytes("u\\x00\\xfFé\r\n\\y\\")));
    assertThat(lines.next()).contains(new byte[] {'u', 0, -1, (byte) 0xE9});
    assertThat(lines.next()).contains(new byte[] {'\\', 'y', '\\'});
    assertThat(lines.next()).isEmpty();
    assertThat(lines.number()).isEqualTo(2);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void sharesAreWrittenWithAPointInEveryLocale() throws Exception {
    String sample = keys(600, i -> "%04d".formatted(i));
    List<String> shown = advise(sample);
    Locale usual = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(advise(sample)).isEqualTo(shown).anyMatch(line -> line.contains("100.0 %"));
    } finally {
      Locale.setDefault(usual);
    }
  }

  @Test
  void aFileThatCannotBeReadIsNamed() {
    assertThatThrownBy(() -> AdviseCommand.open(Optional.of("src")).read())
        .hasMessage(
            "'src' cannot be read: name a file that this user may read, a key in each line");
  }

  @Test
  void aLineThatIsNoKeyIsRefusedByItsNumber() {
    assertThatThrownBy(() -> advise("u1:a\nu2\n", "--layout", "u~: id:*"))
        .hasMessageContaining("line 2 does not fit --layout: natural key 75 32 does not end")
        .hasMessageContaining("delimiter 0x3A expected");
    assertThatThrownBy(() -> advise("a\n\nb\n")).hasMessageContaining("line 2 is empty");
    assertThatThrownBy(() -> advise("a\\xZ1\n"))
        .hasMessageContaining("line 1: \\x at offset 1 is not followed by two hex digits");
    assertThatThrownBy(() -> advise("a\\x1")).hasMessageContaining("line 1: \\x at offset 1");
    assertThatThrownBy(() -> advise("a".repeat(32_767)))
        .hasMessageContaining("line 1 is too long for a row key: at most 32766 bytes");
    assertThatThrownBy(() -> advise("a".repeat(200_000))).hasMessageContaining("too long");
    assertThatThrownBy(() -> advise("")).hasMessageContaining("the sample is empty");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--reads often | --reads 'often' is not one of by-key, prefix, ranges",
        "--buckets 257 | --buckets '257' is not a number 2 to 256",
        "--servers x | --servers 'x' is not a number 1 to",
        "--buckets | --buckets needs a value",
        "--bucket 4 | '--bucket' is not an option of advise",
        "a b | 'b' is not an option of advise",
        "--buckets 4 --servers 4 | give one of them",
        "--buckets 4 --buckets 8 | --buckets is given twice: leave one of them out",
        "--unordered --unordered | --unordered is given twice",
      })
  void aWrongOptionIsNamed(String arguments, String said) {
    assertThatThrownBy(() -> AdviseOptions.parse(List.of(arguments.split(" "))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(said);
  }
}
