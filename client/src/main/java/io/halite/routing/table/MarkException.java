package io.halite.routing.table;

import io.halite.keys.SaltingSpec;
import io.halite.keys.SpecException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;

/**
 * The refusal of a request whose mark is not that of the table's spec.
 *
 * <p>It is sent as a plain {@link DoNotRetryIOException}, because a client may not have this class;
 * {@link #isIn} recognises it by the beginning of its message.
 */
public final class MarkException extends DoNotRetryIOException {
  private static final long serialVersionUID = 1L;
  private static final String OPENING = "halite mark refused: ";

  /** The end of the first line, which is all that a server says; the rest is its stack. */
  private static final Pattern SPEC =
      Pattern.compile(OPENING + ".* \\(table '[^']*', (.*)\\)$", Pattern.MULTILINE);

  MarkException(String message) {
    super(OPENING + message);
  }

  /** The exception as a client without Halite's classes can load it, with the table's spec. */
  public DoNotRetryIOException forTheWire(TableName table, SaltingSpec spec) {
    return new DoNotRetryIOException(getMessage() + " (table '" + table + "', " + spec + ")");
  }

  /** Whether an owner's answer is the refusal of a mark. */
  public static boolean isIn(Throwable answer) {
    String message = answer.getMessage();
    return answer instanceof DoNotRetryIOException && message != null && isIn(message);
  }

  /** Whether the text of a refusal is that of a mark, and so shows the spec of a table. */
  public static boolean isIn(String text) {
    return text.contains(OPENING);
  }

  /**
   * The spec that the refusal of a mark shows; empty if it shows none, or one that this version of
   * Halite cannot read.
   */
  public static Optional<SaltingSpec> spec(Throwable refusal) {
    Matcher line = SPEC.matcher(String.valueOf(refusal.getMessage()));
    try {
      return line.find() ? Optional.of(SaltingSpec.parse(line.group(1))) : Optional.empty();
    } catch (SpecException ofAnotherVersion) {
      return Optional.empty();
    }
  }
}
