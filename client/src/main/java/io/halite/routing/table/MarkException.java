package io.halite.routing.table;

import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * The refusal of a request whose mark is not that of the table's spec.
 *
 * <p>It is sent as a plain {@link DoNotRetryIOException}, because a client may not have this class;
 * {@link #isIn} recognises it by the beginning of its message.
 */
public final class MarkException extends DoNotRetryIOException {
  private static final long serialVersionUID = 1L;
  private static final String OPENING = "halite mark refused: ";

  MarkException(String message) {
    super(OPENING + message);
  }

  /** The exception as a client without Halite's classes can load it. */
  public DoNotRetryIOException forTheWire(String table) {
    return new DoNotRetryIOException(getMessage() + " (table '" + table + "')");
  }

  /** Whether an owner's answer is the refusal of a mark. */
  public static boolean isIn(Throwable answer) {
    String message = answer.getMessage();
    return answer instanceof DoNotRetryIOException && message != null && message.contains(OPENING);
  }
}
