package io.halite.it.linear;

import java.io.IOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/** The blocking client. */
record BlockingRows(Table table) implements Rows {
  @Override
  public Result get(Get get) throws IOException {
    return table.get(get);
  }

  @Override
  public void put(Put put) throws IOException {
    table.put(put);
  }

  @Override
  public void delete(Delete delete) throws IOException {
    table.delete(delete);
  }

  @Override
  public boolean exchange(CheckAndMutate exchange) throws IOException {
    return table.checkAndMutate(exchange).isSuccess();
  }

  @Override
  public Result increment(Increment increment) throws IOException {
    return table.increment(increment);
  }
}
