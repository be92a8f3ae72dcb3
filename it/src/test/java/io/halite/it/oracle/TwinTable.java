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
  private final ExecutorService scanners = Executors.newCachedThreadPool();
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

  AsyncTable<ScanResultConsumer> asyncTable() {
    return sent.ofAsync(asyncConnection.getTable(name, scanners));
  }

  AsyncTable<AdvancedScanResultConsumer> rawAsyncTable() {
    return sent.ofAsync(asyncConnection.getTable(name));
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

  BufferedMutator bufferedMutator() throws IOException {
    return connection.getBufferedMutator(name);
  }

  @Override
  public void close() throws IOException {
    scanners.shutdown();
    table.close();
    asyncConnection.close();
    connection.close();
  }
}
