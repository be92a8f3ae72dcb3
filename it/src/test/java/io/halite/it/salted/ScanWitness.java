package io.halite.it.salted;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.InternalScanner;

/** Counts the RPCs that ask for rows of scans, of all tables that load it. */
public final class ScanWitness implements RegionCoprocessor, RegionObserver {
  private static final AtomicLong OF_GATEWAYS = new AtomicLong();
  private static final AtomicLong OF_OWNERS = new AtomicLong();

  /** How many RPCs servers have received, for natural rows and for stored ones. */
  record Received(long byGateways, long byOwners) {
    /** By now. */
    static Received now() {
      return new Received(OF_GATEWAYS.get(), OF_OWNERS.get());
    }

    Received minus(Received before) {
      return new Received(byGateways - before.byGateways, byOwners - before.byOwners);
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
    return hasNext;
  }
}
