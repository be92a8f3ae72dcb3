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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every message that Halite prints is on the page of errors by some of its fixed words, and the
 * page quotes no other words.
 */
class TroubleshootingTest {
  private static final String FILES =
      "(keys|filters|client|coprocessor|it)/src/main/java/.*(?<!package-info)\\.java";

  /** What a message is given to: an exception or what makes one, a finding, or the log. */
  private static final Pattern MESSAGE =
      Pattern.compile(
          "(?:new (?!UncheckedIO)\\w+Exception|\\bOptional\\.of|\\brefus(?:e|ed|ing|al)"
              + "|\\bunexpected|\\bwrong|ForwardRetry\\.later|NotSentException\\.\\w+"
              + "|System\\.err\\.println|Finding\\.(?:hurts|note)|LOG\\.(?:warn|error))\\(");

  /** A text that a method returns or keeps until an exception takes it. */
  private static final Pattern STATEMENT = Pattern.compile("\\b(?:return|String \\w+\\s*=)\\s");

  /** Sources whose texts are answers, not messages. */
  private static final Pattern ANSWERS =
      Pattern.compile(
          "it/.*|.*/(?:client/shell|keys/advice)/.*|.*/(?:Setting|SaltedTableSplit)\\.java");

  /** A shorter text that a method returns is more often a part of a message, or none. */
  private static final int WORDS_OF_A_SENTENCE = 8;

  private static final String SCRIPTS = "shell-scripts/(halite|ruby/.*\\.rb)";

  /** What a command of the shell or the launcher says when it fails. */
  private static final Pattern SCRIPT_MESSAGE =
      Pattern.compile(
          "(?:\\bfail|\\bwarn|raise ArgumentError,|\\w+_HINT =)\\s+"
              + "(?<text>(?:\"[^\"]*\"|'[^']*')(?:\\s*\\\\\\s+(?:\"[^\"]*\"|'[^']*'))*)");

  private static final Pattern SCRIPT_VALUE =
      Pattern.compile("\\$\\{[^}]*}|\\$[\\w*]+|#\\{[^}]*}|[\"']?\\s*\\\\\\n\\s*[\"']?");

  /** Code in which strings, comments and characters stand. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n]*|/\\*.*?\\*/|\"\"\".*?\"\"\"|\"(?<string>(?:\\\\.|[^\"\\\\\\n])*+)\""
              + "|'(?:\\\\.|[^'\\\\\\n])++'",
          Pattern.DOTALL);

  private static final Pattern VALUE = Pattern.compile("%[0-9$]*[a-zA-Z]|\\{}|\0");
  private static final Pattern WORD = Pattern.compile("[A-Za-z]{2,}");
  private static final Pattern ITEM =
      Pattern.compile("^- ((?:`[^`]+`,?\\s+)*`[^`]+`):", Pattern.MULTILINE);
  private static final Pattern PHRASE = Pattern.compile("`([^`]+)`");
  private static final int SHORTEST_PHRASE = 8;

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

  private static List<Message> messages(int wordsOfASentence) throws IOException {
    List<Message> messages = new ArrayList<>();
    for (Path file : Sources.matching(FILES)) {
      String source = Files.readString(file);
      Matcher given = MESSAGE.matcher(source);
      while (given.find()) {
        String text = literals(source, given.end());
        if (words(text) >= 3) {
          messages.add(new Message(Sources.name(file), Arrays.asList(VALUE.split(text))));
        }
      }
      if (!ANSWERS.matcher(Sources.name(file)).matches()) {
        sentences(Sources.name(file), source, wordsOfASentence).forEach(messages::add);
      }
    }
    return messages;
  }

  private static Stream<Message> sentences(String file, String source, int least) {
    return STATEMENT
        .matcher(source)
        .results()
        .filter(start -> source.indexOf('"', start.end()) >= 0)
        .map(start -> literals(source, start.end(), ';', '{'))
        .filter(text -> words(text) >= least)
        .map(text -> new Message(file, Arrays.asList(VALUE.split(text))));
  }

  private static List<Message> messagesOfScripts() throws IOException {
    List<Message> messages = new ArrayList<>();
    for (Path file : Sources.matching(SCRIPTS)) {
      Matcher given = SCRIPT_MESSAGE.matcher(Files.readString(file));
      while (given.find()) {
        String[] fixed = SCRIPT_VALUE.split(given.group("text"));
        messages.add(new Message(Sources.name(file), Arrays.asList(fixed)));
      }
    }
    return messages;
  }

  private static long words(String text) {
    return WORD.matcher(text).results().count();
  }

  /** The literals up to the closing bracket, with a NUL wherever a value stands between two. */
  private static String literals(String source, int from) {
    return literals(source, from, ')', ')');
  }

  /** The literals up to one of two characters outside of brackets. */
  private static String literals(String source, int from, char end, char otherEnd) {
    StringBuilder text = new StringBuilder();
    Matcher token = TOKEN.matcher(source);
    int open = 0;
    boolean joined = true;
    int at = from;
    while (true) {
      if (token.region(at, source.length()).lookingAt()) {
        if (token.group("string") != null) {
          text.append(joined ? "" : "\0").append(token.group("string"));
          joined = true;
        }
        at = token.end();
      } else {
        char code = source.charAt(at++);
        if (open == 0 && (code == end || code == otherEnd)) {
          return text.toString().translateEscapes();
        }
        open += code == '(' ? 1 : code == ')' ? -1 : 0;
        joined &= Character.isWhitespace(code) || code == '+';
      }
    }
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
    List<Message> messages = messages(WORDS_OF_A_SENTENCE);
    Set<String> phrases = phrases();
    assertThat(messages).hasSizeGreaterThan(350);
    assertThat(messagesOfScripts())
        .hasSizeGreaterThan(15)
        .allMatch(each -> !each.fixed().isEmpty());
    messages.addAll(messagesOfScripts());
    assertThat(messages.stream().filter(message -> phrases.stream().noneMatch(message::has)))
        .as("messages without an item in docs/troubleshooting.md")
        .isEmpty();
  }

  @Test
  void thePageQuotesOnlyWordsOfMessages() throws Exception {
    List<Message> messages = messages(3);
    messages.addAll(messagesOfScripts());
    Set<String> phrases = phrases();
    assertThat(phrases).hasSizeGreaterThan(300);
    assertThat(phrases.stream().filter(phrase -> phrase.length() < SHORTEST_PHRASE)).isEmpty();
    assertThat(
            phrases.stream()
                .filter(phrase -> messages.stream().noneMatch(each -> each.has(phrase))))
        .as("words of docs/troubleshooting.md that no message has")
        .isEmpty();
  }

  @Test
  void wordsOnBothSidesOfAValueAreApart() {
    String source = "\"row '\" + key + \"' is \" // why\n + \"wrong\", e)";
    assertThat(literals(source, 0)).isEqualTo("row '\0' is wrong");
  }

  @Test
  void theValuesOfAScriptAreLeftOut() {
    Matcher given =
        SCRIPT_MESSAGE.matcher("raise ArgumentError,\n  \"'#{x}' is no key: \" \\\n  'a'");
    assertThat(given.find()).isTrue();
    assertThat(SCRIPT_VALUE.split(given.group("text")))
        .containsExactly("\"'", "' is no key: ", "a'");
  }
}
