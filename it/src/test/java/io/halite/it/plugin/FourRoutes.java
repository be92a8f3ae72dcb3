package io.halite.it.plugin;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
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
 * The ways in which a client reaches the rows of a salted table: by gateways or straight to the
 * owners, each with the blocking and with the asynchronous client. Thread-safe, as its connections.
 */
public final class FourRoutes implements AutoCloseable {
  private final Connection gateways;
  private final Connection owners;
  private final AsyncConnection asyncGateways;
  private final AsyncConnection asyncOwners;

  private FourRoutes(
      Connection gateways,
      Connection owners,
      AsyncConnection asyncGateways,
      AsyncConnection asyncOwners) {
    this.gateways = gateways;
    this.owners = owners;
    this.asyncGateways = asyncGateways;
    this.asyncOwners = asyncOwners;
  }

  /** Opens the connections, of clients with these settings and no plug-in. */
  public static FourRoutes open(Configuration plain) throws IOException {
    Configuration plugIn = HBaseConfiguration.create(plain);
    plugIn.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    plugIn.set(
        "hbase.client.async.connection.impl", "io.halite.client.plugin.SaltedAsyncConnection");
    return new FourRoutes(
        ConnectionFactory.createConnection(plain),
        ConnectionFactory.createConnection(plugIn),
        FutureUtils.get(ConnectionFactory.createAsyncConnection(plain)),
        FutureUtils.get(ConnectionFactory.createAsyncConnection(plugIn)));
  }

  /** A client of the table for each route. They need not be closed. */
  public List<Table> tables(TableName name) throws IOException {
    return List.of(
        gateways.getTable(name),
        owners.getTable(name),
        new AsyncAsTable(asyncGateways.getTable(name)),
        new AsyncAsTable(asyncOwners.getTable(name)));
  }

  /** Sends writes through a buffered mutator of a route, and waits until all are applied. */
  void mutate(int route, TableName name, List<? extends Mutation> writes) throws IOException {
    if (route < 2) {
      try (BufferedMutator mutator = (route == 0 ? gateways : owners).getBufferedMutator(name)) {
        mutator.mutate(writes);
      }
      return;
    }
    List<CompletableFuture<Void>> answers;
    try (AsyncBufferedMutator mutator =
        (route == 2 ? asyncGateways : asyncOwners).getBufferedMutator(name)) {
      answers = mutator.mutate(List.copyOf(writes));
    }
    FutureUtils.get(CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)));
  }

  @Override
  public void close() throws IOException {
    gateways.close();
    owners.close();
    asyncGateways.close();
    asyncOwners.close();
  }
}
