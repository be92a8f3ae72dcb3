package io.halite.it.shell;

import io.halite.it.fault.LetGo;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;

/** Holds what reads rows of a region until a test lets it go: scans, gets, walks over a table. */
public final class HeldScans implements RegionCoprocessor, RegionObserver {
  private static final AtomicReference<Optional<Hold>> CURRENT =
      new AtomicReference<>(Optional.empty());

  /** Holds each reader from now on, a minute at most. */
  static final class Hold implements AutoCloseable {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);

    Hold() {
      CURRENT.set(Optional.of(this));
    }

    /** Waits until one is held. */
    void await() throws InterruptedException {
      if (!reached.await(60, TimeUnit.SECONDS)) {
        throw new AssertionError("nobody has read a row");
      }
    }

    @Override
    public void close() {
      CURRENT.set(Optional.empty());
      over.countDown();
    }
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan)
      throws IOException {
    hold();
  }

  @Override
  public void preGetOp(ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> cells)
      throws IOException {
    hold();
  }

  private static void hold() throws IOException {
    Optional<Hold> hold = CURRENT.get();
    if (hold.isPresent()) {
      hold.get().reached.countDown();
      LetGo.await(hold.get().over);
    }
  }
}
