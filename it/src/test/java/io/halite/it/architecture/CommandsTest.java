package io.halite.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of commands has those of the shell and of the launcher, and no other. */
class CommandsTest {
  private static final Path PAGE = Sources.ROOT.resolve("docs/commands.md");
  private static final Path LAUNCHER = Sources.ROOT.resolve("shell-scripts/halite");

  private static final Pattern COMMAND =
      Pattern.compile("Halite\\.command\\('(?<name>\\w+)'[^)]*?(?:%w\\[(?<options>[^]]*)])?\\)");
  private static final Pattern EXAMPLE = Pattern.compile("hbase> (.*(?:\\n {20,}.*)*)");
  private static final Pattern USAGE = Pattern.compile("(?m)^  (?! )(.*(?:\\n {9}\\[.*)*)");
  private static final Pattern LISTED = Pattern.compile("(?m)^- `halite ([^`]*)`");

  private static String ruby() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path file : Sources.matching("shell-scripts/ruby/halite/.*\\.rb")) {
      all.append(Files.readString(file));
    }
    return all.toString();
  }

  private static String section(String command) throws IOException {
    return text(MarkdownPage.read(PAGE).section("`" + command + "`"));
  }

  private static String text(List<MarkdownPage.Line> lines) {
    return lines.stream().map(MarkdownPage.Line::text).collect(Collectors.joining("\n"));
  }

  @Test
  void everyCommandOfTheShellHasASectionWithItsOptions() throws Exception {
    Matcher command = COMMAND.matcher(ruby());
    Set<String> names = new TreeSet<>();
    while (command.find()) {
      String section = section(command.group("name"));
      names.add(command.group("name"));
      assertThat(section).as(command.group("name")).isNotBlank();
      if (command.group("options") != null) {
        for (String option : command.group("options").strip().split("\\s+")) {
          assertThat(section).as(command.group("name")).contains("`" + option + "`");
        }
      }
    }
    assertThat(names).hasSizeGreaterThan(10);
    assertThat(
            MarkdownPage.read(PAGE).lines().stream().filter(line -> line.text().startsWith("### ")))
        .extracting(line -> line.text().replaceAll("[#` ]", ""))
        .containsExactlyInAnyOrderElementsOf(names);
  }

  @Test
  void everyExampleStandsInTheHelpOfItsCommand() throws Exception {
    Set<String> helps =
        EXAMPLE.matcher(ruby()).results().map(each -> each.group(1)).collect(Collectors.toSet());
    List<String> examples =
        MarkdownPage.read(PAGE).lines().stream()
            .filter(line -> line.kind() == MarkdownPage.Kind.INDENTED && !line.text().isBlank())
            .map(line -> line.text().strip())
            .filter(line -> !line.startsWith("HBASE_CLASSPATH="))
            .toList();
    assertThat(examples).hasSizeGreaterThan(10).allMatch(helps::contains);
  }

  @Test
  void everyCommandOfTheLauncherIsListedAsItsHelpHasIt() throws Exception {
    String script = Files.readString(LAUNCHER);
    String help = script.substring(script.indexOf("usage: halite"), script.indexOf("environment:"));
    Set<String> usages =
        USAGE
            .matcher(help)
            .results()
            .map(each -> each.group(1).replaceAll("\\s+", " ").replaceFirst(" show this text", ""))
            .map(String::strip)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> listed =
        LISTED
            .matcher(Files.readString(PAGE))
            .results()
            .map(each -> each.group(1).replaceAll("\\s+", " "))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(listed).hasSizeGreaterThan(8).isEqualTo(usages);
  }

  /** A command that the help leaves out would be on no page either. */
  @Test
  void theHelpOfTheLauncherHasEachOfItsCommands() throws Exception {
    String script = Files.readString(LAUNCHER);
    String cases = script.substring(script.lastIndexOf("case ${1:-help} in"));
    assertThat(Pattern.compile("(?m)^  ([a-z]+)(?= \\||\\))").matcher(cases).results())
        .hasSizeGreaterThan(6)
        .allMatch(each -> script.matches("(?s).*\\n  " + each.group(1) + "[ \\n].*"));
  }
}
