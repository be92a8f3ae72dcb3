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
 * {@link #isIn} recognises it by that class and by the beginning of its message.
 */
public final class MarkException extends DoNotRetryIOException {
  private static final long serialVersionUID = 1L;
  private static final String OPENING = "halite mark refused: ";

  /**
   * The line that a server says. Of what a client gave it quotes the mark alone, in hexadecimal, so
   * that the first table that it names is that of the spec.
   */
  private static final Pattern SPEC = Pattern.compile(OPENING + ".*? \\(table '[^']*', (.*)\\)");

  MarkException(String message) {
    super(OPENING + message);
  }

  /** The exception as a client without Halite's classes can load it, with the table's spec. */
  public DoNotRetryIOException forTheWire(TableName table, SaltingSpec spec) {
    return new DoNotRetryIOException(getMessage() + " (table '" + table + "', " + spec + ")");
  }

  /** Whether an owner's answer is the refusal of a mark. */
  public static boolean isIn(Throwable answer) {
    return PlainRefusal.isIn(answer, OPENING);
  }

  /**
   * Whether a text quotes the refusal of a mark anywhere, and so may show the spec of a table. What
   * a client gave may look so, too: such a text is to be kept from strangers, and teaches nothing.
   */
  public static boolean isQuotedIn(String text) {
    return text.contains(OPENING);
  }

  /**
   * The spec that an answer shows; empty if it is no refusal of a mark, or if it shows no spec, or
   * one that this version of Halite cannot read.
   */
  public static Optional<SaltingSpec> spec(Throwable answer) {
    try {
      return PlainRefusal.line(answer)
          .map(SPEC::matcher)
          .filter(Matcher::matches)
          .map(shown -> SaltingSpec.parse(shown.group(1)));
    } catch (SpecException ofAnotherVersion) {
      return Optional.empty();
    }
  }
}
