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
import org.apache.hadoop.hbase.util.FutureUtils;
import org.apache.hbase.thirdparty.com.google.common.base.Ticker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server's asynchronous connection, for stored scans and for reads of {@code hbase:meta}.
 * Thread-safe.
 */
final class ServerAsyncConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerAsyncConnection.class);

  private final Opening<AsyncConnection> connection;
  private final EndedLookUps ended = new EndedLookUps(Ticker.systemTicker());

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

  /**
   * Ends the look-ups of a table that HBase's locator has begun, at most once in some seconds. The
   * callers whose look-ups would have had an answer send them again.
   */
  void endLookUps(TableName table) {
    if (connection.isOpen() && ended.begin(table)) {
      LOG.warn(
          "the look-ups of regions of table '{}' under way are ended, to be sent again", table);
      try {
        FutureUtils.addListener(
            connection.opening(false),
            (open, failure) -> {
              if (failure == null) {
                open.getRegionLocator(table).clearRegionLocationCache();
              }
            });
      } catch (IOException e) {
        LOG.debug("look-ups of regions of table '{}' go on", table, e);
      }
    }
  }

  /**
   * Reads in {@code hbase:meta}, without HBase's locator, for a forward under way. At a hole, it
   * ends the locator's look-ups, which may be those of scans over the hole.
   */
  CompletableFuture<HRegionLocation> readLocation(TableName table, byte[] storedRow)
      throws IOException {
    CompletableFuture<HRegionLocation> read =
        connection
            .opening(false)
            .thenCompose(
                open ->
                    new RegionsInMeta(open.getTable(TableName.META_TABLE_NAME))
                        .read(table, KeyBytes.lookUp(storedRow)));
    FutureUtils.addListener(
        read,
        (location, failure) -> {
          if (FutureUtils.unwrapCompletionException(failure) instanceof HoleInMetaException) {
            endLookUps(table);
          }
        });
    return read;
  }

  /** Closes the connection, also one that is still to open. */
  @Override
  public void close() {
    connection.close();
  }
}
