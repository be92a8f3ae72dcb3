package io.halite.it.linear;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;

/** The blocking client; its futures are done. */
record BlockingRows(Table table) implements Rows {
  @Override
  public CompletableFuture<?> send(Row action) {
    try {
      return CompletableFuture.completedFuture(answer(action));
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private Object answer(Row action) throws IOException {
    if (action instanceof Get get) {
      return table.get(get);
    }
    if (action instanceof Put put) {
      table.put(put);
      return Result.EMPTY_RESULT;
    }
    if (action instanceof Delete delete) {
      table.delete(delete);
      return Result.EMPTY_RESULT;
    }
    if (action instanceof Increment increment) {
      return table.increment(increment);
    }
    return action instanceof RowMutations mutations
        ? table.mutateRow(mutations)
        : table.checkAndMutate((CheckAndMutate) action);
  }

  @Override
  public List<? extends CompletableFuture<?>> batch(List<Row> actions) throws InterruptedException {
    Object[] results = new Object[actions.size()];
    try {
      table.batch(actions, results);
    } catch (IOException e) {
      // The results of those that failed are what they failed with, or none at all.
      return Arrays.stream(results)
          .map(
              result ->
                  result instanceof Result
                      ? CompletableFuture.completedFuture(result)
                      : CompletableFuture.failedFuture(e))
          .toList();
    }
    return Arrays.stream(results)
        .map(result -> CompletableFuture.completedFuture(Objects.requireNonNull(result)))
        .toList();
  }

  @Override
  public List<? extends CompletableFuture<?>> exchange(List<CheckAndMutate> exchanges) {
    try {
      return table.checkAndMutate(exchanges).stream()
          .map(CompletableFuture::completedFuture)
          .toList();
    } catch (IOException e) {
      // Which of them failed this method does not tell.
      return Collections.nCopies(exchanges.size(), CompletableFuture.failedFuture(e));
    }
  }
}
