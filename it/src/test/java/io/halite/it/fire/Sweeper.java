package io.halite.it.fire;

import io.halite.client.index.IndexLookup;
import io.halite.client.index.IndexSweep;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/** Sweeps an index again and again until it is closed, of entries that are 15 s old and more. */
final class Sweeper implements AutoCloseable {
  private static final Duration YOUNGEST = Duration.ofSeconds(15);

  private final IndexSweep sweep;
  private final AtomicLong swept;
  private final Thread thread = new Thread(this::run, "sweeper");
  private volatile boolean closed;

  private Sweeper(IndexSweep sweep, AtomicLong swept) {
    this.sweep = sweep;
    this.swept = swept;
  }

  /** Begins; how many entries were taken away is added to {@code swept}. */
  static Sweeper start(Connection connection, TableName table, String index, AtomicLong swept)
      throws IOException {
    Sweeper sweeper = new Sweeper(IndexLookup.of(connection, table, index).sweep(YOUNGEST), swept);
    sweeper.thread.start();
    return sweeper;
  }

  private void run() {
    while (!closed) {
      try {
        Thread.sleep(500);
        swept.addAndGet(sweep.run(sweep.clock(), so -> {}).swept());
      } catch (IOException e) {
        // A server that died under a sweep ends it, and the next begins again.
        System.out.println("fire: index: a sweep was cut short: " + e);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.interrupt();
    thread.join();
  }
}
