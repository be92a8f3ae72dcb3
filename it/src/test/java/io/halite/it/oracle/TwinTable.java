package io.halite.it.oracle;

import io.halite.client.latest.LatestClient;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.Table;

/** One of two twins: a table with all the clients that HBase has for it. */
final class TwinTable implements AutoCloseable {
  private final TableName name;
  private final boolean plain;
  private final Connection connection;
  private final AsyncConnection asyncConnection;
  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final SentCalls sent = new SentCalls();
  private final Table table;

  TwinTable(TableName name, boolean plain, Configuration configuration) throws Exception {
    this.name = name;
    this.plain = plain;
    connection = ConnectionFactory.createConnection(configuration);
    asyncConnection = ConnectionFactory.createAsyncConnection(configuration).get();
    table = sent.of(connection.getTable(name));
  }

  TableName name() {
    return name;
  }

  /** Whether it is the one without a salt. */
  boolean isPlain() {
    return plain;
  }

  Connection connection() {
    return connection;
  }

  Table table() {
    return table;
  }

  AsyncTable<ScanResultConsumer> pooled() {
    return sent.of(Sender.POOL, asyncConnection.getTable(name, pool));
  }

  AsyncTable<AdvancedScanResultConsumer> network() {
    return sent.of(Sender.NETWORK, asyncConnection.getTable(name));
  }

  /** The table of one of the asynchronous clients. */
  AsyncTable<?> async(Sender sender) {
    return sender == Sender.POOL ? pooled() : network();
  }

  /** What was called of its tables since the last time. */
  Set<SentCalls.Call> takeCalls() {
    return sent.take();
  }

  AsyncAdmin admin() {
    return asyncConnection.getAdmin();
  }

  /** A client of newest rows over one of the connections. */
  LatestClient latest(boolean waits) throws Exception {
    return waits
        ? LatestClient.open(connection, name)
        : LatestClient.open(asyncConnection, name).get();
  }

  BufferedMutator mutator() throws IOException {
    return sent.of(connection.getBufferedMutator(name));
  }

  /** The mutator of one of the asynchronous clients. */
  AsyncBufferedMutator asyncMutator(Sender sender) {
    return sent.of(
        sender,
        sender == Sender.POOL
            ? asyncConnection.getBufferedMutator(name, pool)
            : asyncConnection.getBufferedMutator(name));
  }

  @Override
  public void close() throws IOException {
    pool.shutdown();
    table.close();
    asyncConnection.close();
    connection.close();
  }
}
