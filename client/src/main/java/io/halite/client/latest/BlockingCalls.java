package io.halite.client.latest;

import com.google.protobuf.BlockingRpcChannel;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.host.RegionCall;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.FutureUtils;

/** Calls regions over a blocking connection, on its own threads. Thread-safe. */
final class BlockingCalls implements AutoCloseable {
  private static final int THREADS = 16;

  private final Connection connection;
  private final TableName table;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(THREADS, Daemons.named("halite-latest"));
  private final Set<CompletableFuture<?>> open = ConcurrentHashMap.newKeySet();
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
                return body.run(RegionCall.channel(asked, row));
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
    CompletableFuture<T> answer = new CompletableFuture<>();
    // Before it waits for a thread: whatever waits when this is closed is found here.
    open.add(answer);
    FutureUtils.addListener(answer, (value, error) -> open.remove(answer));
    try {
      Future<?> running = threads.submit(() -> run(task, answer));
      FutureUtils.addListener(
          answer,
          (value, error) -> {
            // Otherwise the call may be what completes it, and goes on with what comes next.
            if (answer.isCancelled()) {
              running.cancel(true);
            }
          });
    } catch (RejectedExecutionException closed) {
      answer.completeExceptionally(closed());
    }
    return answer;
  }

  private static <T> void run(Task<T> task, CompletableFuture<T> answer) {
    try {
      answer.complete(task.run());
    } catch (IOException | RuntimeException | Error e) {
      answer.completeExceptionally(e);
    }
  }

  private static IOException closed() {
    return new IOException("the LatestClient has been closed: ask one that is open");
  }

  private KeyRange lookUp(byte[] row) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      return Relocation.rows(locator.getRegionLocation(row, true));
    }
  }

  /** Fails the calls under way, and those that wait for a thread. */
  @Override
  public void close() {
    threads.shutdownNow();
    relocation.close();
    open.forEach(answer -> answer.completeExceptionally(closed()));
  }
}
