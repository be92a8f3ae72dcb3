package io.halite.coprocessor;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.EndpointObserver;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;

/** The salting observer, of which one hook can be made to fail from the inside. */
public final class FaultyObserver implements RegionCoprocessor {
  private record Fault(String hook, Throwable thrown) {}

  private static final AtomicReference<Fault> ARMED = new AtomicReference<>();
  private static final AtomicInteger THROWN = new AtomicInteger();

  private final SaltingObserver observer =
      new SaltingObserver(new Guard(FaultyObserver::inside), FaultyObserver.class);

  /** From now on the hook throws this, in every region. */
  public static void arm(String hook, Throwable thrown) {
    THROWN.set(0);
    ARMED.set(new Fault(hook, thrown));
  }

  /** No hook fails any more; returns how often the fault was thrown. */
  public static int disarm() {
    ARMED.set(null);
    return THROWN.get();
  }

  private static void inside(String hook) throws IOException {
    Fault fault = ARMED.get();
    if (fault == null || !fault.hook().equals(hook)) {
      return;
    }
    THROWN.incrementAndGet();
    if (fault.thrown() instanceof IOException io) {
      throw io;
    }
    if (fault.thrown() instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) fault.thrown();
  }

  @Override
  public void start(CoprocessorEnvironment env) {
    observer.start(env);
  }

  @Override
  public void stop(CoprocessorEnvironment env) {
    observer.stop(env);
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return observer.getRegionObserver();
  }

  @Override
  public Optional<EndpointObserver> getEndpointObserver() {
    return observer.getEndpointObserver();
  }
}
