package io.halite.routing.table;

import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * A marked request that this table's spec did not make.
 *
 * <p>Crosses the wire as a plain {@link DoNotRetryIOException}, since a client need not have this
 * class: {@link #isIn} knows it again by the words that open its message.
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
