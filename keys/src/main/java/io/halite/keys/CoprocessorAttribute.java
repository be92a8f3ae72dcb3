package io.halite.keys;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table's {@code coprocessor$n} attribute, as HBase stores it: {@code path|class|priority|args}.
 *
 * <p>Example: {@code |io.halite.coprocessor.SaltingObserver||key=row:*,salt=hash(*) % 16}. The
 * arguments are all that follows the third bar and may hold bars themselves. Immutable.
 *
 * @param path of the jar; empty if the class is on the servers' class path
 * @param className the coprocessor's class
 * @param priority a decimal number, or empty for HBase's priority of user coprocessors
 * @param arguments untouched, for {@link SaltingSpec#parse}
 */
public record CoprocessorAttribute(
    String path, String className, String priority, String arguments) {
  static final String NAME = "coprocessor";

  private static final Pattern FORM = Pattern.compile("([^|]*)\\|([^|]*)\\|([^|]*)(?:\\|(.*))?");

  /**
   * Parses the raw value.
   *
   * @throws SpecException if it has not HBase's form {@code path|class|priority|arguments}; HBase
   *     would load no coprocessor and not say so
   */
  public static CoprocessorAttribute parse(String raw) {
    Matcher form = FORM.matcher(raw);
    if (!form.matches()) {
      throw new SpecException(NAME, raw, "it is not one line of path|class|priority|arguments");
    }
    String className = form.group(2).trim();
    if (className.isEmpty()) {
      throw new SpecException(NAME, raw, "it names no class after the first '|'");
    }
    String priority = form.group(3).trim();
    if (!priority.isEmpty() && !isInt(priority)) {
      throw new SpecException(
          NAME, raw, "priority '" + priority + "' is neither empty nor a number 0 to 2147483647");
    }
    String arguments = form.group(4) == null ? "" : form.group(4);
    return new CoprocessorAttribute(form.group(1).trim(), className, priority, arguments);
  }

  private static boolean isInt(String text) {
    return text.matches("0*[0-9]{1,10}") && Long.parseLong(text) <= Integer.MAX_VALUE;
  }

  /** Returns the raw value. */
  @Override
  public String toString() {
    return path + "|" + className + "|" + priority + "|" + arguments;
  }
}
