package io.halite.client.latest;

import com.google.protobuf.BlockingRpcChannel;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;

/** Calls regions over a blocking connection, on its own threads. Thread-safe. */
final class BlockingCalls implements AutoCloseable {
  private static final int THREADS = 16;

  private final Connection connection;
  private final TableName table;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(THREADS, Daemons.named("halite-latest"));
  private final Relocation relocation = new Relocation(this::lookUp);

  /** A call over the channel to a region. */
  interface Body<T> {
    T run(BlockingRpcChannel channel) throws IOException;
  }

  private interface Task<T> {
    T run() throws IOException;
  }

  BlockingCalls(Connection connection, TableName table) {
    this.connection = connection;
    this.table = table;
  }

  /** Calls the region that holds a stored row. */
  <T> CompletableFuture<T> region(byte[] row, Body<T> body) {
    CompletableFuture<T> answer =
        submit(
            () -> {
              try (Table asked = connection.getTable(table)) {
                return body.run(asked.coprocessorService(row));
              }
            });
    return relocation.during(row, answer);
  }

  /** The stored start rows of all regions, ascending. */
  CompletableFuture<List<byte[]>> starts() {
    return submit(
        () -> {
          try (RegionLocator locator = connection.getRegionLocator(table)) {
            return Arrays.stream(locator.getStartKeys()).sorted(KeyBytes::compare).toList();
          }
        });
  }

  private <T> CompletableFuture<T> submit(Task<T> task) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return task.run();
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        },
        threads);
  }

  private KeyRange lookUp(byte[] row) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      return Relocation.rows(locator.getRegionLocation(row, true));
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    relocation.close();
  }
}
