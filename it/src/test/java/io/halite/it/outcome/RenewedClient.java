package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.F;

import io.halite.it.outcome.ConditionalWriter.Client;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/**
 * A client that sends some requests over each connection. A lost answer makes HBase's client read
 * {@code hbase:meta}, so a connection at a door comes back to the gateway, in the end for five
 * minutes; a new one is redirected at once. For one thread.
 */
final class RenewedClient implements Client, AutoCloseable {
  private static final int REQUESTS = 30;

  private final Kind kind;
  private final Configuration conf;
  private final TableName table;
  private int requests;
  private Client client;
  private Closeable connection = () -> {};

  /** How a client sends conditional writes. */
  enum Kind {
    SINGLE,
    BATCHES,
    ASYNCHRONOUS
  }

  RenewedClient(Kind kind, Configuration conf, TableName table) {
    this.kind = kind;
    this.conf = conf;
    this.table = table;
  }

  private Client client() throws Exception {
    if (requests++ % REQUESTS == 0) {
      close();
      if (kind == Kind.ASYNCHRONOUS) {
        AsyncConnection opened = ConnectionFactory.createAsyncConnection(conf).get();
        connection = opened;
        client = async(opened.getTable(table));
      } else {
        Connection opened = ConnectionFactory.createConnection(conf);
        connection = opened;
        client = blocking(opened.getTable(table), kind == Kind.BATCHES);
      }
    }
    return client;
  }

  @Override
  public CheckAndMutateResult send(CheckAndMutate check) throws Exception {
    return client().send(check);
  }

  @Override
  public void increment(Increment increment) throws Exception {
    client().increment(increment);
  }

  @Override
  public Result get(Get get) throws Exception {
    return client().get(get);
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }

  private static Client blocking(Table table, boolean inBatches) {
    return new Client() {
      @Override
      public CheckAndMutateResult send(CheckAndMutate check) throws Exception {
        if (!inBatches) {
          return table.checkAndMutate(check);
        }
        Object[] answers = new Object[2];
        table.batch(List.of(check, new Get(check.getRow()).addFamily(F)), answers);
        return (CheckAndMutateResult) answers[0];
      }

      @Override
      public void increment(Increment increment) throws Exception {
        table.increment(increment);
      }

      @Override
      public Result get(Get get) throws Exception {
        return table.get(get);
      }
    };
  }

  private static Client async(AsyncTable<?> table) {
    return new Client() {
      @Override
      public CheckAndMutateResult send(CheckAndMutate check) {
        return table.checkAndMutate(check).join();
      }

      @Override
      public void increment(Increment increment) {
        CompletableFuture<Result> done = table.increment(increment);
        done.join();
      }

      @Override
      public Result get(Get get) {
        return table.get(get).join();
      }
    };
  }
}
