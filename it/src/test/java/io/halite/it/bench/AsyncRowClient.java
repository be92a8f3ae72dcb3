package io.halite.it.bench;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;

/** HBase's asynchronous client, whose thread waits for each future. */
record AsyncRowClient(AsyncConnection connection, AsyncTable<?> table) implements RowClient {
  static AsyncRowClient open(Configuration conf, TableName name) throws Exception {
    AsyncConnection connection = ConnectionFactory.createAsyncConnection(conf).get();
    return new AsyncRowClient(connection, connection.getTable(name));
  }

  @Override
  public Result get(Get get) throws Exception {
    return table.get(get).get();
  }

  @Override
  public void put(Put put) throws Exception {
    table.put(put).get();
  }

  @Override
  public void put(List<Put> puts) throws Exception {
    table.putAll(puts).get();
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
