package io.halite.routing.merge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/**
 * One sorted result from many sorted images: a k-way merge by natural row key.
 *
 * <p>All images are read in parallel and ahead, each up to a bounded number of bytes. The rows of
 * the buckets {@code 00·61} {@code 00·63} and {@code 01·62} come out as {@code 00·61} {@code 01·62}
 * {@code 00·63}: ordered by the bytes behind the salt, which they keep. Each row costs {@code log
 * k} comparisons.
 *
 * <p>A row that cannot be read fails the merge when its turn comes, not when it is read ahead.
 *
 * <p>One reader at a time; {@link #close} may come from any thread.
 */
public final class MergedScan implements SortedRows {
  private final CursorMoves progress;
  private final List<BucketCursor> cursors = new ArrayList<>();
  private final List<BucketCursor> waiting = new ArrayList<>();
  private final Heads heads;
  private final int prefixWidth;
  private long seen;

  private MergedScan(int prefixWidth, boolean reversed, int images, Runnable moved) {
    this.progress = new CursorMoves(moved);
    this.prefixWidth = prefixWidth;
    this.heads = new Heads(images, reversed);
  }

  /**
   * Opens the scans, one for each image, all in the same direction.
   *
   * @param prefixWidth width of the salt before the natural key, in bytes
   * @param readAheadBytes the most bytes that the merge reads ahead in each image
   */
  public static MergedScan open(
      AsyncTable<AdvancedScanResultConsumer> table,
      List<Scan> scans,
      int prefixWidth,
      long readAheadBytes) {
    return open(table, scans, prefixWidth, readAheadBytes, 0, new OwnerCounts(), () -> {});
  }

  /**
   * Opens the scans, with more attempts than the table's own.
   *
   * @param rounds how many times in succession the merge looks up the regions of an image again in
   *     {@code hbase:meta}, after the table's own retries
   * @param counts what the owners count for the scans
   * @param moved runs after rows, a heartbeat, a failure or an end have arrived, on a thread of the
   *     network; it must not wait
   */
  public static MergedScan open(
      AsyncTable<AdvancedScanResultConsumer> table,
      List<Scan> scans,
      int prefixWidth,
      long readAheadBytes,
      int rounds,
      OwnerCounts counts,
      Runnable moved) {
    boolean reversed = !scans.isEmpty() && scans.get(0).isReversed();
    MergedScan merged = new MergedScan(prefixWidth, reversed, scans.size(), moved);
    for (Scan scan : scans) {
      BucketCursor cursor =
          new BucketCursor(
              table,
              merged.progress,
              readAheadBytes,
              new Remainder(scan, prefixWidth),
              rounds,
              counts);
      merged.cursors.add(cursor);
      merged.waiting.add(cursor);
      table.scan(scan, cursor);
    }
    return merged;
  }

  @Override
  public synchronized @Nullable Result poll() throws IOException {
    seen = progress.moves();
    boolean silent = false;
    for (int i = waiting.size() - 1; i >= 0; i--) {
      BucketCursor cursor = waiting.get(i);
      Result row = cursor.peek();
      if (row != null) {
        heads.add(new Head(row, prefixWidth, cursor));
        waiting.remove(i);
      } else if (cursor.isExhausted()) {
        waiting.remove(i);
      } else {
        silent |= !cursor.isStopped();
      }
    }
    if (silent || !isNextKnown() || heads.isEmpty()) {
      return null;
    }
    Head first = heads.first();
    Result next = first.cursor().next();
    if (next != null) {
      heads.replaceFirst(new Head(next, prefixWidth, first.cursor()));
    } else {
      heads.removeFirst();
      waiting.add(first.cursor());
    }
    return first.row();
  }

  /** Whether no stopped image has a row before the first head; begins to read images that may. */
  private boolean isNextKnown() throws IOException {
    boolean known = true;
    if (!waiting.isEmpty()) {
      Optional<byte[]> next =
          heads.isEmpty() ? Optional.empty() : Optional.of(heads.first().naturalKey());
      for (BucketCursor cursor : waiting) {
        known &= cursor.isClearBefore(next);
      }
    }
    return known;
  }

  @Override
  public synchronized boolean isExhausted() {
    if (!heads.isEmpty()) {
      return false;
    }
    for (BucketCursor cursor : waiting) {
      if (!cursor.isExhausted()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void await(long millis) throws InterruptedException {
    progress.await(seen, millis);
  }

  @Override
  public void close() {
    cursors.forEach(BucketCursor::close);
  }
}
