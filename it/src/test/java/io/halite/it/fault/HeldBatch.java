package io.halite.it.fault;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * Holds one batch at its gateway, ahead of Halite and under the region's lock, until a bulk load
 * waits for that lock or for the forwards under it. It tells in which order rows are written at
 * their owners and files are loaded.
 */
public final class HeldBatch implements RegionCoprocessor, RegionObserver {
  private static final List<String> EVENTS = new CopyOnWriteArrayList<>();
  private static final AtomicBoolean ARMED = new AtomicBoolean();
  private static volatile CountDownLatch held = new CountDownLatch(1);

  /** Holds the next batch; forgets what has happened. */
  static void arm() {
    EVENTS.clear();
    held = new CountDownLatch(1);
    ARMED.set(true);
  }

  /** Waits until a batch is held. */
  static boolean isHeld() throws InterruptedException {
    return held.await(60, TimeUnit.SECONDS);
  }

  /** What has happened, in its order. */
  static List<String> events() {
    return List.copyOf(EVENTS);
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void postBatchMutateIndispensably(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      MiniBatchOperationInProgress<Mutation> batch,
      boolean success)
      throws IOException {
    if (ARMED.compareAndSet(true, false)) {
      held.countDown();
      try {
        awaitLoad();
      } catch (InterruptedException e) {
        throw new IOException("the server ended while it held the batch", e);
      }
    }
  }

  private static void awaitLoad() throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (Thread.getAllStackTraces().values().stream().noneMatch(HeldBatch::isWaitingLoad)) {
      if (System.nanoTime() > end) {
        throw new IOException("no bulk load came");
      }
      Thread.sleep(10);
    }
  }

  private static boolean isWaitingLoad(StackTraceElement[] stack) {
    boolean loading = false;
    boolean waiting = false;
    for (StackTraceElement frame : stack) {
      loading |= frame.getClassName().endsWith(".SecureBulkLoadManager");
      waiting |=
          frame.getClassName().endsWith(".LoadGate")
              || frame.getClassName().endsWith("ReentrantReadWriteLock$WriteLock");
    }
    return loading && waiting;
  }

  @Override
  public void prePut(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit, Durability how) {
    // A stored key has the salt before the natural one.
    if (put.getRow().length > FamiliesLoadIT.ROW.length) {
      EVENTS.add("written");
    }
  }

  @Override
  public void postBulkLoadHFile(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      List<Pair<byte[], String>> stagingPaths,
      Map<byte[], List<Path>> finalPaths) {
    EVENTS.add("loaded");
  }
}
