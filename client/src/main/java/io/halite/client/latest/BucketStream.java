package io.halite.client.latest;

import io.halite.keys.KeyBytes;
import io.halite.routing.latest.KeyPart;
import java.util.Arrays;
import java.util.List;

/**
 * The keys of one bucket in natural order, each with all its rows of this bucket that count.
 *
 * <p>A key that a region border or the end of a page cut comes in parts; they are put together
 * before the key is shown. Not thread-safe.
 */
final class BucketStream {
  private final LatestPlan plan;
  private final List<BucketSlice> slices;
  private int at;
  private KeyPart open;
  private byte[] left;

  BucketStream(LatestPlan plan, List<BucketSlice> slices) {
    this.plan = plan;
    this.slices = slices;
  }

  /** Slices that may be asked now: the one being read and some after it. */
  List<BucketSlice> window(int ahead) {
    return slices.subList(at, Math.min(slices.size(), at + ahead));
  }

  boolean isExhausted() {
    return open == null && at == slices.size();
  }

  /** The next key with all its rows; null if it is not known yet, or none is left. */
  KeyPart peek() {
    while (at < slices.size()) {
      BucketSlice slice = slices.get(at);
      KeyPart part = slice.peek();
      if (part == null) {
        if (!slice.isDone()) {
          return isComplete(slice) ? open : null;
        }
        at++;
      } else if (left != null && Arrays.equals(left, part.key())) {
        slice.remove();
      } else if (open == null) {
        open = part;
        slice.remove();
      } else if (Arrays.equals(open.key(), part.key())) {
        open = join(open, part);
        slice.remove();
      } else {
        return open;
      }
    }
    return open;
  }

  private boolean isComplete(BucketSlice slice) {
    return open != null
        && (open.aggregate().isPresent()
            || !slice.mayHold(open.key())
            || (plan.keys().areHistories()
                && open.rows().size() >= plan.query().selection().limit()));
  }

  private KeyPart join(KeyPart some, KeyPart more) {
    if (some.aggregate().isPresent() || more.aggregate().isPresent()) {
      throw new IllegalStateException(
          "key " + KeyBytes.readable(some.key()) + " was aggregated before all of it was read");
    }
    return KeyPart.ofRows(
        some.key(), BucketSlice.newest(some.rows(), more.rows(), plan.query().selection().limit()));
  }

  /** Steps over the key that {@link #peek} gave; what else arrives of it does not count. */
  void advance() {
    left = open.key();
    open = null;
  }
}
