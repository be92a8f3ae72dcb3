package io.halite.it.linear;

import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;

/** The asynchronous client; each request waits for its answer. */
record AsyncRows(AsyncTable<?> table) implements Rows {
  @Override
  public Result get(Get get) throws InterruptedException, ExecutionException {
    return table.get(get).get();
  }

  @Override
  public void put(Put put) throws InterruptedException, ExecutionException {
    table.put(put).get();
  }

  @Override
  public void delete(Delete delete) throws InterruptedException, ExecutionException {
    table.delete(delete).get();
  }

  @Override
  public boolean exchange(CheckAndMutate exchange) throws InterruptedException, ExecutionException {
    return table.checkAndMutate(exchange).get().isSuccess();
  }

  @Override
  public Result increment(Increment increment) throws InterruptedException, ExecutionException {
    return table.increment(increment).get();
  }
}
