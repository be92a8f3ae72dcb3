package io.halite.it.fault;

import io.halite.routing.table.Mark;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.wal.WALEdit;

/** Holds up all forwarded puts and gets of an owner region, as a server does that is paused. */
public final class StuckOwner implements RegionCoprocessor, RegionObserver {
  private static final AtomicReference<Optional<Hold>> CURRENT =
      new AtomicReference<>(Optional.empty());
  private static final AtomicInteger HELD = new AtomicInteger();

  private record Hold(byte[] regionStart, CountDownLatch release) {}

  /** Holds puts and gets of the region that starts here until it is closed. */
  public static AutoCloseable hold(byte[] regionStart) {
    Hold hold = new Hold(regionStart, new CountDownLatch(1));
    CURRENT.set(Optional.of(hold));
    return () -> {
      CURRENT.set(Optional.empty());
      hold.release().countDown();
    };
  }

  /** How many of them are held. */
  public static int held() {
    return HELD.get();
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void prePut(ObserverContext<RegionCoprocessorEnvironment> context, Put put, WALEdit edit)
      throws IOException {
    await(context, put);
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> result)
      throws IOException {
    await(context, get);
  }

  private static void await(
      ObserverContext<RegionCoprocessorEnvironment> context, OperationWithAttributes request)
      throws IOException {
    Optional<Hold> hold =
        CURRENT
            .get()
            .filter(
                one ->
                    Mark.isOn(request)
                        && Arrays.equals(
                            one.regionStart(),
                            context.getEnvironment().getRegionInfo().getStartKey()));
    if (hold.isPresent()) {
      HELD.incrementAndGet();
      try {
        LetGo.await(hold.get().release(), 80);
      } finally {
        HELD.decrementAndGet();
      }
    }
  }
}
