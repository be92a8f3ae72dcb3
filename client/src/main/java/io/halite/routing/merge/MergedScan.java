package io.halite.routing.merge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
 * <p>Of a row that an owner sends in pieces, the first one shows its place in the merge; the others
 * are read when it is the next row. So the merge holds one row at most, and a little of each other
 * image.
 *
 * <p>A row that cannot be read fails the merge when its turn comes, not when it is read ahead.
 *
 * <p>One reader at a time; {@link #close} may come from any thread.
 */
public final class MergedScan implements SortedRows {
  private final CursorMoves progress;
  private final List<BucketCursor> cursors = new ArrayList<>();

  /** Images whose rows have not been taken or seen yet; the others are among the heads. */
  private final List<ImageRows> waiting = new ArrayList<>();

  private final Heads heads;
  private final int prefixWidth;
  private long seen;
  private volatile boolean closed;

  private MergedScan(int prefixWidth, boolean reversed, int images, MoveListener moved) {
    this.progress = new CursorMoves(moved);
    this.prefixWidth = prefixWidth;
    this.heads = new Heads(images, reversed);
  }

  /**
   * Opens the scans, one for each image, all in the same direction.
   *
   * @param prefixWidth width of the salt before the natural key, in bytes
   * @param moved hears of rows, heartbeats, failures and ends
   */
  public static MergedScan open(
      ImageReading reading, List<Scan> scans, int prefixWidth, MoveListener moved) {
    boolean reversed = !scans.isEmpty() && scans.get(0).isReversed();
    MergedScan merged = new MergedScan(prefixWidth, reversed, scans.size(), moved);
    for (Scan scan : scans) {
      BucketCursor cursor =
          new BucketCursor(reading, merged.progress, new Remainder(scan, prefixWidth));
      merged.cursors.add(cursor);
      merged.waiting.add(new ImageRows(cursor, reading.readAheadBytes()));
      cursor.read(scan);
    }
    return merged;
  }

  @Override
  public synchronized @Nullable Result poll() throws IOException {
    if (closed) {
      return null;
    }
    seen = progress.moves();
    boolean silent = false;
    for (int i = waiting.size() - 1; i >= 0; i--) {
      ImageRows image = waiting.get(i);
      BucketCursor cursor = image.cursor();
      Result row = cursor.peek();
      if (row != null) {
        heads.add(new Head(row, prefixWidth, image));
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
    return take(heads.first().image());
  }

  /** Takes the next row, which is the first one of an image, or a piece of it. */
  private @Nullable Result take(ImageRows image) throws IOException {
    Result row = image.take();
    Result next = image.head();
    if (row != null && next != null) {
      heads.replaceFirst(new Head(next, prefixWidth, image));
      return row;
    }
    heads.removeFirst();
    waiting.add(image);
    if (row == null) {
      // The rest of the row has not arrived; if the row is read again, another one may be first.
      image.cursor().peek();
    }
    return row;
  }

  /** Whether no stopped image has a row before the first head; begins to read images that may. */
  private boolean isNextKnown() throws IOException {
    boolean known = true;
    if (!waiting.isEmpty()) {
      Optional<byte[]> next =
          heads.isEmpty() ? Optional.empty() : Optional.of(heads.first().naturalKey());
      for (ImageRows image : waiting) {
        known &= image.cursor().isClearBefore(next);
      }
    }
    return known;
  }

  @Override
  public synchronized boolean isExhausted() {
    if (closed || !heads.isEmpty()) {
      return closed;
    }
    for (ImageRows image : waiting) {
      if (!image.cursor().isExhausted()) {
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
  public void leave() {
    cursors.forEach(BucketCursor::leave);
  }

  @Override
  public void close() {
    closed = true;
    closeAll(cursors);
  }

  /** Closes each cursor; throws the first failure, with the others suppressed. */
  static void closeAll(List<BucketCursor> cursors) {
    RuntimeException first = null;
    for (BucketCursor cursor : cursors) {
      try {
        cursor.close();
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else if (first != e) {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
