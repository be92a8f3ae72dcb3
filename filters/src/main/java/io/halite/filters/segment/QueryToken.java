package io.halite.filters.segment;

/** A word, a quoted text, a symbol or the end of a query; {@code position} counts from 1. */
record QueryToken(Kind kind, String text, int position) {
  enum Kind {
    WORD,
    QUOTED,
    SYMBOL,
    END
  }

  boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  boolean isWord(String word) {
    return kind == Kind.WORD && text.equalsIgnoreCase(word);
  }

  boolean isValue() {
    return kind == Kind.WORD || kind == Kind.QUOTED;
  }

  /** As a message shows it. */
  String shown() {
    return kind == Kind.END ? "the end" : "'" + text + "'";
  }
}
