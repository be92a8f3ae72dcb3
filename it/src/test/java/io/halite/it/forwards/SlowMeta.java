package io.halite.it.forwards;

import io.halite.it.cluster.RequestKind;
import io.halite.it.fault.LetGo;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Holds up the scans of {@code hbase:meta} that look for regions of stored rows of one table, or of
 * the entries of its indexes, or lets them fail at once, as if its server stopped.
 */
public final class SlowMeta implements RegionCoprocessor, RegionObserver {
  private static final AtomicInteger HELD = new AtomicInteger();
  private static final Set<String> FAILED = ConcurrentHashMap.newKeySet();
  private static volatile Predicate<byte[]> slow = start -> false;
  private static volatile boolean fails;
  private static volatile CountDownLatch release = new CountDownLatch(0);

  /** Holds up what comes from now on; what is held stays so until {@link #release}. */
  static void hold(TableName table) {
    release = new CountDownLatch(1);
    slow = start -> isForStoredRow(start, table);
  }

  /** The same for the scans that look for regions of the tables of a table's indexes. */
  static void holdEntries(TableName table) {
    release = new CountDownLatch(1);
    byte[] entries = Bytes.toBytes(table.getNameAsString() + "-");
    slow = start -> Bytes.startsWith(start, entries);
  }

  /** Lets what comes from now on fail, until {@link #release}. */
  static void fail(TableName table) {
    FAILED.clear();
    fails = true;
    slow = start -> isForStoredRow(start, table);
  }

  /** The rows that scans looked for that have failed, however often each was repeated. */
  static Set<String> failed() {
    return Set.copyOf(FAILED);
  }

  /** Holds up no more scans than are held up already. */
  static void holdNoMore() {
    slow = start -> false;
  }

  static void release() {
    holdNoMore();
    fails = false;
    release.countDown();
  }

  static int held() {
    return HELD.get();
  }

  /**
   * Sends a request until it fails while a look-up is held; empty if it succeeds. On a busy machine
   * a gateway may learn only after its last attempt that the owner is away.
   */
  static Optional<Exception> failureBehindALookUp(RequestKind kind, Table table) {
    while (true) {
      try {
        kind.send(table);
        return Optional.empty();
      } catch (Exception e) {
        if (held() > 0) {
          return Optional.of(e);
        }
      }
    }
  }

  /** The failure itself, or the first of those of a batch. */
  static Throwable first(Exception failure) {
    return failure instanceof RetriesExhaustedWithDetailsException batch
        ? batch.getCause(0)
        : failure;
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> context, Scan scan)
      throws IOException {
    if (context.getEnvironment().getRegionInfo().isMetaRegion() && slow.test(scan.getStartRow())) {
      if (fails) {
        FAILED.add(Bytes.toStringBinary(scan.getStartRow()));
        throw new RegionServerStoppedException("the server of hbase:meta stops in this test");
      }
      HELD.incrementAndGet();
      try {
        LetGo.await(release);
      } finally {
        HELD.decrementAndGet();
      }
    }
  }

  /** Whether a scan begins at {@code t,\x02row,…}: natural rows begin with letters. */
  private static boolean isForStoredRow(byte[] start, TableName table) {
    int row = table.getName().length + 1;
    return start.length > row
        && Bytes.toString(start, 0, row - 1).equals(table.getNameAsString())
        && start[row] >= 0
        && start[row] < 4;
  }
}
