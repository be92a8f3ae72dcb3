package io.halite.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every message that Halite prints is on the page of errors by some of its fixed words, and the
 * page quotes no other words.
 */
class TroubleshootingTest {
  private static final String FILES =
      "(keys|filters|client|coprocessor)/src/main/java/.*(?<!package-info)\\.java";

  /** What a message is given to: an exception, an objection, a finding, or the log. */
  private static final Pattern MESSAGE =
      Pattern.compile(
          "(?:new (?!IllegalState|UncheckedIO)\\w+Exception|\\bOptional\\.of|\\brefus(?:ing|al)"
              + "|Finding\\.(?:hurts|note)|LOG\\.(?:warn|error))\\(");

  /** Code in which strings, comments and characters stand. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n]*|/\\*.*?\\*/|\"(?<string>(?:\\\\.|[^\"\\\\\\n])*)\"|'(?:\\\\.|[^'\\\\])+'",
          Pattern.DOTALL);

  private static final Pattern VALUE = Pattern.compile("%[0-9$]*[a-zA-Z]|\\{}|\0");
  private static final Pattern WORD = Pattern.compile("[A-Za-z]{2,}");
  private static final Pattern ITEM =
      Pattern.compile("^- ((?:`[^`]+`,?\\s+)*`[^`]+`):", Pattern.MULTILINE);
  private static final Pattern PHRASE = Pattern.compile("`([^`]+)`");
  private static final int SHORTEST_PHRASE = 10;

  /** A message: where it is, and its words between the values that it shows. */
  private record Message(String file, List<String> fixed) {
    boolean has(String phrase) {
      return fixed.stream().anyMatch(words -> words.contains(phrase));
    }

    @Override
    public String toString() {
      return file + ": " + String.join("…", fixed);
    }
  }

  private static List<Message> messages() throws IOException {
    List<Message> messages = new ArrayList<>();
    for (Path file : Sources.matching(FILES)) {
      String source = Files.readString(file);
      Matcher given = MESSAGE.matcher(source);
      while (given.find()) {
        String text = literals(source, given.end());
        if (WORD.matcher(text).results().count() >= 3) {
          messages.add(new Message(Sources.name(file), Arrays.asList(VALUE.split(text))));
        }
      }
    }
    return messages;
  }

  /** The literals up to the closing bracket, with a NUL wherever a value stands between two. */
  private static String literals(String source, int from) {
    StringBuilder text = new StringBuilder();
    Matcher token = TOKEN.matcher(source);
    int open = 1;
    boolean joined = true;
    int at = from;
    while (open > 0) {
      if (token.region(at, source.length()).lookingAt()) {
        if (token.group("string") != null) {
          text.append(joined ? "" : "\0").append(token.group("string"));
          joined = true;
        }
        at = token.end();
      } else {
        char code = source.charAt(at++);
        open += code == '(' ? 1 : code == ')' ? -1 : 0;
        joined &= Character.isWhitespace(code) || code == '+';
      }
    }
    return text.toString().translateEscapes();
  }

  private static Set<String> phrases() throws IOException {
    Set<String> phrases = new TreeSet<>();
    String page = Files.readString(Sources.ROOT.resolve("docs/troubleshooting.md"));
    Matcher item = ITEM.matcher(page);
    while (item.find()) {
      PHRASE
          .matcher(item.group(1))
          .results()
          .forEach(phrase -> phrases.add(phrase.group(1).replaceAll("\\s+", " ")));
    }
    return phrases;
  }

  @Test
  void everyMessageIsOnThePageByItsFixedWords() throws Exception {
    List<Message> messages = messages();
    Set<String> phrases = phrases();
    assertThat(messages).hasSizeGreaterThan(250);
    assertThat(messages)
        .as("messages without an item in docs/troubleshooting.md")
        .allMatch(message -> phrases.stream().anyMatch(message::has));
  }

  @Test
  void thePageQuotesOnlyWordsOfMessages() throws Exception {
    List<Message> messages = messages();
    assertThat(phrases())
        .hasSizeGreaterThan(200)
        .allSatisfy(phrase -> assertThat(phrase).hasSizeGreaterThanOrEqualTo(SHORTEST_PHRASE))
        .allMatch(phrase -> messages.stream().anyMatch(message -> message.has(phrase)));
  }

  @Test
  void wordsOnBothSidesOfAValueAreApart() {
    String source = "\"row '\" + key + \"' is \" // why\n + \"wrong\", e)";
    assertThat(literals(source, 0)).isEqualTo("row '\0' is wrong");
  }
}
