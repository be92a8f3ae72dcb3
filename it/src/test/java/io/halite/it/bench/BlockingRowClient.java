package io.halite.it.bench;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/** HBase's blocking client. */
record BlockingRowClient(Connection connection, Table table) implements RowClient {
  static BlockingRowClient open(Configuration conf, TableName name) throws IOException {
    Connection connection = ConnectionFactory.createConnection(conf);
    return new BlockingRowClient(connection, connection.getTable(name));
  }

  @Override
  public Result get(Get get) throws IOException {
    return table.get(get);
  }

  @Override
  public void put(Put put) throws IOException {
    table.put(put);
  }

  @Override
  public void put(List<Put> puts) throws IOException {
    table.put(puts);
  }

  @Override
  public void close() throws IOException {
    try (connection) {
      table.close();
    }
  }
}
