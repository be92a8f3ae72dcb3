package io.halite.client.plugin;

import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.jspecify.annotations.Nullable;

/** Turns each deprecated form of a conditional mutation into the current one. Thread-safe. */
@SuppressWarnings("deprecation") // These are the deprecated forms.
abstract class ConditionalAsyncTable<C extends ScanResultConsumerBase>
    extends DerivedAsyncTable<C> {
  ConditionalAsyncTable(AsyncTable<C> real) {
    super(real);
  }

  @Override
  public final CheckAndMutateBuilder checkAndMutate(byte[] row, byte[] family) {
    return new OnColumn(OldCondition.onColumn(row, family));
  }

  @Override
  public final CheckAndMutateWithFilterBuilder checkAndMutate(byte[] row, Filter filter) {
    return new OnFilter(OldCondition.onFilter(row, filter));
  }

  /** A condition being put together, and the actions that can end it. */
  abstract class Waiting {
    final OldCondition condition;

    Waiting(OldCondition condition) {
      this.condition = condition;
    }

    public final CompletableFuture<Boolean> thenPut(Put put) {
      return then(put);
    }

    public final CompletableFuture<Boolean> thenDelete(Delete delete) {
      return then(delete);
    }

    public final CompletableFuture<Boolean> thenMutate(RowMutations mutations) {
      return then(mutations);
    }

    private CompletableFuture<Boolean> then(Row action) {
      try {
        CompletableFuture<CheckAndMutateResult> check = checkAndMutate(condition.then(action));
        CompletableFuture<Boolean> success = new CompletableFuture<>();
        AsyncRequests.endWith(success, check);
        // A stage of it would fail with a CompletionException around the failure.
        FutureUtils.addListener(
            check,
            (answer, failure) -> {
              if (failure == null) {
                success.complete(answer.isSuccess());
              } else {
                success.completeExceptionally(failure);
              }
            });
        return success;
      } catch (DoNotRetryIOException e) {
        return CompletableFuture.failedFuture(e);
      }
    }
  }

  private final class OnColumn extends Waiting implements CheckAndMutateBuilder {
    OnColumn(OldCondition condition) {
      super(condition);
    }

    @Override
    public CheckAndMutateBuilder qualifier(byte[] name) {
      condition.qualifier(name);
      return this;
    }

    @Override
    public CheckAndMutateBuilder timeRange(@Nullable TimeRange range) {
      condition.timeRange(range);
      return this;
    }

    @Override
    public CheckAndMutateBuilder ifNotExists() {
      condition.ifNotExists();
      return this;
    }

    @Override
    public CheckAndMutateBuilder ifMatches(CompareOperator compare, byte[] expected) {
      condition.ifMatches(compare, expected);
      return this;
    }
  }

  private final class OnFilter extends Waiting implements CheckAndMutateWithFilterBuilder {
    OnFilter(OldCondition condition) {
      super(condition);
    }

    @Override
    public CheckAndMutateWithFilterBuilder timeRange(@Nullable TimeRange range) {
      condition.timeRange(range);
      return this;
    }
  }
}
