package io.halite.coprocessor;

import com.google.protobuf.Service;
import io.halite.coprocessor.gateway.AheadLimit;
import io.halite.coprocessor.gateway.WriteGateway;
import io.halite.coprocessor.host.EndpointHook;
import io.halite.coprocessor.rights.ScannerOwner;
import io.halite.routing.endpoint.RegionServices;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.EndpointObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.Region.Operation;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALKey;

/**
 * Makes a table salted on the server: clients send natural row keys, the table stores salted ones.
 *
 * <p>Loaded by one table attribute, while the table is empty, with the priority left empty:
 *
 * <pre>{@code
 * alter 't', METHOD => 'table_att',
 *   'coprocessor' => '|io.halite.coprocessor.SaltingObserver||key=row:*,salt=hash(*) % 16'
 * }</pre>
 *
 * <p>Under that spec a client sends a put of {@code 41 54 4C} to the gateway, the region that
 * covers {@code 41 54 4C}. The gateway forwards it to the owner, the region that covers {@code
 * 0C·41 54 4C}, and the owner stores it. A get returns the row as {@code 41 54 4C}. A forwarded
 * request carries a mark, and the region that receives it serves it in place.
 *
 * <p>Each hook runs inside a {@link Guard}; the region's {@link RegionRole} answers. Thread-safe.
 */
public final class SaltingObserver extends IncrementHooks implements RegionCoprocessor {
  private final Class<?> named;
  private volatile Optional<RegionRole> role = Optional.empty();

  /** For HBase. */
  public SaltingObserver() {
    this(new Guard(), SaltingObserver.class);
  }

  /** Hooks inside {@code guard}, and a class that the table's attribute names. */
  SaltingObserver(Guard guard, Class<?> named) {
    super(guard);
    this.named = named;
  }

  @Override
  public void start(CoprocessorEnvironment env) {
    guard.runQuietly(
        "start",
        () -> {
          RegionCoprocessorEnvironment region = (RegionCoprocessorEnvironment) env;
          RegionRole started = RegionRole.of(region, named);
          role = Optional.of(started);
          LoadedRoles.of(region).begin(started);
        });
  }

  @Override
  public void stop(CoprocessorEnvironment env) {
    guard.runQuietly(
        "stop",
        () -> {
          LoadedRoles.of((RegionCoprocessorEnvironment) env).end(role());
          role().close();
        });
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public Optional<EndpointObserver> getEndpointObserver() {
    return Optional.of(new ForeignEndpoints(guard, this::role));
  }

  @Override
  public Iterable<Service> getServices() {
    return EndpointHook.served(RegionServices.of(new GuardedOperations(guard, this::present)));
  }

  @Override
  public void postOpen(ObserverContext<RegionCoprocessorEnvironment> ctx) {
    guard.runQuietly("postOpen", () -> role().opened());
  }

  @Override
  public void preClose(ObserverContext<RegionCoprocessorEnvironment> ctx, boolean abortRequested) {
    // On any exception here HBase aborts the server.
    guard.runQuietly("preClose", () -> role().closing());
  }

  @Override
  public void postStartRegionOperation(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Operation operation) throws IOException {
    guard.run(
        "postStartRegionOperation",
        () -> {
          if (role.isPresent()) {
            role.get().starting(operation);
          }
          if (operation == Operation.BATCH_MUTATE) {
            WriteGateway.begin(ctx.getEnvironment().getRegion());
          }
        });
  }

  @Override
  public void postCloseRegionOperation(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Operation operation) throws IOException {
    if (operation == Operation.BATCH_MUTATE) {
      guard.run(
          "postCloseRegionOperation", () -> WriteGateway.end(ctx.getEnvironment().getRegion()));
    }
  }

  @Override
  public void prePut(ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit)
      throws IOException {
    write("prePut", ctx, put);
  }

  @Override
  public void preDelete(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Delete delete, WALEdit edit)
      throws IOException {
    write("preDelete", ctx, delete);
  }

  @Override
  public void preBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    guard.run("preBatchMutate", () -> role().applying(batch, ctx.getCaller()));
  }

  @Override
  public void postBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    guard.run("postBatchMutate", () -> role().applied(batch));
  }

  @Override
  public void postBatchMutateIndispensably(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch,
      boolean success)
      throws IOException {
    guard.run("postBatchMutateIndispensably", () -> role().flush(batch, success));
  }

  @Override
  public void preWALAppend(
      ObserverContext<RegionCoprocessorEnvironment> ctx, WALKey key, WALEdit edit)
      throws IOException {
    guard.run("preWALAppend", () -> role().logging(key, edit));
  }

  @Override
  public void postWALRestore(
      ObserverContext<? extends RegionCoprocessorEnvironment> ctx,
      RegionInfo info,
      WALKey key,
      WALEdit edit) {
    guard.runQuietly("postWALRestore", () -> role().restored(key));
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> result)
      throws IOException {
    answer("preGetOp", role -> bypassIf(ctx, role.get(get, result, ctx.getCaller())));
  }

  @Override
  public void postGetOp(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> result)
      throws IOException {
    guard.run("postGetOp", () -> AheadLimit.cut(get, result));
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan)
      throws IOException {
    answer(
        "preScannerOpen",
        role -> {
          role.beforeOpening(scan, ctx.getCaller());
          return scan;
        });
  }

  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan, RegionScanner scanner)
      throws IOException {
    return answer("postScannerOpen", role -> role.afterOpening(scan, scanner, ctx.getCaller()));
  }

  @Override
  public boolean preScannerNext(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      InternalScanner scanner,
      List<Result> result,
      int limit,
      boolean hasNext)
      throws IOException {
    guard.run("preScannerNext", () -> ScannerOwner.require(scanner));
    return hasNext;
  }

  @Override
  public void preScannerClose(
      ObserverContext<RegionCoprocessorEnvironment> ctx, InternalScanner scanner)
      throws IOException {
    guard.run("preScannerClose", () -> ScannerOwner.require(scanner));
  }

  @Override
  public void preBulkLoadHFile(
      ObserverContext<RegionCoprocessorEnvironment> ctx, List<Pair<byte[], String>> familyPaths)
      throws IOException {
    guard.run(
        "preBulkLoadHFile",
        () -> {
          // HBase's AccessController judges each file, so nobody has judged a load of none yet.
          if (!familyPaths.isEmpty()) {
            role().bulkLoad(familyPaths, ctx.getCaller());
          }
        });
  }

  @Override
  public void postBulkLoadHFile(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      List<Pair<byte[], String>> stagingPaths,
      Map<byte[], List<Path>> finalPaths) {
    guard.runQuietly("postBulkLoadHFile", () -> role().bulkLoaded());
  }

  @Override
  RegionRole role() throws DoNotRetryIOException {
    return role.orElseThrow(RefusingRegion::unstarted);
  }

  private RegionRole present() throws DoNotRetryIOException {
    RegionRole own = role();
    return LoadedRoles.of(own.env()).present(own);
  }
}
