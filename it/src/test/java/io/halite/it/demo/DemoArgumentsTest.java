package io.halite.it.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoArgumentsTest {
  @Test
  void whatIsNotSaidIsTheLeast() {
    assertThat(DemoArguments.parse(List.of()))
        .isEqualTo(
            new DemoArguments(
                20_000, Path.of("target", "demo"), 80, false, false, false, List.of()));
  }

  @Test
  void everyOptionCounts() {
    List<String> all =
        List.of(
            ("--rows 2000 --directory d --columns 100 --redraw --colour --blocks --technique md5")
                .split(" "));
    assertThat(DemoArguments.parse(all))
        .isEqualTo(
            new DemoArguments(2000, Path.of("d"), 100, true, true, true, List.of(Technique.MD5)));
  }

  @Test
  void theHelpAndTheRefusalNameEveryTechnique() throws IOException {
    String help =
        Files.readString(Path.of("..", "shell-scripts", "halite")).replaceAll("\\s+", " ");
    assertThat(help).contains("technique: " + Technique.names().replace(", all", ", or all"));
    assertThatThrownBy(() -> Technique.named("pepper"))
        .hasMessage("--technique 'pepper' is not one of " + Technique.names());
    assertThat(Technique.names()).startsWith("plain, hash, ").endsWith(", index, all");
  }

  @Test
  void everySectionOfThePageOfTechniquesIsShownByOne() throws IOException {
    List<String> shown = new ArrayList<>(List.of("plain"));
    for (String line : Files.readAllLines(Path.of("..", "docs", "techniques.md"))) {
      if (line.startsWith("| [")) {
        String names = line.substring(line.lastIndexOf('|', line.length() - 2) + 1);
        Matcher name = Pattern.compile("`([a-z0-9]+)`").matcher(names);
        assertThat(name.find()).as(line).isTrue();
        do {
          shown.add(name.group(1));
        } while (name.find());
      }
    }
    assertThat(shown)
        .containsExactlyInAnyOrder(
            Arrays.stream(Technique.values()).map(Technique::toString).toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "--rows 3, --rows '3' is outside 4..20000",
    "--rows 20001, --rows '20001' is outside 4..20000",
    "--rows many, --rows 'many' is not a number",
    "--rows, --rows needs a value",
    "--technique pepper, --technique 'pepper' is not one of",
    "--fast, '--fast' is not an option of the demonstration",
  })
  void anythingElseIsRefusedByName(String arguments, String message) {
    assertThatThrownBy(() -> DemoArguments.parse(List.of(arguments.split(" "))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }
}
