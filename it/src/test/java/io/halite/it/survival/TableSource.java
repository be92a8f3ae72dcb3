package io.halite.it.survival;

import io.halite.it.plugin.AsyncAsTable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.FutureUtils;

/** The tables of one kind of client: the blocking one, or the asynchronous one, awaited. */
final class TableSource implements AutoCloseable {
  private final Connection connection;
  private final Optional<AsyncConnection> async;

  private TableSource(Connection connection, Optional<AsyncConnection> async) {
    this.connection = connection;
    this.async = async;
  }

  /**
   * Connects a client.
   *
   * @param isAsync whether its tables are those of the asynchronous client
   */
  static TableSource connect(Configuration configuration, boolean isAsync) throws IOException {
    Connection connection = ConnectionFactory.createConnection(configuration);
    return new TableSource(
        connection,
        isAsync
            ? Optional.of(FutureUtils.get(ConnectionFactory.createAsyncConnection(configuration)))
            : Optional.empty());
  }

  Table open(TableName name) throws IOException {
    return async.isPresent()
        ? new AsyncAsTable(async.get().getTable(name))
        : connection.getTable(name);
  }

  /** The blocking connection, which an asynchronous client has beside its own. */
  Connection blocking() {
    return connection;
  }

  boolean isAsync() {
    return async.isPresent();
  }

  @Override
  public void close() throws IOException {
    try (connection) {
      if (async.isPresent()) {
        async.get().close();
      }
    }
  }
}
