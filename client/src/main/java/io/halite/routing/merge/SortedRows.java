package io.halite.routing.merge;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;

/**
 * Rows in natural order, as they become known.
 */
public interface SortedRows extends AutoCloseable {
  /**
   * The next row; null if it is not known yet or none is left, which {@link #isExhausted} tells.
   */
  Result poll() throws IOException;

  /** Whether every row has been given. */
  boolean isExhausted();

  /** Waits until more is known than at the last {@link #poll}, for at most {@code millis}. */
  void await(long millis) throws InterruptedException;

  @Override
  void close();
}
