package io.halite.it.salted;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;

/** Counts the RPCs that ask for rows of scans, of all tables that load it. */
public final class ScanWitness implements RegionCoprocessor, RegionObserver {
  private static final AtomicLong OF_GATEWAYS = new AtomicLong();
  private static final AtomicLong OF_OWNERS = new AtomicLong();
  private static final AtomicLong COUNTED = new AtomicLong();

  /**
   * How many RPCs servers have received, for natural rows and for stored ones.
   *
   * @param counted of those for stored rows, how many had the owner count what it reads
   */
  record Received(long byGateways, long byOwners, long counted) {
    /** By now. */
    static Received now() {
      return new Received(OF_GATEWAYS.get(), OF_OWNERS.get(), COUNTED.get());
    }

    Received minus(Received before) {
      return new Received(
          byGateways - before.byGateways, byOwners - before.byOwners, counted - before.counted);
    }
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public boolean preScannerNext(
      ObserverContext<RegionCoprocessorEnvironment> c,
      InternalScanner scanner,
      List<Result> result,
      int limit,
      boolean hasNext) {
    boolean natural = scanner.getClass().getName().startsWith("io.halite.");
    (natural ? OF_GATEWAYS : OF_OWNERS).incrementAndGet();
    if (!natural && isCounted()) {
      COUNTED.incrementAndGet();
    }
    return hasNext;
  }

  private static boolean isCounted() {
    return RpcServer.getCurrentCall()
        .filter(call -> ((ScanRequest) call.getParam()).getTrackScanMetrics())
        .isPresent();
  }
}
