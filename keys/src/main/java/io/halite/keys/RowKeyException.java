package io.halite.keys;

import java.nio.charset.StandardCharsets;

/**
 * A row key that the table cannot hold: too short for the layout, too long, without a delimiter of
 * the layout, with a byte outside a segment's alphabet, or wrongly salted.
 *
 * <p>Example: {@code natural key 4F 52 ends in segment 'origin' at offset 0: 2 bytes given, 3
 * expected; …}. The message names segment, offset, what was given and what was expected.
 */
public final class RowKeyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  // Not "correct salt=…": under another salt, the rows of a full table are no longer found.
  private static final String MISPLACED =
      "such rows were written past Halite (verify_salted counts them); copy the rows into a new"
          + " salted table, or, if the spec was changed by mistake, restore salt=… in the table's"
          + " coprocessor attribute";

  private final String segment;
  private final int offset;

  RowKeyException(String segment, int offset, String message) {
    super(message);
    this.segment = segment;
    this.offset = offset;
  }

  /** Returns the segment's name, or an empty text if the key as a whole is at fault. */
  public String segment() {
    return segment;
  }

  /** Returns the offset of the fault in bytes, from the beginning of the key in the message. */
  public int offset() {
    return offset;
  }

  static RowKeyException empty() {
    return new RowKeyException(
        "",
        0,
        "natural key is empty: 0 bytes given, at least 1 expected at offset 0; write a row key");
  }

  static RowKeyException tooLong(int length, int limit, int prefixWidth) {
    String rule =
        ": %d bytes given, at most %d expected, since HBase stores at most %d and the salt takes"
            + " %d; shorten it";
    return new RowKeyException(
        "",
        limit,
        "natural key is too long at offset "
            + limit
            + rule.formatted(length, limit, KeyBytes.MAX_STORED_LENGTH, prefixWidth));
  }

  static RowKeyException entryTooLong(int length, int width, int most, RowIndex index) {
    String text =
        "entry of index '%s' is too long: %d bytes given, %d of values and %d of natural key, at"
            + " most %d expected; shorten one of them";
    return new RowKeyException(
        "", most, text.formatted(index, length, width, length - width, most));
  }

  static RowKeyException misfit(Segment segment, int offset, String fault, KeyLayout layout) {
    return new RowKeyException(
        segment.name(),
        offset,
        fault
            + "; write keys of layout '"
            + layout
            + "', or, while the table is empty, correct key=… in its coprocessor attribute");
  }

  /**
   * A stored key with a wrong salt.
   *
   * @param given the salt that it has, in readable bytes or quoted digits
   * @param made the salt that its natural key must have
   */
  static RowKeyException wrongSalt(
      String storedKey, String given, String made, String naturalKey, Salt salt) {
    return new RowKeyException(
        "",
        0,
        "stored key %s begins with salt %s, but '%s' makes %s for natural key %s: "
                .formatted(storedKey, given, salt, made, naturalKey)
            + MISPLACED);
  }

  static RowKeyException wrongSalt(
      String storedKey, byte[] given, byte[] made, String naturalKey, Salt salt) {
    return wrongSalt(storedKey, digits(given), digits(made), naturalKey, salt);
  }

  private static String digits(byte[] salt) {
    String shown = new String(salt, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", "?");
    return "'" + shown + "' (" + KeyBytes.readable(salt) + ")";
  }

  static RowKeyException noBucket(String storedKey, int offset, int count, Salt salt) {
    return new RowKeyException(
        "",
        offset,
        "stored key %s has at offset %d none of the %d salts that '%s' makes: "
                .formatted(storedKey, offset, count, salt)
            + MISPLACED);
  }

  static RowKeyException notOfWidth(String key, int given, int expected, Salt salt) {
    return new RowKeyException(
        "",
        Math.min(given, expected),
        key
            + " has "
            + given
            + " bytes, "
            + expected
            + " expected by '"
            + salt
            + "', which needs keys of one length; write keys of the layout, or salt by random %"
            + " N");
  }

  static RowKeyException noNaturalKey(String storedKey, int length, int prefixWidth) {
    return new RowKeyException(
        "",
        length,
        "stored key %s holds no natural key at offset %d: %d bytes given, at least %d expected; "
                .formatted(storedKey, prefixWidth, length, prefixWidth + 1)
            + MISPLACED);
  }
}
