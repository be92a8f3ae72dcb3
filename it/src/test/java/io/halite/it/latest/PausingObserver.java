package io.halite.it.latest;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/** Stops the next call in the middle: its scanner is open, and nothing is read yet. */
public final class PausingObserver implements RegionCoprocessor, RegionObserver {
  private static final AtomicReference<Pause> NEXT = new AtomicReference<>();
  private static final AtomicInteger OPENED = new AtomicInteger();

  /** One call that is stopped. */
  static final class Pause implements AutoCloseable {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<RegionInfo> region = new AtomicReference<>();

    /** Waits for the call; returns the region in which it is. */
    RegionInfo region() throws InterruptedException {
      if (!reached.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("no call came to a region");
      }
      return region.get();
    }

    /** Lets the call go on. */
    @Override
    public void close() {
      NEXT.set(null);
      over.countDown();
    }
  }

  /** The next scanner that opens on a table of this observer is stopped. */
  static Pause next() {
    Pause pause = new Pause();
    NEXT.set(pause);
    return pause;
  }

  /** How many scanners were opened so far: one for each page. */
  static int opened() {
    return OPENED.get();
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan, RegionScanner scanner)
      throws IOException {
    OPENED.incrementAndGet();
    Pause pause = NEXT.getAndSet(null);
    if (pause != null) {
      pause.region.set(ctx.getEnvironment().getRegionInfo());
      pause.reached.countDown();
      try {
        if (!pause.over.await(60, TimeUnit.SECONDS)) {
          throw new IOException("nobody ended the pause");
        }
      } catch (InterruptedException e) {
        throw new IOException("the server ended within the pause", e);
      }
    }
    return scanner;
  }
}
