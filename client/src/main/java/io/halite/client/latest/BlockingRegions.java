package io.halite.client.latest;

import io.halite.client.latest.page.LatestKeys;
import io.halite.client.latest.page.Page;
import io.halite.client.latest.page.PageRequest;
import io.halite.client.latest.wire.LatestStub;
import io.halite.keys.KeyBytes;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;

/** Regions asked over a connection that waits, on threads of its own. */
final class BlockingRegions implements LatestRegions {
  private static final int THREADS = 16;

  private final Connection connection;
  private final TableName table;
  private final LatestKeys keys;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, daemons());

  BlockingRegions(Connection connection, TableName table, LatestKeys keys) {
    this.connection = connection;
    this.table = table;
    this.keys = keys;
  }

  private static ThreadFactory daemons() {
    return body -> {
      Thread thread = new Thread(body, "halite-latest");
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public CompletableFuture<List<byte[]>> starts() {
    return CompletableFuture.supplyAsync(
        () -> {
          try (RegionLocator locator = connection.getRegionLocator(table)) {
            return Arrays.stream(locator.getStartKeys()).sorted(KeyBytes::compare).toList();
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        },
        threads);
  }

  @Override
  public CompletableFuture<Page> ask(byte[] row, PageRequest request) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (Table asked = connection.getTable(table)) {
            return LatestStub.latest(asked.coprocessorService(row), request, keys);
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        },
        threads);
  }

  void close() {
    threads.shutdownNow();
  }
}
