package io.halite.it.rights;

import io.halite.client.mark.Mark;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;

/** Counts the scans of stored keys that owner regions open. */
public final class CountingObserver implements RegionCoprocessor, RegionObserver {
  static final AtomicInteger SCANS = new AtomicInteger();

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan) {
    if (Mark.isOn(scan)) {
      SCANS.incrementAndGet();
    }
  }
}
