package io.halite.keys;

/**
 * A malformed salting spec: what was given, which rule it breaks and where to correct it.
 *
 * <p>Example: {@code salt 'hash(orgin) % 16': segment 'orgin' is not in the layout 'origin:3'
 * (correct salt=… in the table's coprocessor attribute)}.
 */
public final class SpecException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_SHOWN = 200;

  private final String key;
  private final String value;
  private final String rule;

  SpecException(String key, String value, String rule) {
    super(quote(key, value) + ": " + rule + " (" + place(key) + ")");
    this.key = key;
    this.value = value;
    this.rule = rule;
  }

  /** Returns the argument's name, such as {@code salt}, or {@code coprocessor} for all of them. */
  public String key() {
    return key;
  }

  /** Returns the value as it was given. */
  public String value() {
    return value;
  }

  /** Returns the rule that the value breaks. */
  public String rule() {
    return rule;
  }

  private static String quote(String key, String value) {
    String shown = value.length() <= MAX_SHOWN ? value : value.substring(0, MAX_SHOWN) + "…";
    return key + " '" + shown + "'";
  }

  private static String place(String key) {
    return key.equals(CoprocessorAttribute.NAME)
        ? "correct the table's coprocessor attribute"
        : "correct " + key + "=… in the table's coprocessor attribute";
  }
}
