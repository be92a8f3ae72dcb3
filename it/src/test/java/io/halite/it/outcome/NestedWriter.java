package io.halite.it.outcome;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.jspecify.annotations.Nullable;

/** An observer that writes in the middle of its next hook of a row, once. */
public final class NestedWriter implements RegionCoprocessor, RegionObserver {
  /** Before Halite's observer, so that it comes first at the gateway. */
  static final int AHEAD = 1_000;

  /** After Halite's observer, so that the hooks before a write come at the owner alone. */
  static final int BEHIND = 2_000_000_000;

  private static final AtomicReference<Optional<Next>> NEXT =
      new AtomicReference<>(Optional.empty());

  /** The hooks that it has. */
  enum Hook {
    BEFORE_PUT,
    AFTER_PUT,
    BEFORE_GET,
    BEFORE_INCREMENT,
    AFTER_INCREMENT,
    BEFORE_CHECK
  }

  /** What it does in the middle of a hook. */
  interface Inside {
    /** Writes, or refuses what the hook is of. */
    void run(RegionCoprocessorEnvironment env) throws IOException;
  }

  private record Next(Hook hook, byte[] row, Inside inside) {
    /** Whether it is meant, under its natural or its stored key. */
    boolean isAt(Hook now, byte[] key) {
      return hook == now && Bytes.toString(key).endsWith(Bytes.toString(row));
    }
  }

  /** Has this done in the next such hook of this natural row, wherever it comes first. */
  static void next(Hook hook, byte[] row, Inside inside) {
    NEXT.set(Optional.of(new Next(hook, row, inside)));
  }

  /** Whether nothing is to be done any more. */
  static boolean isOver() {
    return NEXT.get().isEmpty();
  }

  private static void at(Hook hook, byte[] row, ObserverContext<RegionCoprocessorEnvironment> ctx)
      throws IOException {
    Optional<Next> due =
        NEXT.getAndUpdate(next -> next.filter(of -> !of.isAt(hook, row)))
            .filter(of -> of.isAt(hook, row));
    if (due.isPresent()) {
      due.get().inside().run(ctx.getEnvironment());
    }
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void prePut(ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit)
      throws IOException {
    at(Hook.BEFORE_PUT, put.getRow(), ctx);
  }

  @Override
  public void postPut(ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit)
      throws IOException {
    at(Hook.AFTER_PUT, put.getRow(), ctx);
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> result)
      throws IOException {
    at(Hook.BEFORE_GET, get.getRow(), ctx);
  }

  @Override
  public @Nullable Result preIncrement(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Increment increment, WALEdit edit)
      throws IOException {
    at(Hook.BEFORE_INCREMENT, increment.getRow(), ctx);
    return null;
  }

  @Override
  public Result postIncrement(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Increment increment,
      Result result,
      WALEdit edit)
      throws IOException {
    at(Hook.AFTER_INCREMENT, increment.getRow(), ctx);
    return result;
  }

  @Override
  public CheckAndMutateResult preCheckAndMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      CheckAndMutate check,
      CheckAndMutateResult result)
      throws IOException {
    at(Hook.BEFORE_CHECK, check.getRow(), ctx);
    return result;
  }
}
