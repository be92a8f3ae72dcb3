package io.halite.keys;

/** The numbers of a spec: decimal, without a sign and without leading zeros. */
final class Numbers {
  private Numbers() {}

  /** Returns the number; -1 if the text is none, or has more than 9 digits. */
  static int parse(String text) {
    boolean wellFormed = !text.isEmpty() && text.length() <= 9;
    wellFormed &= text.length() == 1 || !text.startsWith("0");
    for (int i = 0; i < text.length() && wellFormed; i++) {
      wellFormed = text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    return wellFormed ? Integer.parseInt(text) : -1;
  }
}
