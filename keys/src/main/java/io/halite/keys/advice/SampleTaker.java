package io.halite.keys.advice;

import io.halite.keys.KeyBytes;
import io.halite.keys.advice.KeySample.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Takes keys one by one and keeps a random part of them in bounded memory.
 *
 * <p>It keeps up to 50,000 keys or 64 MiB, each key given with equal probability (Vitter's
 * algorithm R), and the last 1,000 in their order. The same keys give the same sample. Not
 * thread-safe.
 */
public final class SampleTaker {
  private static final int MOST_KEPT = 50_000;
  private static final long MOST_BYTES = 64L << 20;
  private static final int MOST_NEWEST = 1_000;

  /** A sample's newest rows are at most this part of it, so that there are older ones beside. */
  private static final int NEWEST_PART = 4;

  private final Random random = new Random(0);
  private final List<Row> kept = new ArrayList<>();
  private final ArrayDeque<Row> last = new ArrayDeque<>();
  private int most = MOST_KEPT;
  private long bytes;
  private long total;
  private long ascending;

  /** Takes the next key in the order of writing; the caller no longer changes the array. */
  public void take(byte[] key) {
    if (!last.isEmpty() && KeyBytes.compare(last.getLast().key(), key) < 0) {
      ascending++;
    }
    Row row = new Row(total++, key);
    last.addLast(row);
    if (last.size() > MOST_NEWEST) {
      last.removeFirst();
    }
    keep(row);
  }

  private void keep(Row row) {
    if (kept.size() < most) {
      kept.add(row);
      bytes += row.key().length;
    } else {
      long place = random.nextLong(total);
      if (place < most) {
        Row dropped = kept.set((int) place, row);
        bytes += row.key().length - dropped.key().length;
      }
    }
    if (bytes > MOST_BYTES) {
      // A random half of a random sample is a random sample.
      Collections.shuffle(kept, random);
      most = kept.size() / 2;
      kept.subList(most, kept.size()).clear();
      bytes = kept.stream().mapToLong(one -> one.key().length).sum();
    }
  }

  /** Returns what has been taken so far; the newest are at most a quarter of it. */
  public KeySample sample() {
    List<Row> all = new ArrayList<>(last);
    int newest = (int) Math.min(all.size(), total / NEWEST_PART);
    return new KeySample(total, ascending, kept, all.subList(all.size() - newest, all.size()));
  }
}
