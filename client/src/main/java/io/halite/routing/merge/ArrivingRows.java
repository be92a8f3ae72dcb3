package io.halite.routing.merge;

import io.halite.keys.RowKeyException;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Rows that arrive from owner regions while they are read, in an order that the implementation
 * names.
 *
 * <p>A reader polls; if {@link #poll} returns null and {@link #isExhausted} is false, it waits with
 * {@link #await} and polls again.
 */
public interface ArrivingRows extends AutoCloseable {
  /**
   * Takes the next row, or returns null if no row is ready, as {@link java.util.Queue#poll} does.
   * Rows may still become ready, until {@link #isExhausted}.
   *
   * @throws IOException if the next row cannot be read
   */
  @Nullable Result poll() throws IOException;

  /**
   * As {@link #poll()}; a row whose key is not a stored key of {@code table} fails with the table's
   * name, the key and the spec.
   */
  default @Nullable Result poll(SaltedTable table) throws IOException {
    try {
      return poll();
    } catch (RowKeyException e) {
      throw table.refused(e);
    }
  }

  /** Whether {@link #poll} has returned every row. */
  boolean isExhausted();

  /**
   * Whether the last {@link #poll} stopped early, so that the next one may find more although
   * nothing arrives meanwhile.
   */
  default boolean isBehind() {
    return false;
  }

  /**
   * Waits at most {@code millis} milliseconds until more has arrived since the last {@link #poll}.
   */
  void await(long millis) throws InterruptedException;

  /**
   * The reader is away: the scans of owners end instead of waiting for it, and the next {@link
   * #poll} opens them again behind the rows that have arrived. Any thread may call it.
   *
   * <p>Does nothing by default: the rows of a gateway are closed when HBase closes its scanner.
   */
  default void leave() {}

  @Override
  void close();
}
