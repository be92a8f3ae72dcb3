package io.halite.client.latest;

import io.halite.keys.KeyBytes;
import io.halite.routing.latest.KeyPart;
import io.halite.routing.latest.Selection;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one bucket in natural order, each with all its selected rows of this bucket.
 *
 * <p>A key that is cut by a region boundary or by the end of a page arrives in parts, which are
 * joined before the key is returned. Not thread-safe.
 */
final class BucketStream {
  private final LatestPlan plan;
  private final List<BucketSlice> slices;
  private int at;
  private @Nullable KeyPart open;
  private byte @Nullable [] left;

  BucketStream(LatestPlan plan, List<BucketSlice> slices) {
    this.plan = plan;
    this.slices = slices;
  }

  /** The slices that may request pages now: the one being read and some after it. */
  List<BucketSlice> window(int ahead) {
    return slices.subList(at, Math.min(slices.size(), at + ahead));
  }

  boolean isExhausted() {
    return open == null && at == slices.size();
  }

  /** The next key with all its rows, or null if no key is ready. */
  @Nullable KeyPart peek() {
    while (at < slices.size()) {
      BucketSlice slice = slices.get(at);
      KeyPart part = slice.peek();
      if (part == null) {
        if (!slice.isDone()) {
          return isComplete(slice, open) ? open : null;
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

  private boolean isComplete(BucketSlice slice, @Nullable KeyPart part) {
    Selection selection = plan.query().selection();
    return part != null
        && (part.aggregate().isPresent()
            || !slice.mayHold(part.key())
            || (plan.keys().areHistories()
                && !selection.choice().isOldest()
                && part.rows().size() >= selection.limit()));
  }

  private KeyPart join(KeyPart some, KeyPart more) {
    if (some.aggregate().isPresent() || more.aggregate().isPresent()) {
      throw new IllegalStateException(
          "key " + KeyBytes.readable(some.key()) + " was aggregated before all of it was read");
    }
    return KeyPart.ofRows(some.key(), plan.query().selection().join(some.rows(), more.rows()));
  }

  /** Removes the key that {@link #peek} gave; rows of it that arrive later do not count. */
  void remove(KeyPart given) {
    left = given.key();
    open = null;
  }
}
