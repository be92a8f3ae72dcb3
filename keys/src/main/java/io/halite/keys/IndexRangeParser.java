package io.halite.keys;

/** Reads what a text asks of an index, {@code ann1 [20010101, 20010201)}. One use. */
final class IndexRangeParser {
  private static final String SYMBOLS = "[](),*";
  private static final byte[] NONE = {};

  private final RowIndex index;
  private final String text;
  private int at;
  private boolean quoted;
  private String next = "";

  /** Whether the next token is a symbol, or the end; else it is a value. */
  private boolean symbol;

  IndexRangeParser(RowIndex index, String text) {
    this.index = index;
    this.text = text;
    advance();
  }

  IndexRange parse(byte[] given) {
    byte[] leading = given;
    while (!isEnd()) {
      IndexPart part = index.partBehind(leading);
      if (take("[")) {
        byte[] from = optionalBound(part);
        expect(",");
        byte[] to = optionalBound(part);
        expect(")");
        requireEnd();
        return IndexRange.between(index, leading, from, to);
      }
      requireValue();
      String value = next;
      boolean inQuotes = quoted;
      advance();
      if (take("*")) {
        requireEnd();
        return IndexRange.startingWith(index, leading, value, inQuotes);
      }
      leading = KeyBytes.concat(leading, part.value(value, inQuotes));
      if (part.width() == 0) {
        requireEnd();
      }
    }
    return IndexRange.values(index, leading);
  }

  private byte[] optionalBound(IndexPart part) {
    if (symbol) {
      return NONE;
    }
    byte[] bound = part.bound(next, quoted);
    advance();
    return bound;
  }

  private boolean isEnd() {
    return symbol && next.isEmpty();
  }

  private boolean take(String expected) {
    boolean taken = symbol && next.equals(expected);
    if (taken) {
      advance();
    }
    return taken;
  }

  private void expect(String expected) {
    if (!take(expected)) {
      throw refused(found() + " stands where '" + expected + "' should");
    }
  }

  private void requireEnd() {
    if (!isEnd()) {
      throw refused(found() + " follows the end of the question: remove it");
    }
  }

  private void requireValue() {
    if (symbol) {
      throw refused(found() + " stands where a value or a range should");
    }
  }

  private String found() {
    return isEnd() ? "the end" : "'" + KeyBytes.cut(next) + "'";
  }

  /** Not by a regular expression: those of Java recurse, and the text comes from clients. */
  private void advance() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    quoted = false;
    symbol = at == text.length() || SYMBOLS.indexOf(text.charAt(at)) >= 0;
    int begin = at;
    if (at == text.length()) {
      next = "";
    } else if (text.charAt(at) == '\'') {
      advanceQuoted();
    } else if (symbol) {
      at++;
      next = text.substring(begin, at);
    } else {
      while (at < text.length() && isWord(text.charAt(at))) {
        at++;
      }
      next = text.substring(begin, at);
    }
  }

  private void advanceQuoted() {
    StringBuilder content = new StringBuilder();
    at++;
    while (at < text.length()) {
      char c = text.charAt(at++);
      boolean ends = c == '\'' && (at == text.length() || text.charAt(at) != '\'');
      if (ends) {
        next = content.toString();
        quoted = true;
        return;
      }
      at += c == '\'' ? 1 : 0;
      content.append(c);
    }
    throw refused("it ends within quotes");
  }

  private static boolean isWord(char c) {
    return !Character.isWhitespace(c) && c != '\'' && SYMBOLS.indexOf(c) < 0;
  }

  private IllegalArgumentException refused(String fault) {
    return new IllegalArgumentException(
        "'%s' asks nothing of index '%s': %s; ask for whole values and one range at their end, such"
                .formatted(KeyBytes.cut(text), index, fault)
            + " as 42 [20010101, 20010201), or a beginning, 42 2001*");
  }
}
