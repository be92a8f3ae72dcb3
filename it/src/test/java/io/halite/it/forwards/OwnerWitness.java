package io.halite.it.forwards;

import io.halite.routing.table.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.wal.WALEdit;

/** Notes every forward that reaches an owner, in all tables that load it behind the observer. */
public final class OwnerWitness implements RegionCoprocessor, RegionObserver {
  private static final Queue<SeenForward> SEEN = new ConcurrentLinkedQueue<>();

  /** What was seen since it was last asked. */
  static List<SeenForward> seen() {
    List<SeenForward> seen = new ArrayList<>();
    for (SeenForward next = SEEN.poll(); next != null; next = SEEN.poll()) {
      seen.add(next);
    }
    return seen;
  }

  /** Notes what a hook sees now. */
  static void add(String hook) {
    SEEN.add(SeenForward.now(hook));
  }

  private static void note(String hook, OperationWithAttributes operation) {
    if (Mark.isOn(operation)) {
      add(hook);
    }
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void prePut(ObserverContext<RegionCoprocessorEnvironment> c, Put put, WALEdit edit) {
    note("put", put);
  }

  @Override
  public void preDelete(
      ObserverContext<RegionCoprocessorEnvironment> c, Delete delete, WALEdit edit) {
    note("delete", delete);
  }

  @Override
  public Result preIncrement(
      ObserverContext<RegionCoprocessorEnvironment> c, Increment increment, WALEdit edit) {
    note("increment", increment);
    return null;
  }

  @Override
  public Result preAppend(
      ObserverContext<RegionCoprocessorEnvironment> c, Append append, WALEdit edit) {
    note("append", append);
    return null;
  }

  @Override
  public CheckAndMutateResult preCheckAndMutate(
      ObserverContext<RegionCoprocessorEnvironment> c,
      CheckAndMutate check,
      CheckAndMutateResult result) {
    // What the condition guards carries the mark; it was bypassed here unless it is a forward.
    add("checkAndMutate");
    return result;
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> c, Get get, List<Cell> result) {
    note("get", get);
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> c, Scan scan) {
    note("scan", scan);
  }

  @Override
  public boolean preScannerNext(
      ObserverContext<RegionCoprocessorEnvironment> c,
      InternalScanner scanner,
      List<Result> result,
      int limit,
      boolean hasNext) {
    if (!scanner.getClass().getName().startsWith("io.halite.")) {
      add("next");
    }
    return hasNext;
  }
}
