package io.halite.coprocessor;

import io.halite.coprocessor.host.ChainedResult;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.jspecify.annotations.Nullable;

/**
 * The hooks of increments and appends, which have an answer: other observers may give or change it.
 *
 * <p>An increment of {@code 41 54 4C} passes {@code preIncrement} of its gateway, which bypasses
 * it. The forward, of {@code 0C·41 54 4C}, passes {@code preIncrement} and {@code
 * postIncrementBeforeWAL} of its owner. Thread-safe.
 */
abstract sealed class IncrementHooks extends ConditionalHooks permits SaltingObserver {
  IncrementHooks(Guard guard) {
    super(guard);
  }

  @Override
  public @Nullable Result preIncrement(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Increment increment, WALEdit edit)
      throws IOException {
    // HBase takes null for no answer, and increments here.
    return write("preIncrement", ctx, increment) ? Result.EMPTY_RESULT : null;
  }

  @Override
  public @Nullable Result preAppend(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Append append, WALEdit edit)
      throws IOException {
    // HBase takes null for no answer, and appends here.
    return write("preAppend", ctx, append) ? Result.EMPTY_RESULT : null;
  }

  @Override
  public List<Pair<Cell, Cell>> postIncrementBeforeWAL(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Mutation mutation,
      List<Pair<Cell, Cell>> cells)
      throws IOException {
    applying("postIncrementBeforeWAL", mutation);
    return cells;
  }

  @Override
  public List<Pair<Cell, Cell>> postAppendBeforeWAL(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Mutation mutation,
      List<Pair<Cell, Cell>> cells)
      throws IOException {
    applying("postAppendBeforeWAL", mutation);
    return cells;
  }

  /** No observer can bypass these hooks of a write that HBase is about to apply here. */
  private void applying(String hook, Mutation mutation) throws IOException {
    answer(
        hook,
        role -> {
          role.applying(mutation);
          return mutation;
        });
  }

  @Override
  public @Nullable Result postAppend(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Append append, Result result, WALEdit edit)
      throws IOException {
    Optional<Result> answer = guard.call("postAppend", () -> ChainedResult.of(ctx, result));
    // An observer ahead may have answered null, which HBase takes for an empty result.
    return answer.isPresent() ? answer.get() : null;
  }

  final boolean write(
      String hook, ObserverContext<RegionCoprocessorEnvironment> ctx, Mutation mutation)
      throws IOException {
    return answer(hook, role -> bypassIf(ctx, role.write(mutation, ctx.getCaller())));
  }
}
