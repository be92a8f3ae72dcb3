package io.halite.client.plugin;

import io.halite.routing.host.RequestAttributes;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/** The asynchronous connection for scans of the plug-in, opened by the first scan. Thread-safe. */
final class ScanConnection implements ScanTables, AutoCloseable {
  private final Opening opening;
  private @Nullable AsyncConnection connection;
  private boolean closed;

  /** How the connection is opened. */
  interface Opening {
    CompletableFuture<AsyncConnection> open();
  }

  ScanConnection(Opening opening) {
    this.opening = opening;
  }

  @Override
  public AsyncTable<AdvancedScanResultConsumer> like(Table table) throws IOException {
    AsyncTableBuilder<AdvancedScanResultConsumer> builder =
        connection().getTableBuilder(table.getName());
    builder.setReadRpcTimeout(
        table.getReadRpcTimeout(TimeUnit.MILLISECONDS), TimeUnit.MILLISECONDS);
    RequestAttributes.put(RequestAttributes.of(table), builder);
    return builder.build();
  }

  private synchronized AsyncConnection connection() throws IOException {
    if (closed) {
      throw new IOException("the connection is closed: open another");
    }
    AsyncConnection open = connection;
    if (open == null) {
      try {
        open = opening.open().get();
        connection = open;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw (InterruptedIOException) new InterruptedIOException().initCause(e);
      } catch (ExecutionException e) {
        throw new IOException("cannot open the connection for scans", e.getCause());
      }
    }
    return open;
  }

  synchronized void clearRegionLocationCache() {
    if (connection != null) {
      connection.clearRegionLocationCache();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    if (connection != null) {
      connection.close();
    }
  }
}
