package io.halite.routing.merge;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/** Rows in natural order, as they become known. */
public interface SortedRows extends AutoCloseable {
  /**
   * Takes the next row, or returns null if no row is ready, as {@link java.util.Queue#poll} does.
   * Rows may still become ready, until {@link #isExhausted}.
   *
   * @throws IOException if the next row cannot be read
   */
  @Nullable Result poll() throws IOException;

  /** Whether every row has been given. */
  boolean isExhausted();

  /** Waits until more is known than at the last {@link #poll}, for at most {@code millis}. */
  void await(long millis) throws InterruptedException;

  @Override
  void close();
}
