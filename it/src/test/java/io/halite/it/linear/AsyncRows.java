package io.halite.it.linear;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/** The asynchronous client. */
record AsyncRows(AsyncTable<?> table) implements Rows {
  @Override
  public CompletableFuture<?> send(Row action) {
    if (action instanceof Get get) {
      return table.get(get);
    }
    if (action instanceof Put put) {
      return table.put(put);
    }
    if (action instanceof Delete delete) {
      return table.delete(delete);
    }
    if (action instanceof Increment increment) {
      return table.increment(increment);
    }
    return action instanceof RowMutations mutations
        ? table.mutateRow(mutations)
        : table.checkAndMutate((CheckAndMutate) action);
  }

  @Override
  public List<CompletableFuture<Object>> batch(List<Row> actions) {
    return table.batch(actions);
  }

  @Override
  public List<? extends CompletableFuture<?>> exchange(List<CheckAndMutate> exchanges) {
    return table.checkAndMutate(exchanges);
  }
}
