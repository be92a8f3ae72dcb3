package io.halite.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.demo.DemoVerdict.Worse;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoIT {
  @Test
  void flightsWrittenInOrderOfTimeLieSpreadAndComeBackInOrder(@TempDir Path directory)
      throws Exception {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    DemoArguments given = new DemoArguments(2_000, directory, 100, false, false, false, List.of());
    DemoVerdict verdict =
        Demo.show(given, given.terminal(new PrintStream(written, false, StandardCharsets.UTF_8)));

    assertThat(verdict.isGood()).as(written.toString(StandardCharsets.UTF_8)).isTrue();
    assertThat(verdict.busiestOfMean()).isLessThan(1.3);
    assertThat(verdict.worse()).contains(new Worse("plain table", 16.0));
    List<String> lines = written.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines.get(lines.size() - 1))
        .isEqualTo(
            "demo: 2000 rows written, 2000 read back, 0 differences;"
                + " busiest region %.2f of the mean (plain table 16.00)",
            verdict.busiestOfMean());
    assertThat(lines)
        .anyMatch(line -> line.startsWith("hbase> alter 'flights', METHOD => 'table_att'"))
        .anyMatch(
            line ->
                line.matches("hbase> latest 'departures', \\['LAS', 'LAX', .*, 3, COLUMN => .*"))
        .anyMatch(line -> line.matches("   LAX 2001-01-01T[0-9:]+Z [A-Z]{3} column=f:delay, .*"))
        .anyMatch(line -> line.matches("   LAX count=50, mean=.*"))
        .anyMatch(line -> line.matches("  for these 15 rows the servers read (1[5-9]|20) of .*"))
        .noneMatch(line -> line.contains("\u001b"));
    assertThatServersShareTheRequests(lines);
  }

  /** Lines like {@code server 2 #### 2,000 server 2 ## 700 620}: one gateway, doors, stored. */
  private static void assertThatServersShareTheRequests(List<String> lines) {
    List<Matcher> servers =
        lines.stream()
            .map(
                Pattern.compile(
                        "  server \\d [ #█▏▎▍▌▋▊▉]+ ([0-9,]+)"
                            + "  server \\d [ #█▏▎▍▌▋▊▉]+ ([0-9,]+) +([0-9,]+)")
                    ::matcher)
            .filter(Matcher::matches)
            .toList();
    assertThat(servers).hasSize(3);
    assertThat(servers).extracting(server -> server.group(1)).containsOnlyOnce("2,000");
    assertThat(servers).extracting(server -> server.group(1)).filteredOn("0"::equals).hasSize(2);
    assertThat(servers).extracting(server -> server.group(2)).doesNotContain("0", "2,000");
    assertThat(
            servers.stream()
                .mapToInt(server -> Integer.parseInt(server.group(3).replace(",", "")))
                .sum())
        .as("rows that the servers store")
        .isEqualTo(2_000);
  }

  @Tag("wide")
  @Test
  void eachTechniqueShowsItsKeysAndWhatItCosts(@TempDir Path directory) throws Exception {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    DemoArguments given =
        new DemoArguments(500, directory, 100, false, false, false, Technique.named("all"));
    DemoVerdict verdict =
        Demo.show(given, given.terminal(new PrintStream(written, false, StandardCharsets.UTF_8)));
    String shown = written.toString(StandardCharsets.UTF_8);
    assertThat(verdict.isGood()).as(shown).isTrue();
    assertThat(shown)
        .contains("md5: md5(origin)[0:4]", "reverse: reverse(departure)", "  stored key   ")
        .containsPattern("RPCs: a get [0-9]; a scan by prefix, [0-9]+ rows, [0-9]+; a scan of all")
        .containsPattern(
            "busiest region 1[.][0-9]{2} of the mean \\(at worst, by [a-z0-9]+, [0-9.]+\\)");
    assertThat(shown.lines().filter(line -> line.startsWith("| `")))
        .hasSameSizeAs(Technique.values());
    assertThat(shown.lines()).containsAll(TechniqueCosts.HEAD.lines().toList());
    String page = Files.readString(Path.of("..", "docs", "technique-costs.md"));
    assertThat(page).contains(TechniqueCosts.HEAD);
    for (Technique technique : Technique.values()) {
      String rpcs = gets(technique) + " \\| " + scansByPrefix(technique);
      assertThat(shown.lines())
          .as("the RPCs of a get and of a scan by prefix under %s", technique)
          .anyMatch(line -> line.matches("\\| `" + technique + "` \\|.*" + costs(rpcs)));
      String row = new TechniqueCosts(technique, 0, 0, 0, 0).toString();
      assertThat(page)
          .containsPattern(Pattern.quote(row.substring(0, row.indexOf("0.00"))) + costs(rpcs));
    }
  }

  private static String costs(String rpcs) {
    return "[0-9.]+ \\| " + rpcs + " \\| [0-9]+ \\|";
  }

  /**
   * The gateway's and the owner's; without a salt one; by chance the gateway's and each server's.
   */
  private static int gets(Technique technique) {
    return switch (technique) {
      case PLAIN, COMPOSITE, RPAD -> 1;
      case RANDOM, DICE -> 4;
      default -> 2;
    };
  }

  /**
   * The gateway's, and one to each of the regions in which rows with the prefix may lie: 16 at
   * most, without those that the gateway has found vacant, unless the prefix fixes what is salted.
   */
  private static String scansByPrefix(Technique technique) {
    return switch (technique) {
      case PLAIN, COMPOSITE, RPAD -> "1";
      case HASH, LETTERS, DIGIT, TAIL -> "(?:[6-9]|1[0-7])";
      // By chance few rows lie in fewer regions.
      case RANDOM, DICE -> "(?:[3-9]|1[0-7])";
      case SPREAD -> "5";
      default -> "2";
    };
  }

  @Test
  void theVerdictIsGoodOnlyWhenNothingDiffers() {
    assertThat(new DemoVerdict(9, 9, 0, 1, Optional.empty()).isGood()).isTrue();
    assertThat(new DemoVerdict(9, 9, 1, 1, Optional.empty()).isGood()).isFalse();
    assertThat(new DemoVerdict(9, 8, 0, 1, Optional.empty()).isGood()).isFalse();
  }
}
