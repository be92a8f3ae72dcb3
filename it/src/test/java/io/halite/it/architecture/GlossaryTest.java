package io.halite.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** No text of the project uses a word that docs/glossary.md has retired. */
class GlossaryTest {
  private static final Path ROOT = Sources.ROOT;
  private static final String FILES =
      ".*\\.(md|rb)|.*/src/main/.*\\.java|pom\\.xml|shell-scripts/halite|conf/.*";
  private static final String TESTS = ".*/src/test/.*\\.java";
  private static final Pattern TEST_NAME = Pattern.compile("\\bvoid (\\w+)\\(");
  private static final String PAGE = "docs/glossary.md";
  private static final String SECTION = "Retired words: say X instead";
  private static final Pattern ITEM =
      Pattern.compile("- ((?:`[^`]+`(?:,\\s+)?)+): say .*", Pattern.DOTALL);
  private static final Pattern PHRASE = Pattern.compile("`([^`]+)`");

  /** What may stand between two words: the end of a line, and the signs of the next one. */
  private static final String BETWEEN = "[\\s*/#>\"+-]+";

  /** Uses that have another meaning: the file, the phrase, the reason. */
  private record Exempt(String file, String phrase, String reason) {}

  private static final List<Exempt> EXCEPTIONS = List.of();

  private static List<String> retired() throws IOException {
    String section =
        MarkdownPage.read(ROOT.resolve(PAGE)).section(SECTION).stream()
            .map(MarkdownPage.Line::text)
            .collect(Collectors.joining("\n"));
    List<String> phrases = new ArrayList<>();
    for (String item : section.split("\n(?=- )|\n\n")) {
      Matcher retired = ITEM.matcher(item);
      if (retired.matches()) {
        PHRASE.matcher(retired.group(1)).results().forEach(found -> phrases.add(found.group(1)));
      }
    }
    return phrases;
  }

  /** Any of these, whole; not a part of a name such as {@code JAVA_HOME} or {@code java.home}. */
  private static Pattern pattern(List<String> phrases) {
    String any =
        phrases.stream()
            .sorted(Comparator.comparing(String::length).reversed())
            .map(GlossaryTest::words)
            .collect(Collectors.joining("|"));
    return Pattern.compile(
        "(?<![\\w.$/-])(?:" + any + ")(?![\\w/-]|\\.\\w)", Pattern.CASE_INSENSITIVE);
  }

  private static String words(String phrase) {
    return Arrays.stream(phrase.split(" "))
        .map(Pattern::quote)
        .collect(Collectors.joining(BETWEEN));
  }

  /** The text of a file that people read, with every line where it is. */
  private static String text(Path file) throws IOException {
    String name = Sources.name(file);
    String text = Files.readString(file);
    if (name.endsWith(".java")) {
      return JavaText.of(text);
    }
    int retired = name.equals(PAGE) ? text.indexOf("## " + SECTION) : text.length();
    return text.substring(0, retired);
  }

  @Test
  void noTextUsesARetiredWord() throws Exception {
    List<String> retired = retired();
    assertThat(retired).as("phrases in %s", PAGE).contains("home", "tell the");
    Pattern any = pattern(retired);
    Set<String> hits = new TreeSet<>();
    for (Path file : Sources.matching(FILES)) {
      String name = Sources.name(file);
      String text = text(file);
      for (MatchResult hit : any.matcher(text).results().toList()) {
        String phrase = hit.group().toLowerCase(Locale.ROOT).replaceAll(BETWEEN, " ");
        long line = 1 + text.substring(0, hit.start()).chars().filter(c -> c == '\n').count();
        if (!isExempt(name, phrase)) {
          hits.add("%s:%d: '%s'".formatted(name, line, phrase));
        }
      }
    }
    assertThat(hits).as("retired words, see %s", PAGE).isEmpty();
  }

  /** {@code aTableStartsAnew} uses the word "anew". */
  @Test
  void noTestIsNamedByARetiredWord() throws Exception {
    Pattern any = pattern(retired());
    Set<String> hits = new TreeSet<>();
    for (Path file : Sources.matching(TESTS)) {
      for (MatchResult name : TEST_NAME.matcher(Files.readString(file)).results().toList()) {
        String words = name.group(1).replaceAll("(?=[A-Z])", " ");
        any.matcher(words)
            .results()
            .forEach(hit -> hits.add(Sources.name(file) + ": " + name.group(1)));
      }
    }
    assertThat(hits).as("names of tests with retired words, see %s", PAGE).isEmpty();
  }

  private static boolean isExempt(String file, String phrase) {
    return EXCEPTIONS.stream()
        .anyMatch(except -> except.file.equals(file) && except.phrase.equals(phrase));
  }

  @Test
  void theStoredKeyOfTheExampleIsRight() throws Exception {
    byte[] stored = SaltingSpec.parse("salt=hash(*) % 16").salt().salt(new byte[] {65, 84, 76});
    assertThat(Files.readString(ROOT.resolve(PAGE)))
        .contains("`salt=hash(*) % 16` it is `" + KeyBytes.readable(stored, 1) + "`");
  }

  @Test
  void everyExceptionIsOfAFileAndARetiredPhrase() throws Exception {
    List<String> retired = retired();
    for (Exempt except : EXCEPTIONS) {
      assertThat(ROOT.resolve(except.file)).exists();
      assertThat(retired).contains(except.phrase);
      assertThat(except.reason).isNotBlank();
    }
  }

  @Test
  void aPhraseIsFoundAcrossLinesAndNotInsideAName() {
    Pattern any = pattern(List.of("home", "could not be told"));
    assertThat(any.matcher("rows could\n * not be told.").find()).isTrue();
    assertThat(any.matcher("one home of the row").find()).isTrue();
    assertThat(any.matcher("JAVA_HOME java.home home.dir homely").find()).isFalse();
    assertThat(JavaText.of("int home = 1; // home\n\"a home\"; '\"'; home()").lines())
        .map(String::strip)
        .containsExactly("// home", "a home");
  }
}
