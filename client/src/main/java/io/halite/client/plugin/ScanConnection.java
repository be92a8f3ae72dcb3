package io.halite.client.plugin;

import io.halite.routing.host.RequestAttributes;
import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The asynchronous connection for scans of the plug-in, opened by the first scan. Nobody waits for
 * it under its lock, and one that opens after the end is closed. Thread-safe.
 */
final class ScanConnection implements ScanTables, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ScanConnection.class);

  private final Opening opening;
  private Optional<CompletableFuture<AsyncConnection>> connection = Optional.empty();
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
    RequestAttributes.put(RequestAttributes.of(table), builder);
    return builder.build();
  }

  private AsyncConnection connection() throws IOException {
    CompletableFuture<AsyncConnection> opened = opened();
    try {
      return opened.get();
    } catch (InterruptedException e) {
      throw Interrupted.during("opening the connection for scans", e);
    } catch (ExecutionException e) {
      forget(opened);
      throw new IOException("cannot open the connection for scans", e.getCause());
    }
  }

  private synchronized CompletableFuture<AsyncConnection> opened() throws IOException {
    if (closed) {
      // As HBase's own connection says it: another attempt would be in vain.
      throw new DoNotRetryIOException("the connection is closed: open another");
    }
    if (connection.isEmpty()) {
      connection = Optional.of(opening.open());
    }
    return connection.get();
  }

  private synchronized void forget(CompletableFuture<AsyncConnection> failed) {
    connection = connection.filter(now -> now != failed);
  }

  void clearRegionLocationCache() {
    open().ifPresent(AsyncConnection::clearRegionLocationCache);
  }

  @Override
  public void clearRegionLocationCache(TableName name) {
    open().ifPresent(now -> now.getRegionLocator(name).clearRegionLocationCache());
  }

  /** The connection; empty as long as it has not opened. */
  private synchronized Optional<AsyncConnection> open() {
    return connection
        .filter(now -> now.isDone() && !now.isCompletedExceptionally())
        .map(CompletableFuture::join);
  }

  @Override
  public void close() {
    Optional<CompletableFuture<AsyncConnection>> ending;
    synchronized (this) {
      closed = true;
      ending = connection;
      connection = Optional.empty();
    }
    ending.ifPresent(
        now -> {
          // A close may wait for servers, so it takes no thread on which their answers arrive.
          Executor closing = now.isDone() ? Runnable::run : ClosingRpcClient::beside;
          FutureUtils.addListener(now, (opened, failure) -> close(opened), closing);
        });
  }

  private static void close(@Nullable AsyncConnection opened) {
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (IOException e) {
      LOG.warn("the connection for scans did not close", e);
    }
  }
}
