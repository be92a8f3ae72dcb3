package io.halite.routing.merge;

import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one image as a merge takes them. It takes some from the cursor at a time, so that it
 * seldom waits for the lock that it shares with the threads of the network.
 *
 * <p>Not thread-safe.
 */
final class ImageRows {
  private static final int ROWS_AT_ONCE = 16;

  /** The most bytes of rows taken at once, unless the first has more. */
  private static final long BYTES_AT_ONCE = 4 << 10;

  /** Of what an image reads ahead, the merge takes one part of so many at once. */
  private static final int PARTS = 8;

  private final BucketCursor cursor;
  private final long bytesAtOnce;
  private final Queue<Result> taken = new ArrayDeque<>();

  /** None has been taken. */
  ImageRows(BucketCursor cursor, long readAheadBytes) {
    this.cursor = cursor;
    this.bytesAtOnce = Math.min(BYTES_AT_ONCE, readAheadBytes / PARTS);
  }

  /** Where the rows arrive. */
  BucketCursor cursor() {
    return cursor;
  }

  /** Removes the first row, as {@link BucketCursor#take()} does. */
  @Nullable Result take() {
    if (taken.isEmpty()) {
      cursor.take(taken, ROWS_AT_ONCE, bytesAtOnce);
    }
    return taken.poll();
  }

  /** The first row that has arrived, perhaps in part; null if none has, for whatever reason. */
  @Nullable Result head() {
    return taken.isEmpty() ? cursor.head() : taken.peek();
  }
}
