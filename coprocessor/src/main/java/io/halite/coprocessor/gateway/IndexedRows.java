package io.halite.coprocessor.gateway;

import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.index.FirstKeys;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.index.KeyCollection;
import io.halite.routing.merge.SortedRows;
import java.io.IOException;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one gateway region that a scan finds by an index, in natural order.
 *
 * <p>The index is in the order of its values. So it is read to its end for the first natural keys,
 * and again for the next ones if there are more than the scan may hold: 10,000, or what it has
 * reserved for them. That may take many polls, each with a time of its own. Each row is read when
 * its turn comes, and again if that is refused, as {@link RefusedReads} say. One reader at a time;
 * {@link #close} may come from any thread.
 */
final class IndexedRows implements SortedRows {
  /** The most keys to hold. */
  static final int MOST = 10_000;

  /** What the scan reserves for them, if that fits. */
  static final long MOST_BYTES = 2 << 20;

  /** What it holds however little it could reserve, since it reads the whole index for it. */
  private static final long LEAST_BYTES = 8 << 10;

  /** After so long without a row, a poll ends, so that the reader can send a heartbeat. */
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final IndexedScan scan;
  private final Opening opening;
  private final LoadGate gate;
  private final MemoryAccount.Share memory;
  private final int most;
  private final Comparator<byte[]> order;
  private final RefusedReads refused = new RefusedReads(System::nanoTime);

  /** Keys that are being collected; absent while there are {@link #keys}. */
  private Optional<KeyCollection> collection = Optional.empty();

  private FirstKeys keys;
  private KeyRange rest;
  private boolean ended;
  private boolean behind;
  private boolean waited;
  private volatile boolean closed;

  /** Makes reads by the index whose time begins now. */
  interface Opening {
    IndexedReads reads() throws IOException;
  }

  /**
   * Rows of {@code scan}. At most {@code most} of their keys are held.
   *
   * @param gate what each poll passes: it holds the region's lock while owners answer
   * @param memory has reserved what the keys may take, or a part of it
   */
  IndexedRows(
      IndexedScan scan, Opening opening, LoadGate gate, MemoryAccount.Share memory, int most) {
    this.scan = scan;
    this.opening = opening;
    this.gate = gate;
    this.memory = memory;
    this.most = most;
    this.order =
        scan.natural().isReversed()
            ? Comparator.<byte[], byte[]>comparing(key -> key, KeyBytes::compare).reversed()
            : KeyBytes::compare;
    this.keys = new FirstKeys(order, most, 0);
    this.rest = scan.range();
  }

  @Override
  public @Nullable Result poll() throws IOException {
    if (isExhausted() || waited) {
      // The reader still has the permit with which it waited, and reads take their own.
      waited = false;
      return null;
    }
    Optional<LoadGate.Pass> free = gate.tryEnter();
    if (free.isEmpty()) {
      behind = true;
      return null;
    }
    try (LoadGate.Pass pass = free.get()) {
      return refused.mayRead() ? read() : null;
    } catch (RpcThrottlingException refusal) {
      // Nothing has run, and nothing is lost: the next poll asks for the same key again.
      refused.add(refusal);
      return null;
    }
  }

  private @Nullable Result read() throws IOException {
    long start = System.nanoTime();
    behind = false;
    IndexedReads reads = opening.reads();
    while (!isExhausted()) {
      Optional<byte[]> key = keys.first();
      if (key.isPresent()) {
        Result row = reads.row(scan.asked(), key.get(), scan.like());
        long held = keys.bytes();
        keys.removeFirst();
        memory.add(keys.bytes() - held);
        refused.answered();
        if (!row.isEmpty()) {
          return row;
        }
      } else {
        collect(reads);
      }
      if (System.nanoTime() - start > LONGEST_NANOS) {
        behind = true;
        return null;
      }
    }
    return null;
  }

  /** Reads the next entries; behind the last ones the next keys are known. */
  private void collect(IndexedReads reads) throws IOException {
    if (collection.isEmpty()) {
      reads.admit(scan.like());
      FirstKeys first = new FirstKeys(order, most, bytesOfKeys());
      collection = Optional.of(reads.collection(scan.asked(), rest, first));
    }
    KeyCollection collecting = collection.get();
    FirstKeys first = collecting.keys();
    long held = first.bytes();
    reads.collect(collecting);
    memory.add(first.bytes() - held);
    refused.answered();
    if (collecting.isComplete()) {
      collection = Optional.empty();
      take(first);
    }
  }

  private void take(FirstKeys first) {
    keys = first;
    if (!keys.isEmpty()) {
      byte[] last = keys.last();
      rest =
          scan.natural().isReversed()
              ? KeyRange.of(rest.start(), last)
              : KeyRange.of(KeyBytes.next(last), rest.stop());
    }
    ended = keys.isComplete();
    if (ended) {
      memory.reserve(Math.min(memory.reserved(), keys.bytes()));
    }
  }

  /** Asks for all each time: a scan that was opened while memory was short was given less. */
  private long bytesOfKeys() {
    memory.reserveAhead(MOST_BYTES);
    return Math.min(MOST_BYTES, Math.max(LEAST_BYTES, memory.reserved()));
  }

  @Override
  public boolean isExhausted() {
    return closed || (ended && keys.isEmpty());
  }

  @Override
  public boolean isBehind() {
    return behind;
  }

  /**
   * Waits for a server that has refused a read, or while a bulk load waits for the region. The next
   * poll reads nothing.
   */
  @Override
  public void await(long millis) throws InterruptedException {
    waited = true;
    if (gate.isClosed()) {
      TimeUnit.MILLISECONDS.sleep(millis);
    } else {
      refused.await(millis);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
