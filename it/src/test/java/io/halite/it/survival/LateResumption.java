package io.halite.it.survival;

import io.halite.routing.table.Mark;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;

/**
 * A planted bug, to see whether it is caught: a scan that goes on after its region has moved leaves
 * one row out.
 */
public final class LateResumption implements RegionCoprocessor, RegionObserver {
  private final Set<InternalScanner> resumed =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan, RegionScanner scanner) {
    if (!Mark.isOn(scan) && isResumed()) {
      resumed.add(scanner);
    }
    return scanner;
  }

  /** A client that goes on after the last row it has asks for an exclusive start. */
  private static boolean isResumed() {
    return RpcServer.getCurrentCall()
        .map(call -> call.getParam())
        .filter(ScanRequest.class::isInstance)
        .map(request -> !((ScanRequest) request).getScan().getIncludeStartRow())
        .orElse(false);
  }

  @Override
  public boolean postScannerNext(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      InternalScanner scanner,
      List<Result> results,
      int limit,
      boolean more) {
    if (!results.isEmpty() && resumed.remove(scanner)) {
      results.remove(0);
    }
    return more;
  }
}
