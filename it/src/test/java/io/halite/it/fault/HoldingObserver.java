package io.halite.it.fault;

import io.halite.routing.table.Mark;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.FlushLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.Store;

/** Holds up one flush of a region, or one answer to a check-and-mutate that its owner applied. */
public final class HoldingObserver implements RegionCoprocessor, RegionObserver {
  private static final AtomicReference<Optional<Hold>> NEXT =
      new AtomicReference<>(Optional.empty());

  /** What is held up. */
  enum What {
    FLUSH,
    APPLIED_CHECK
  }

  /** Holds up the first of its kind in a region. */
  static final class Hold implements AutoCloseable {
    private final What what;
    private final byte[] regionStart;
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    Hold(What what, byte[] regionStart) {
      this.what = what;
      this.regionStart = regionStart;
      NEXT.set(Optional.of(this));
    }

    void await() throws InterruptedException {
      if (!held.await(60, TimeUnit.SECONDS)) {
        throw new AssertionError("nothing was there to be held up");
      }
    }

    @Override
    public void close() {
      NEXT.set(Optional.empty());
      release.countDown();
    }
  }

  private static void holdUp(What what, byte[] regionStart) throws IOException {
    Optional<Hold> next = NEXT.get();
    if (next.isPresent()
        && next.get().what == what
        && Arrays.equals(next.get().regionStart, regionStart)
        && NEXT.compareAndSet(next, Optional.empty())) {
      next.get().held.countDown();
      LetGo.await(next.get().release);
    }
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public InternalScanner preFlush(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Store store,
      InternalScanner scanner,
      FlushLifeCycleTracker tracker)
      throws IOException {
    holdUp(What.FLUSH, context.getEnvironment().getRegionInfo().getStartKey());
    return scanner;
  }

  @Override
  public CheckAndMutateResult postCheckAndMutate(
      ObserverContext<RegionCoprocessorEnvironment> context,
      CheckAndMutate check,
      CheckAndMutateResult result)
      throws IOException {
    if (check.getAction() instanceof Put put && Mark.isOn(put)) {
      holdUp(What.APPLIED_CHECK, context.getEnvironment().getRegionInfo().getStartKey());
    }
    return result;
  }
}
