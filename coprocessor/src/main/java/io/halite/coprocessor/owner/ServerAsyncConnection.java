package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.ServerLogin;
import io.halite.keys.KeyBytes;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * A server's asynchronous connection, for stored scans and for reads of {@code hbase:meta}.
 * Thread-safe.
 */
final class ServerAsyncConnection implements AutoCloseable {
  private final Opening<AsyncConnection> connection;

  ServerAsyncConnection(Configuration conf, ConnectionUses uses) {
    this.connection =
        new Opening<>(
            uses,
            ForwardRetry.CONNECTION_OPEN_MILLIS,
            () -> new ServerLogin(conf).asyncConnection());
  }

  /**
   * Returns the open connection.
   *
   * @throws IOException if it cannot be opened, or if the server has closed its salted regions
   */
  AsyncConnection open() throws IOException {
    return connection.open();
  }

  /** The same for a caller who has so many milliseconds. */
  AsyncConnection open(long millis) throws IOException {
    return connection.open(millis);
  }

  /**
   * The same for a handler, which holds a permit while it waits, as if it waited for an owner.
   *
   * @throws IOException also if all permits are taken; the client then repeats the request
   */
  AsyncConnection open(long millis, HandlerPermits permits) throws IOException {
    if (connection.isOpen()) {
      return open(millis);
    }
    try (HandlerPermits.Permit permit = permits.acquire()) {
      return open(millis);
    }
  }

  /** Reads the descriptor of a table from the master; waits for nothing. */
  CompletableFuture<TableDescriptor> readDescriptor(TableName table) throws IOException {
    return connection.opening(true).thenCompose(open -> open.getAdmin().getDescriptor(table));
  }

  /** Reads in {@code hbase:meta}, not in what the connection knows, for a forward under way. */
  CompletableFuture<HRegionLocation> readLocation(TableName table, byte[] storedRow)
      throws IOException {
    return connection
        .opening(false)
        .thenCompose(
            open ->
                open.getRegionLocator(table).getRegionLocation(KeyBytes.lookUp(storedRow), true));
  }

  /** Closes the connection, also one that is still to open. */
  @Override
  public void close() {
    connection.close();
  }
}
