package io.halite.keys;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a text asks of an index, {@code ann1 [20010101, 20010201)}. One use. */
final class IndexRangeParser {
  private static final Pattern TOKEN =
      Pattern.compile("\\s*(?:'((?:[^']|'')*)'|([^\\s'\\[\\](),*]+)|(\\S))");
  private static final byte[] NONE = {};

  private final RowIndex index;
  private final String text;
  private final Matcher token;
  private boolean quoted;
  private String next = "";

  /** Whether the next token is a symbol, or the end; else it is a value. */
  private boolean symbol;

  IndexRangeParser(RowIndex index, String text) {
    this.index = index;
    this.text = text;
    this.token = TOKEN.matcher(text);
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
      throw refused(found() + " stands behind the last that can be asked");
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

  private void advance() {
    if (!token.find()) {
      next = "";
      symbol = true;
      return;
    }
    quoted = token.group(1) != null;
    symbol = token.group(3) != null;
    next = quoted ? token.group(1).replace("''", "'") : token.group(symbol ? 3 : 2);
  }

  private IllegalArgumentException refused(String fault) {
    return new IllegalArgumentException(
        "'%s' asks nothing of index '%s': %s; ask for whole values and one range at their end, such"
                .formatted(KeyBytes.cut(text), index, fault)
            + " as 42 [20010101, 20010201), or a beginning, 42 2001*");
  }
}
