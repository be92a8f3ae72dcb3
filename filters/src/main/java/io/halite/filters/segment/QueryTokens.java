package io.halite.filters.segment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts a query text into tokens, one ahead. */
final class QueryTokens {
  private static final int MAX_LENGTH = 4 << 20;
  private static final String WORD_MARKS = "_-+:@/#";
  private static final List<String> LONG_SYMBOLS = List.of("!=", "<=", ">=", "..");

  private final String text;
  private int at;
  private QueryToken next;

  QueryTokens(String text) {
    this.text = text;
    if (text.length() > MAX_LENGTH) {
      throw new QueryException(
          text, MAX_LENGTH + 1, text.length() + " characters", "at most " + MAX_LENGTH, null);
    }
    this.next = read();
  }

  /** How many commas stand outside of quotes. */
  int commas() {
    int commas = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      quoted ^= c == '\'';
      commas += c == ',' && !quoted ? 1 : 0;
    }
    return commas;
  }

  QueryToken peek() {
    return next;
  }

  QueryToken take() {
    QueryToken taken = next;
    next = read();
    return taken;
  }

  /** Takes the next token if it is that word; false if it is another. */
  boolean takes(String word) {
    boolean taken = next.isWord(word);
    if (taken) {
      take();
    }
    return taken;
  }

  QueryException unexpected(QueryToken token, String expected) {
    return unexpected(token, token.shown(), expected, null);
  }

  QueryException unexpected(
      QueryToken token, String found, String expected, @Nullable Throwable cause) {
    return new QueryException(text, token.position(), found, expected, cause);
  }

  private QueryToken read() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    int begin = at;
    if (begin == text.length()) {
      return new QueryToken(QueryToken.Kind.END, "", begin + 1);
    }
    if (text.charAt(begin) == '\'') {
      return quoted(begin);
    }
    while (at < text.length() && isWordAt(at)) {
      at++;
    }
    if (at > begin) {
      return new QueryToken(QueryToken.Kind.WORD, text.substring(begin, at), begin + 1);
    }
    return symbol(begin);
  }

  private boolean isWordAt(int index) {
    char c = text.charAt(index);
    if (c == '.') {
      boolean before = index > 0 && text.charAt(index - 1) == '.';
      boolean after = index + 1 < text.length() && text.charAt(index + 1) == '.';
      return !before && !after;
    }
    boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letter || WORD_MARKS.indexOf(c) >= 0;
  }

  private QueryToken quoted(int begin) {
    StringBuilder content = new StringBuilder();
    for (at = begin + 1; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c != '\'') {
        content.append(c);
      } else if (at + 1 < text.length() && text.charAt(at + 1) == '\'') {
        content.append(c);
        at++;
      } else {
        at++;
        return new QueryToken(QueryToken.Kind.QUOTED, content.toString(), begin + 1);
      }
    }
    throw new QueryException(text, text.length() + 1, "the end", "a closing quote", null);
  }

  private QueryToken symbol(int begin) {
    for (String symbol : LONG_SYMBOLS) {
      if (text.startsWith(symbol, begin)) {
        at += 2;
        return new QueryToken(QueryToken.Kind.SYMBOL, symbol, begin + 1);
      }
    }
    String symbol = text.substring(begin, text.offsetByCodePoints(begin, 1));
    at += symbol.length();
    return new QueryToken(QueryToken.Kind.SYMBOL, symbol, begin + 1);
  }
}
