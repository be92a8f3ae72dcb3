package io.halite.coprocessor;

import com.google.protobuf.Service;
import io.halite.client.mark.Mark;
import io.halite.client.operate.wire.RegionServices;
import io.halite.client.route.PassRange;
import io.halite.client.table.WhereClause;
import io.halite.coprocessor.operate.StoredScan;
import io.halite.coprocessor.read.AheadLimit;
import io.halite.coprocessor.scan.LatestForm;
import io.halite.coprocessor.write.WriteGateway;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.EndpointObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.Region.Operation;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * Makes a table salted on the server: clients send natural row keys, the table stores salted ones.
 *
 * <p>Loaded by one table attribute, on an empty or disabled table, with the priority left empty:
 *
 * <pre>{@code
 * alter 't', METHOD => 'table_att',
 *   'coprocessor' => '|io.halite.coprocessor.SaltingObserver||key=row:*,salt=hash(*) % 16'
 * }</pre>
 *
 * <p>Under that spec a put of {@code 41 54 4C} reaches the region that covers {@code 41 54 4C}, its
 * gateway; is stored by the region that covers {@code 03·41 54 4C}, its owner; and is read back as
 * {@code 41 54 4C}. A request that the gateway has forwarded carries a mark and is served where it
 * arrives.
 *
 * <p>Every hook runs inside a guard. A wrong spec leaves the region open and every operation
 * refused, with what was given, the rule and the table.
 */
public final class SaltingObserver implements RegionCoprocessor, RegionObserver {
  private final Guard guard;
  private volatile RegionState state;

  /** An observer as HBase makes it. */
  public SaltingObserver() {
    this(new Guard());
  }

  /** An observer whose hooks run inside a guard of one's own. */
  SaltingObserver(Guard guard) {
    this.guard = guard;
  }

  @Override
  public void start(CoprocessorEnvironment env) {
    guard.runQuietly(
        "start",
        () -> state = RegionState.of((RegionCoprocessorEnvironment) env, SaltingObserver.class));
  }

  @Override
  public void stop(CoprocessorEnvironment env) {
    guard.runQuietly("stop", () -> state.close());
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public Optional<EndpointObserver> getEndpointObserver() {
    return Optional.of(new ForeignEndpoints(guard, () -> state));
  }

  @Override
  public Iterable<Service> getServices() {
    return List.of(RegionServices.of(new GuardedOperations(guard, () -> state)));
  }

  @Override
  public void postOpen(ObserverContext<RegionCoprocessorEnvironment> ctx) {
    guard.runQuietly("postOpen", () -> state.opened());
  }

  @Override
  public void preClose(ObserverContext<RegionCoprocessorEnvironment> ctx, boolean abortRequested) {
    // HBase aborts the server on any exception here: it knows no region that could not be closed.
    guard.runQuietly("preClose", () -> state.closing());
  }

  @Override
  public void postStartRegionOperation(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Operation operation) throws IOException {
    if (operation == Operation.BATCH_MUTATE) {
      guard.run("postStartRegionOperation", () -> WriteGateway.begin(region(ctx)));
    }
  }

  @Override
  public void postCloseRegionOperation(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Operation operation) throws IOException {
    if (operation == Operation.BATCH_MUTATE) {
      guard.run("postCloseRegionOperation", () -> WriteGateway.end(region(ctx)));
    }
  }

  @Override
  public void prePut(ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit)
      throws IOException {
    guard.run("prePut", () -> forward(ctx, put));
  }

  @Override
  public void preDelete(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Delete delete, WALEdit edit)
      throws IOException {
    guard.run("preDelete", () -> forward(ctx, delete));
  }

  @Override
  public Result preIncrement(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Increment increment, WALEdit edit)
      throws IOException {
    return guard.call("preIncrement", () -> forward(ctx, increment) ? Result.EMPTY_RESULT : null);
  }

  @Override
  public Result preAppend(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Append append, WALEdit edit)
      throws IOException {
    return guard.call("preAppend", () -> forward(ctx, append) ? Result.EMPTY_RESULT : null);
  }

  /** Takes a natural write over and bypasses this region; a marked one is left to it. */
  private boolean forward(ObserverContext<RegionCoprocessorEnvironment> ctx, Mutation mutation)
      throws IOException {
    RegionGateways gateways = state.require();
    if (gateways == null) {
      state.checkInPlace(mutation.getRow());
      return false;
    }
    if (Mark.isOn(mutation)) {
      gateways.writes().pass(mutation);
      return false;
    }
    gateways.natural().write();
    gateways.writes().collect(mutation);
    ctx.bypass();
    return true;
  }

  @Override
  public void postBatchMutateIndispensably(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch,
      boolean success)
      throws IOException {
    guard.run(
        "postBatchMutateIndispensably",
        () -> {
          if (state.gateways() != null) {
            state.gateways().writes().flush(batch);
          }
        });
  }

  @Override
  public CheckAndMutateResult preCheckAndMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      CheckAndMutate check,
      CheckAndMutateResult result)
      throws IOException {
    return guard.call(
        "preCheckAndMutate",
        () -> {
          RegionGateways gateways = state.require();
          if (gateways == null) {
            state.checkInPlace(check.getRow());
            return result;
          }
          CheckAndMutateResult answer =
              gateways.writes().checkAndMutate(check, ctx.getEnvironment().getRegion());
          if (answer == null) {
            return result;
          }
          gateways.natural().write();
          ctx.bypass();
          return answer;
        });
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> result)
      throws IOException {
    guard.run(
        "preGetOp",
        () -> {
          RegionGateways gateways = state.require();
          if (gateways == null) {
            state.refuseIndex(get);
            return;
          }
          if (Mark.isOn(get)) {
            state.table().verify(get, get.getRow());
            get.setFilter(state.table().naturalView(get.getFilter()));
          } else {
            gateways.natural().read();
            gateways.reads().get(get, result);
            ctx.bypass();
          }
        });
  }

  @Override
  public void postGetOp(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> result)
      throws IOException {
    guard.run("postGetOp", () -> AheadLimit.cut(get, result));
  }

  @Override
  public boolean preExists(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, boolean exists)
      throws IOException {
    return guard.call(
        "preExists",
        () -> {
          RegionGateways gateways = state.require();
          if (gateways == null) {
            state.refuseIndex(get);
            return exists;
          }
          if (Mark.isOn(get)) {
            return exists;
          }
          gateways.natural().read();
          boolean answer = gateways.reads().exists(get);
          ctx.bypass();
          return answer;
        });
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan)
      throws IOException {
    guard.run(
        "preScannerOpen",
        () -> {
          if (scan instanceof StoredScan) {
            return;
          }
          RegionGateways gateways = state.require();
          if (gateways == null) {
            state.installWhere(scan);
            LatestForm.prepareInPlace(scan, state.table(), ctx.getEnvironment().getRegionInfo());
          } else if (Mark.isOn(scan)) {
            state.table().verify(scan);
            WhereClause.installUnbounded(scan, state.table());
            LatestForm.prepareStored(scan, state.table());
            PassRange pass = PassRange.of(scan);
            scan.setFilter(
                pass == null
                    ? state.table().naturalView(scan)
                    : state.table().passView(scan, pass));
          } else {
            gateways.natural().read();
            gateways.scans().prepare(scan);
          }
        });
  }

  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan, RegionScanner scanner)
      throws IOException {
    return guard.call(
        "postScannerOpen",
        () ->
            state.gateways() == null || Mark.isOn(scan)
                ? LatestForm.over(scanner, scan, state.table())
                : state.gateways().scans().open(scan, scanner));
  }

  @Override
  public void preBulkLoadHFile(
      ObserverContext<RegionCoprocessorEnvironment> ctx, List<Pair<byte[], String>> familyPaths)
      throws IOException {
    guard.run(
        "preBulkLoadHFile",
        () -> {
          RegionGateways gateways = state.require();
          if (gateways != null) {
            gateways.files().check(familyPaths);
          }
        });
  }

  private static Object region(ObserverContext<RegionCoprocessorEnvironment> ctx) {
    return ctx.getEnvironment().getRegion();
  }
}
