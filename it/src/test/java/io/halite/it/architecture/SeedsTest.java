package io.halite.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lines of pages that lead to a spec parse, and what they show of it is so. */
class SeedsTest {
  private static final Pattern TEST =
      Pattern.compile("`([A-Z]\\w+(?:Test|IT|Fire|Bench|Properties|Data))(?:#\\w+)?`");
  private static final Pattern METHOD = Pattern.compile("`([A-Z]\\w+)#(\\w+)`");
  private static final Pattern COMMAND =
      Pattern.compile("`halite ([a-z]+)(?: +--technique (\\w+))?`");

  /** An annotation, and the method of that name below it with no other member in between. */
  private static final String TEST_METHOD =
      "(?s)@(?:Test|ParameterizedTest|Property)\\b(?:(?!\n  (?:[a-z]|}\n)).)*\n  void %s\\(";

  /** What an answer of the page may rest on. */
  private static final Pattern SHOWN =
      Pattern.compile(
          METHOD.pattern()
              + "|"
              + COMMAND.pattern()
              + "|`[A-Z]\\w+(?:IT|Bench)`|\\*\\*not (?:built|measured)\\*\\*");

  private static final Pattern QUOTED = Pattern.compile("`(key=[^`]+)`");
  private static final Pattern INDENTED = Pattern.compile("(?m)^ {4,}(key=.+)$");
  private static final Pattern OF_A_COMMAND = Pattern.compile("'(key=[^'`]+)'");

  private static String page(String name) throws IOException {
    return Files.readString(Sources.ROOT.resolve("docs").resolve(name));
  }

  private static Set<String> lines(String page) {
    Set<String> lines = new TreeSet<>();
    for (Pattern pattern : List.of(QUOTED, INDENTED, OF_A_COMMAND)) {
      pattern
          .matcher(page)
          .results()
          .map(line -> line.group(1).replaceAll("\\s+", " ").strip())
          .forEach(lines::add);
    }
    return lines;
  }

  @ParameterizedTest
  @CsvSource({"guide.md, 8", "seeds.md, 30", "comparison.md, 2"})
  void everyLineOfAPageParsesAndPrintsAsItStands(String name, int least) throws Exception {
    assertThat(lines(page(name)))
        .hasSizeGreaterThanOrEqualTo(least)
        .allSatisfy(line -> assertThat(SaltingSpec.parse(line)).hasToString(line));
  }

  @ParameterizedTest
  @CsvSource({"seeds.md, 30", "comparison.md, 2"})
  void everyTestThatAPageNamesExists(String name, int least) throws Exception {
    Set<String> classes =
        Sources.matching(".*/src/(test|bench)/java/.*\\.java").stream()
            .map(Path::getFileName)
            .map(file -> file.toString().replace(".java", ""))
            .collect(Collectors.toSet());
    Set<String> named =
        TEST.matcher(page(name)).results().map(each -> each.group(1)).collect(Collectors.toSet());
    assertThat(named).hasSizeGreaterThanOrEqualTo(least);
    named.removeAll(classes);
    assertThat(named).as("tests that do not exist").isEmpty();
  }

  @Test
  void everyTestMethodThatThePageNamesExists() throws Exception {
    List<MatchResult> named = METHOD.matcher(page("seeds.md")).results().toList();
    assertThat(named).hasSizeGreaterThanOrEqualTo(60);
    List<Path> tests = Sources.matching(".*/src/test/java/.*\\.java");
    for (MatchResult method : named) {
      String file = method.group(1) + ".java";
      List<Path> files =
          tests.stream().filter(test -> test.getFileName().toString().equals(file)).toList();
      assertThat(files).as(method.group()).hasSize(1);
      assertThat(Files.readString(files.get(0)))
          .as(method.group())
          .containsPattern(TEST_METHOD.formatted(method.group(2)));
    }
  }

  @Test
  void everyCommandThatThePageNamesExists() throws Exception {
    String launcher = Files.readString(Sources.ROOT.resolve("shell-scripts/halite"));
    String techniques =
        Files.readString(Sources.ROOT.resolve("it/src/main/java/io/halite/it/demo/Technique.java"));
    List<MatchResult> named = commands(page("seeds.md"));
    assertThat(named).hasSizeGreaterThanOrEqualTo(10);
    for (MatchResult command : named) {
      assertThat(launcher).containsPattern("(?m)^  " + command.group(1) + "\\) shift && ");
      Optional.ofNullable(command.group(2))
          .filter(technique -> !technique.equals("all"))
          .ifPresent(
              technique ->
                  assertThat(techniques)
                      .containsPattern(
                          "  " + technique.toUpperCase(Locale.ROOT) + "\\(\\s*TechniqueKeys\\."));
    }
  }

  private static List<MatchResult> commands(String page) {
    return COMMAND.matcher(page.replaceAll("\\s+", " ")).results().toList();
  }

  /** A claim that nothing shows is no answer. */
  @Test
  void everyAnswerNamesWhatShowsIt() throws Exception {
    String answers =
        page("seeds.md").replaceAll("(?s)## What is not built.*", "").replaceAll("(?m)^## .*", "");
    List<String> items = List.of(answers.split("(?m)^- "));
    assertThat(items).hasSizeGreaterThan(75);
    assertThat(items.stream().skip(1).map(item -> item.replaceAll("\\s+", " ")))
        .allSatisfy(item -> assertThat(item).containsPattern(SHOWN));
  }

  /** The picture, and the commands below it, are of one table. */
  @Test
  void thePictureOfTheReadmeHasTheBytesOfItsSpec() throws Exception {
    String readme = Files.readString(Sources.ROOT.resolve("README.md"));
    Matcher put = Pattern.compile("client .*\\R +put (\\w+) ").matcher(readme);
    Matcher spec = Pattern.compile("(key=\\S+ [^']*)'").matcher(readme);
    assertThat(put.find()).isTrue();
    assertThat(spec.find()).isTrue();
    byte[] natural = put.group(1).getBytes(StandardCharsets.US_ASCII);
    byte[] stored = SaltingSpec.parse(spec.group(1)).salt().salt(natural);
    String shown = KeyBytes.readable(stored, 1).substring(0, "0B·32 30 30 31".length());
    assertThat(readme)
        .contains("salt = murmur3(key) mod 16 = " + shown.substring(0, 2))
        .contains("stores " + shown + " …")
        .contains("covers " + shown.substring(3) + " …");
  }

  /** Each of the guides, and what is missing. */
  @Test
  void thePageHasASectionForEachGuide() throws Exception {
    assertThat(page("seeds.md").lines().filter(line -> line.startsWith("## "))).hasSize(6);
  }
}
