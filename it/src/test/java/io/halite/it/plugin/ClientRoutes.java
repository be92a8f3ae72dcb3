package io.halite.it.plugin;

import io.halite.it.cluster.PlugIns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * The ways in which a client reaches the rows of a salted table, by the blocking client, by the
 * asynchronous one, and by the asynchronous one that calls back in a pool. Thread-safe, as its
 * connections.
 */
public final class ClientRoutes implements AutoCloseable {
  private final List<Connection> blocking;
  private final List<AsyncConnection> asynchronous;
  private final AsyncConnection pooled;
  private final ExecutorService pool = Executors.newFixedThreadPool(4);

  private ClientRoutes(
      List<Connection> blocking, List<AsyncConnection> asynchronous, AsyncConnection pooled) {
    this.blocking = blocking;
    this.asynchronous = asynchronous;
    this.pooled = pooled;
  }

  /**
   * Opens the routes by gateways and straight to the owners, each with both clients; straight to
   * the owners also with the pool.
   *
   * @param plain the settings of clients without the plug-in
   */
  public static ClientRoutes open(Configuration plain) throws IOException {
    Configuration plugIn = PlugIns.on(plain);
    AsyncConnection direct = connectAsync(plugIn);
    return new ClientRoutes(
        List.of(
            ConnectionFactory.createConnection(plain), ConnectionFactory.createConnection(plugIn)),
        List.of(connectAsync(plain), direct),
        direct);
  }

  /**
   * Opens three clients with these settings, each with a connection of its own, so that none uses
   * what another one was shown: the blocking one, the asynchronous one, and that with the pool.
   */
  public static ClientRoutes apart(Configuration settings) throws IOException {
    return new ClientRoutes(
        List.of(ConnectionFactory.createConnection(settings)),
        List.of(connectAsync(settings)),
        connectAsync(settings));
  }

  private static AsyncConnection connectAsync(Configuration settings) throws IOException {
    return FutureUtils.get(ConnectionFactory.createAsyncConnection(settings));
  }

  /** A client of the table for each route, that of the pool last. They need not be closed. */
  public List<Table> tables(TableName name) throws IOException {
    List<Table> tables = new ArrayList<>();
    for (Connection connection : blocking) {
      tables.add(connection.getTable(name));
    }
    asynchronous.forEach(connection -> tables.add(new AsyncAsTable(connection.getTable(name))));
    tables.add(ConsumedRows.of(pooled.getTable(name, pool)));
    return tables;
  }

  /** One more of the asynchronous client, whose scans collect the rows that are pushed. */
  Table pushed(TableName name) {
    return new AsyncAsTable(asynchronous.get(asynchronous.size() - 1).getTable(name), true);
  }

  /**
   * Sends writes through a buffered mutator, and waits until all are applied.
   *
   * @param route the place of the route's table in {@link #tables}
   */
  void mutate(int route, TableName name, List<? extends Mutation> writes) throws IOException {
    if (route < blocking.size()) {
      try (BufferedMutator mutator = blocking.get(route).getBufferedMutator(name)) {
        mutator.mutate(writes);
      }
      return;
    }
    int next = route - blocking.size();
    mutate(
        next < asynchronous.size()
            ? asynchronous.get(next).getBufferedMutator(name)
            : pooled.getBufferedMutator(name, pool),
        writes);
  }

  /** Sends writes through a mutator, closes it, and waits until all are applied. */
  public static void mutate(AsyncBufferedMutator mutator, List<? extends Mutation> writes)
      throws IOException {
    List<CompletableFuture<Void>> answers;
    try (mutator) {
      answers = mutator.mutate(List.copyOf(writes));
    }
    FutureUtils.get(CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)));
  }

  @Override
  public void close() throws IOException {
    pool.shutdown();
    for (Connection connection : blocking) {
      connection.close();
    }
    for (AsyncConnection connection : asynchronous) {
      connection.close();
    }
    pooled.close();
  }
}
