package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.ServerLogin;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server's asynchronous connection, for stored scans and for reads of {@code hbase:meta}. It
 * opens at first use, and again if that failed. Thread-safe.
 */
final class ScanConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ScanConnection.class);

  private final Configuration conf;
  private final ConnectionUses uses;
  private Optional<CompletableFuture<AsyncConnection>> connection = Optional.empty();

  ScanConnection(Configuration conf, ConnectionUses uses) {
    this.conf = conf;
    this.uses = uses;
  }

  /**
   * Returns the open connection.
   *
   * @throws IOException if it cannot be opened, or if the server has closed its salted regions
   */
  AsyncConnection open() throws IOException {
    try {
      return opening(true).get(ForwardRetry.CONNECTION_OPEN_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("the server's own connection could not be opened", e);
    }
  }

  /** Reads in {@code hbase:meta}, not in what the connection knows, for a forward under way. */
  CompletableFuture<HRegionLocation> readLocation(TableName table, byte[] storedRow)
      throws IOException {
    return opening(false)
        .thenCompose(open -> open.getRegionLocator(table).getRegionLocation(storedRow, true));
  }

  /**
   * Returns the connection, which may still be opening.
   *
   * @param first whether a use begins by it; otherwise one is under way, which may end
   */
  private synchronized CompletableFuture<AsyncConnection> opening(boolean first)
      throws IOException {
    if (first) {
      uses.requireOpen();
    }
    if (connection.filter(known -> !known.isCompletedExceptionally()).isEmpty()) {
      connection = Optional.of(new ServerLogin(conf).asyncConnection());
    }
    return connection.orElseThrow();
  }

  /** Closes the connection, also one that is still to open. */
  @Override
  public synchronized void close() {
    connection.ifPresent(
        opening ->
            FutureUtils.addListener(
                opening,
                (open, failure) -> {
                  try {
                    if (failure == null) {
                      open.close();
                    }
                  } catch (IOException e) {
                    LOG.warn("The connection for scans did not close", e);
                  }
                }));
    connection = Optional.empty();
  }
}
