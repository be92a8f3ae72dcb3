package io.halite.client.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Answers the calls that HBase's interface answers by others of its own, as that does, but with
 * futures that end the requests behind them when the application ends them. Thread-safe.
 */
abstract class DerivedAsyncTable<C extends ScanResultConsumerBase> extends AsyncTableDecorator<C> {
  DerivedAsyncTable(AsyncTable<C> real) {
    super(real);
  }

  /** A stage of an answer; HBase's interface shows its failures by stages, too. */
  private static <A, T> CompletableFuture<T> shown(
      CompletableFuture<A> answer, Function<A, T> view) {
    CompletableFuture<T> shown = answer.thenApply(view);
    AsyncRequests.endWith(shown, answer);
    return shown;
  }

  private static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> answers) {
    CompletableFuture<List<T>> all =
        CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
            .thenApply(
                any ->
                    answers.stream()
                        .map(CompletableFuture::join)
                        .collect(Collectors.toCollection(ArrayList::new)));
    answers.forEach(answer -> AsyncRequests.endWith(all, answer));
    return all;
  }

  private static CompletableFuture<Void> done(List<CompletableFuture<Void>> answers) {
    return shown(all(answers), any -> null);
  }

  private static Get check(Get get) {
    return get.isCheckExistenceOnly() ? get : new Get(get).setCheckExistenceOnly(true);
  }

  @Override
  public final CompletableFuture<Boolean> exists(Get get) {
    return shown(get(check(get)), Result::getExists);
  }

  @Override
  public final List<CompletableFuture<Boolean>> exists(List<Get> gets) {
    return get(gets.stream().map(DerivedAsyncTable::check).toList()).stream()
        .map(answer -> shown(answer, Result::getExists))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  @Override
  public final CompletableFuture<List<Boolean>> existsAll(List<Get> gets) {
    return all(exists(gets));
  }

  @Override
  public final CompletableFuture<List<Result>> getAll(List<Get> gets) {
    return all(get(gets));
  }

  @Override
  public final CompletableFuture<Void> putAll(List<Put> puts) {
    return done(put(puts));
  }

  @Override
  public final CompletableFuture<Void> deleteAll(List<Delete> deletes) {
    return done(delete(deletes));
  }

  @Override
  public final CompletableFuture<List<CheckAndMutateResult>> checkAndMutateAll(
      List<CheckAndMutate> checks) {
    return all(checkAndMutate(checks));
  }

  @Override
  public final <T> CompletableFuture<List<T>> batchAll(List<? extends Row> actions) {
    return all(this.<T>batch(actions));
  }

  @Override
  public final CompletableFuture<Long> incrementColumnValue(
      byte[] row, byte[] family, byte[] qualifier, long amount) {
    return incrementColumnValue(row, family, qualifier, amount, Durability.SYNC_WAL);
  }

  @Override
  public final CompletableFuture<Long> incrementColumnValue(
      byte[] row, byte[] family, byte[] qualifier, long amount, Durability durability) {
    Objects.requireNonNull(row, "row is null");
    Objects.requireNonNull(family, "family is null");
    Increment increment =
        new Increment(row).addColumn(family, qualifier, amount).setDurability(durability);
    return shown(increment(increment), answer -> Bytes.toLong(answer.getValue(family, qualifier)));
  }
}
