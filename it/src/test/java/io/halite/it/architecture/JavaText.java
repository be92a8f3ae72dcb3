package io.halite.it.architecture;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The comments and string literals of a Java source, with blanks where its code stands. */
final class JavaText {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<comment>//[^\\n]*|/\\*.*?\\*/)"
              + "|\"\"\"(?<block>(?:\\\\.|.)*?)\"\"\""
              + "|\"(?<string>(?:\\\\.|[^\"\\\\\\n])*)\""
              + "|'(?:\\\\.|[^'\\\\])+'",
          Pattern.DOTALL);

  private JavaText() {}

  static String of(String source) {
    StringBuilder text = new StringBuilder(source.replaceAll("[^\\n]", " "));
    Matcher token = TOKEN.matcher(source);
    while (token.find()) {
      for (String kind : new String[] {"comment", "block", "string"}) {
        if (token.group(kind) != null) {
          text.replace(token.start(kind), token.end(kind), token.group(kind));
        }
      }
    }
    return text.toString();
  }
}
