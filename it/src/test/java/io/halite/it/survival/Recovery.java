package io.halite.it.survival;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;

/** Asks a table for some rows over and over, until each has answered since the question began. */
final class Recovery {
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(3);
  private static final int ASKED = 100;
  private static final int THREADS = 20;
  private static final long PAUSE_MILLIS = 20;

  private Recovery() {}

  /** How long it takes, in milliseconds, until 100 of these rows have been read. */
  static CompletableFuture<Long> of(Load load) {
    List<byte[]> keys = load.fixedKeys();
    CompletableFuture<Long> millis = new CompletableFuture<>();
    // A thread for each table: the common pool of a small machine has fewer.
    Thread asking =
        new Thread(
            () -> {
              try (TableSource tables = load.connect(Recovery::makeImpatient)) {
                millis.complete(measure(tables, load.name(), keys));
              } catch (IOException | RuntimeException e) {
                millis.completeExceptionally(e);
              }
            });
    asking.setDaemon(true);
    asking.start();
    return millis;
  }

  private static void makeImpatient(Configuration client) {
    client.setInt("hbase.rpc.timeout", 2_000);
    client.setInt("hbase.client.operation.timeout", 2_000);
    client.setInt("hbase.client.retries.number", 1);
    client.setInt("hbase.client.pause", 50);
  }

  private static long measure(TableSource tables, TableName name, List<byte[]> keys)
      throws IOException {
    long start = System.nanoTime();
    // Side by side: one after the other, a hundred answers of a busy machine would take seconds.
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Void>> asked = new ArrayList<>();
      for (int i = 0; i < keys.size(); i += keys.size() / ASKED) {
        Get get = new Get(keys.get(i));
        asked.add(threads.submit(() -> ask(tables, name, get)));
      }
      for (Future<Void> row : asked) {
        row.get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("table '" + name + "' does not come back", e);
    } finally {
      threads.shutdownNow();
    }
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  private static Void ask(TableSource tables, TableName name, Get get)
      throws IOException, InterruptedException {
    try (Table table = tables.open(name)) {
      while (!isRead(table, get)) {
        Thread.sleep(PAUSE_MILLIS);
      }
    }
    return null;
  }

  private static boolean isRead(Table table, Get get) {
    try {
      return !table.get(get).isEmpty();
    } catch (IOException notYet) {
      return false;
    }
  }
}
