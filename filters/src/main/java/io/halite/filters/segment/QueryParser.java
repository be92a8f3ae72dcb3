package io.halite.filters.segment;

import io.halite.keys.KeyLayout;
import io.halite.keys.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the text form; the grammar is in {@code docs/segment-filter.md}. */
final class QueryParser {
  private static final String TESTS = "=, !=, <, <=, >, >=, in or not in";

  private static final int MAX_PARENTHESES = 16;

  private final QueryTokens tokens;
  private final FieldParser fields;
  private final QueryLimits limits = new QueryLimits();
  private int depth;
  private boolean negated;

  private QueryParser(String text, Optional<KeyLayout> layout) {
    this.tokens = new QueryTokens(text);
    this.fields = new FieldParser(tokens, layout);
  }

  static SegmentQuery parse(String text, Optional<KeyLayout> layout) {
    QueryParser parser = new QueryParser(text, layout);
    try {
      // Each comma stands in a list, behind a value.
      QueryLimits.checkValues(parser.tokens.commas());
      return new SegmentQuery(parser.whole());
    } catch (QueryException placed) {
      throw placed;
    } catch (IllegalArgumentException tooLarge) {
      String smaller = "a smaller one: " + tooLarge.getMessage();
      throw new QueryException(text, 1, "a query that is too large", smaller, tooLarge);
    }
  }

  private Formula whole() {
    Formula formula = any();
    QueryToken end = tokens.take();
    if (end.kind() != QueryToken.Kind.END) {
      throw tokens.unexpected(end, "'and', 'or' or the end");
    }
    return formula;
  }

  /** In a negation, {@code or} becomes {@code and}, and each condition its opposite. */
  private Formula any() {
    List<Formula> parts = new ArrayList<>();
    parts.add(all());
    while (tokens.takes("or")) {
      parts.add(all());
    }
    return Group.of(!negated, parts);
  }

  private Formula all() {
    List<Formula> parts = new ArrayList<>();
    parts.add(part());
    while (tokens.takes("and")) {
      parts.add(part());
    }
    return Group.of(negated, parts);
  }

  private Formula part() {
    boolean outside = negated;
    QueryToken token = tokens.take();
    while (isNegation(token)) {
      negated = !negated;
      token = tokens.take();
    }
    Formula part = token.isSymbol("(") ? parenthesized(token) : condition(token);
    negated = outside;
    return part;
  }

  /** A layout may have a segment 'not', which a condition may be about. */
  private boolean isNegation(QueryToken token) {
    return token.isWord("not") && (tokens.peek().isSymbol("(") || !fields.isSegment(token.text()));
  }

  private Formula parenthesized(QueryToken open) {
    if (++depth > MAX_PARENTHESES) {
      throw tokens.unexpected(
          open, "at most " + MAX_PARENTHESES + " parentheses within each other");
    }
    Formula inside = any();
    QueryToken close = tokens.take();
    if (!close.isSymbol(")")) {
      throw tokens.unexpected(close, "'and', 'or' or ')'");
    }
    depth--;
    return inside;
  }

  private Condition condition(QueryToken begin) {
    try {
      Condition condition = test(fields.field(begin));
      limits.add(condition);
      return negated ? condition.negate() : condition;
    } catch (QueryException placed) {
      throw placed;
    } catch (IllegalArgumentException broken) {
      throw tokens.unexpected(
          begin, "a condition that cannot hold", "another one: " + broken.getMessage(), broken);
    }
  }

  private Condition test(Field field) {
    QueryToken test = tokens.take();
    if (test.isWord("in")) {
      return new Condition(field, false, list(field));
    }
    if (test.isWord("not")) {
      QueryToken in = tokens.take();
      if (!in.isWord("in")) {
        throw tokens.unexpected(in, "'in' after 'not'");
      }
      return new Condition(field, true, list(field));
    }
    return switch (test.kind() == QueryToken.Kind.SYMBOL ? test.text() : "") {
      case "=" -> new Condition(field, false, List.of(item(field)));
      case "!=" -> new Condition(field, true, List.of(item(field)));
      case "<", "<=", ">", ">=" -> new Condition(field, false, List.of(bound(field, test.text())));
      default -> throw tokens.unexpected(test, TESTS);
    };
  }

  private List<Span> list(Field field) {
    QueryToken open = tokens.take();
    if (!open.isSymbol("(")) {
      throw tokens.unexpected(open, "'('");
    }
    List<Span> spans = new ArrayList<>();
    while (true) {
      spans.add(item(field));
      QueryToken token = tokens.take();
      if (token.isSymbol(")")) {
        return spans;
      }
      if (!token.isSymbol(",")) {
        throw tokens.unexpected(token, "',' or ')'");
      }
      if (spans.size() == Condition.MAX_SPANS) {
        throw tokens.unexpected(token, "at most " + Condition.MAX_SPANS + " values in one list");
      }
    }
  }

  private Span bound(Field field, String operator) {
    byte[] bytes = value(field, "bound", leastOfBound(field));
    boolean exclusive = operator.length() == 1;
    boolean low = operator.startsWith(">") != field.type().isNewestFirst();
    return low
        ? Span.range(bytes, exclusive, null, false)
        : Span.range(null, false, bytes, exclusive);
  }

  private Span item(Field field) {
    QueryToken first = tokens.peek();
    if (first.isSymbol("..")) {
      tokens.take();
      return range(field, null, value(field, "bound", leastOfBound(field)));
    }
    QueryToken value = tokens.take();
    if (tokens.peek().isSymbol("*")) {
      tokens.take();
      return Span.prefix(bytes(field, value, "prefix", 1));
    }
    if (!tokens.peek().isSymbol("..")) {
      return Span.value(bytes(field, value, "value", field.width()));
    }
    tokens.take();
    byte[] from = bytes(field, value, "bound", leastOfBound(field));
    QueryToken next = tokens.peek();
    boolean closed = next.isValue() && !next.isWord("and") && !next.isWord("or");
    byte[] to = closed ? value(field, "bound", leastOfBound(field)) : null;
    Span range = range(field, from, to);
    if (field.isBackwards(range)) {
      throw tokens.unexpected(
          first, FieldText.print(field, range), "a range that begins before it ends", null);
    }
    return range;
  }

  /** From and to as written; the newer of two revtimes has the smaller bytes. */
  private static Span range(Field field, byte @Nullable [] from, byte @Nullable [] to) {
    return field.type().isNewestFirst()
        ? Span.range(to, false, from, false)
        : Span.range(from, false, to, false);
  }

  /** A bound may be part of a value of fixed width, and is a value of any other. */
  private static int leastOfBound(Field field) {
    return field.extent().isFixed() ? 1 : 0;
  }

  private byte[] value(Field field, String what, int least) {
    return bytes(field, tokens.take(), what, least);
  }

  private byte[] bytes(Field field, QueryToken token, String what, int least) {
    if (!token.isValue()) {
      throw tokens.unexpected(token, "a " + what + " for segment '" + field + "'");
    }
    boolean quoted = token.kind() == QueryToken.Kind.QUOTED;
    byte[] bytes;
    try {
      boolean hexOnly = what.equals("prefix") && !field.type().isCharacters();
      if (hexOnly && (quoted || !ValueText.isHex(token.text()))) {
        throw new IllegalArgumentException("a prefix of 0x… bytes");
      }
      bytes =
          what.equals("value")
              ? FieldText.parseValue(field, fields.segment(field), token.text(), quoted)
              : FieldText.parse(field, token.text(), quoted);
    } catch (IllegalArgumentException unreadable) {
      String expected = unreadable.getMessage() + " for segment '" + field + "'";
      throw tokens.unexpected(token, token.shown(), expected, unreadable);
    }
    if (bytes.length < least || bytes.length > field.longest()) {
      throw wrongLength(field, token, what, least, bytes.length);
    }
    if (field.isCutShort(bytes)) {
      throw tokens.unexpected(
          token,
          "a %s without %02X, the delimiter of segment '%s'"
              .formatted(what, field.extent().delimiter(), field));
    }
    return bytes;
  }

  private QueryException wrongLength(
      Field field, QueryToken token, String what, int least, int length) {
    String widths = (least < field.longest() ? least + " to " : "") + field.longest();
    boolean prefix = what.equals("value") && length > 0 && length < field.width();
    return tokens.unexpected(
        token,
        token.shown() + " (" + length + " bytes)",
        "a "
            + what
            + " of "
            + widths
            + " bytes for segment '"
            + field
            + "'"
            + (prefix ? "; write " + token.text() + "* for all that begin so" : ""),
        null);
  }
}
