package io.halite.it.fault;

import io.halite.routing.table.Mark;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * Holds up the writes and gets of owner regions, as a server does that is paused. HBase calls its
 * hooks for each mutation of a batch, of a {@code mutateRow} and of a conditional write, too.
 */
public final class StuckOwner implements RegionCoprocessor, RegionObserver {
  private static final AtomicReference<Optional<Hold>> CURRENT =
      new AtomicReference<>(Optional.empty());
  private static final AtomicInteger HELD = new AtomicInteger();

  private record Hold(
      BiPredicate<RegionInfo, OperationWithAttributes> what, CountDownLatch release) {}

  /** Holds forwarded writes and gets of the region that starts here until it is closed. */
  public static AutoCloseable hold(byte[] regionStart) {
    return hold(
        (region, request) ->
            Mark.isOn(request) && Arrays.equals(region.getStartKey(), regionStart));
  }

  /** Holds forwarded writes of all regions of a table. */
  static AutoCloseable holdWrites(TableName table) {
    return hold(
        (region, request) ->
            Mark.isOn(request) && request instanceof Mutation && region.getTable().equals(table));
  }

  /** Holds the entries of a table's indexes. */
  static AutoCloseable holdEntries(TableName table) {
    String entries = table.getNameAsString() + "-";
    return hold(
        (region, request) ->
            request instanceof Mutation && region.getTable().getNameAsString().startsWith(entries));
  }

  private static AutoCloseable hold(BiPredicate<RegionInfo, OperationWithAttributes> what) {
    Hold hold = new Hold(what, new CountDownLatch(1));
    CURRENT.set(Optional.of(hold));
    return () -> {
      CURRENT.set(Optional.empty());
      hold.release().countDown();
    };
  }

  /** How many of them are held. */
  public static int held() {
    return HELD.get();
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void prePut(ObserverContext<RegionCoprocessorEnvironment> context, Put put, WALEdit edit)
      throws IOException {
    await(context, put);
  }

  @Override
  public void preDelete(
      ObserverContext<RegionCoprocessorEnvironment> context, Delete delete, WALEdit edit)
      throws IOException {
    await(context, delete);
  }

  @Override
  public Result preIncrement(
      ObserverContext<RegionCoprocessorEnvironment> context, Increment increment, WALEdit edit)
      throws IOException {
    await(context, increment);
    return RegionObserver.super.preIncrement(context, increment, edit);
  }

  @Override
  public Result preAppend(
      ObserverContext<RegionCoprocessorEnvironment> context, Append append, WALEdit edit)
      throws IOException {
    await(context, append);
    return RegionObserver.super.preAppend(context, append, edit);
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> result)
      throws IOException {
    await(context, get);
  }

  private static void await(
      ObserverContext<RegionCoprocessorEnvironment> context, OperationWithAttributes request)
      throws IOException {
    RegionInfo region = context.getEnvironment().getRegionInfo();
    Optional<Hold> hold = CURRENT.get().filter(one -> one.what().test(region, request));
    if (hold.isPresent()) {
      HELD.incrementAndGet();
      try {
        LetGo.await(hold.get().release(), 80);
      } finally {
        HELD.decrementAndGet();
      }
    }
  }
}
