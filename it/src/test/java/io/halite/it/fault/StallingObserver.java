package io.halite.it.fault;

import io.halite.routing.table.Mark;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.InternalScanner;

/** Lets owners wait: gets and the later answers of scans, until the test lets them go. */
public final class StallingObserver implements RegionCoprocessor, RegionObserver {
  private static final AtomicInteger WAITING = new AtomicInteger();
  private static volatile CountDownLatch gets = new CountDownLatch(0);
  private static volatile CountDownLatch scans = new CountDownLatch(0);
  private static final Map<InternalScanner, AtomicInteger> ANSWERS =
      Collections.synchronizedMap(new WeakHashMap<>());
  private static volatile int answersOfEach = Integer.MAX_VALUE;
  private static volatile int getMillis;

  static void stallGets() {
    gets = new CountDownLatch(1);
  }

  /** Makes each get take so long. */
  static void slowGets(int millis) {
    getMillis = millis;
  }

  /** Stalls each scanner of an owner after so many answers. */
  static void stallScansAfter(int answers) {
    answersOfEach = answers;
    scans = new CountDownLatch(1);
  }

  /** Ends all that a test has begun. */
  public static void letGo() {
    getMillis = 0;
    gets.countDown();
    scans.countDown();
  }

  /** How many gets wait. */
  static int waiting() {
    return WAITING.get();
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> cells)
      throws IOException {
    if (Mark.isOn(get)) {
      WAITING.incrementAndGet();
      pause();
      LetGo.await(gets);
      WAITING.decrementAndGet();
    }
  }

  private static void pause() throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(getMillis);
    } catch (InterruptedException e) {
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    }
  }

  @Override
  public boolean preScannerNext(
      ObserverContext<RegionCoprocessorEnvironment> context,
      InternalScanner scanner,
      List<Result> rows,
      int most,
      boolean more)
      throws IOException {
    // The scanner of an owner is HBase's own, that of a gateway is not.
    if (scanner.getClass().getName().startsWith("org.apache.hadoop")
        && ANSWERS.computeIfAbsent(scanner, first -> new AtomicInteger()).incrementAndGet()
            > answersOfEach) {
      LetGo.await(scans);
    }
    return more;
  }
}
