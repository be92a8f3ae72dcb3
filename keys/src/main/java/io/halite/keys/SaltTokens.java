package io.halite.keys;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words, numbers and symbols of a salt's text, with or without spaces between them. */
final class SaltTokens {
  private static final Pattern TOKEN = Pattern.compile(" *([A-Za-z][A-Za-z0-9_-]*|[0-9]+|[^ ])");

  private final String text;
  private int position;

  SaltTokens(String text) {
    this.text = text;
  }

  /** Returns the next token without taking it; an empty text at the end. */
  String peek() {
    Matcher token = matcher();
    return token.lookingAt() ? token.group(1) : "";
  }

  /** Takes the next token. */
  String take() {
    Matcher token = matcher();
    if (!token.lookingAt()) {
      return "";
    }
    position = token.end();
    return token.group(1);
  }

  /** Takes the next token if it is this one, and says whether it was. */
  boolean takeIf(String expected) {
    boolean matches = peek().equals(expected);
    if (matches) {
      take();
    }
    return matches;
  }

  /** Takes this word if it comes next, also right before punctuation: {@code letters-}. */
  boolean takeWord(String word) {
    Matcher next = Pattern.compile(" *" + word + "(?![A-Za-z0-9])").matcher(text);
    boolean matches = next.region(position, text.length()).lookingAt();
    position = matches ? next.end() : position;
    return matches;
  }

  /** Takes this token, or refuses the text. */
  void expect(String expected) {
    String given = peek();
    if (!takeIf(expected)) {
      throw refuse(
          (given.isEmpty() ? "it ends" : "'" + given + "' stands")
              + " where '"
              + expected
              + "' should");
    }
  }

  /** Takes a decimal number from {@code least} to {@code most}, or refuses the text. */
  int number(String meaning, int least, int most) {
    String given = take();
    int number = Numbers.parse(given);
    if (number < least || number > most) {
      throw refuse(meaning + " '" + given + "' is not a number " + least + " to " + most);
    }
    return number;
  }

  /** Takes the rest of the text. */
  String rest() {
    String rest = text.substring(position);
    position = text.length();
    return rest;
  }

  /** Refuses what is left over, if anything is. */
  void end() {
    if (position < text.length()) {
      throw refuse("'" + rest().strip() + "' is left over after a whole salt");
    }
  }

  SpecException refuse(String rule) {
    return new SpecException(SaltParser.KEY, text, rule);
  }

  private Matcher matcher() {
    return TOKEN.matcher(text).region(position, text.length());
  }
}
