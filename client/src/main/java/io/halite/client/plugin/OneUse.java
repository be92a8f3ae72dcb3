package io.halite.client.plugin;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Table;

/**
 * One use of a table of HBase's own, which is closed behind it.
 *
 * <p>A table with threads of its own waits in {@code close} until their RPCs have ended, unless the
 * thread that closes it is interrupted: then it ends them. A use that was interrupted shows it by
 * its exception alone, so the thread is interrupted again before it closes the table. Stateless.
 */
final class OneUse {
  private OneUse() {}

  /** What is done with a table. */
  interface Use<T> {
    T with(Table table) throws IOException;
  }

  /**
   * Uses a table and closes it. If the use was interrupted, the exception alone says so, as that of
   * HBase's table.
   */
  static <T> T of(Table table, Use<T> use) throws IOException {
    try (table) {
      return interrupting(table, use);
    } catch (IOException e) {
      if (Refusals.isOfInterruption(e)) {
        // A table whose threads are not its own has left the thread interrupted.
        Thread.interrupted();
      }
      throw e;
    }
  }

  private static <T> T interrupting(Table table, Use<T> use) throws IOException {
    try {
      return use.with(table);
    } catch (IOException e) {
      if (Refusals.isOfInterruption(e)) {
        Thread.currentThread().interrupt();
      }
      throw e;
    }
  }
}
