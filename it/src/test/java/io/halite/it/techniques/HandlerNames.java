package io.halite.it.techniques;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.Region.Operation;

/** Remembers on which handlers the requests to its region have run. */
public final class HandlerNames implements RegionCoprocessor, RegionObserver {
  private static final String HANDLER = "RpcServer.";

  private final Set<String> handlers = new TreeSet<>();

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  /** Reads, writes and each step of a scan begin here. */
  @Override
  public synchronized void postStartRegionOperation(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Operation operation) {
    String thread = Thread.currentThread().getName();
    if (thread.startsWith(HANDLER)) {
      handlers.add(thread);
    }
  }

  /** Those since the last time. */
  synchronized Set<String> take() {
    Set<String> taken = new TreeSet<>(handlers);
    handlers.clear();
    return taken;
  }
}
