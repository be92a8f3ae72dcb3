package io.halite.client.latest;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.latest.KeyPart;
import io.halite.routing.latest.LatestRow;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageBudget;
import io.halite.routing.latest.PageRequest;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * A piece of one bucket that is read from its beginning to its end, page by page.
 *
 * <p>Each page says how far it came, and the next is asked from there, of whichever region holds
 * that row by then: a region that split answers a part, one that merged answers all, and nothing is
 * asked twice or left out. Not thread-safe.
 */
final class BucketSlice {
  private final LatestPlan plan;
  private final Deque<KeyPart> arrived = new ArrayDeque<>();
  private List<KeyRange> asked = List.of();
  private List<KeyRange> remaining;
  private byte[] carriedKey = new byte[0];
  private int carried;
  private boolean inFlight;

  BucketSlice(LatestPlan plan, List<KeyRange> ranges) {
    this.plan = plan;
    this.remaining = List.copyOf(ranges);
  }

  /** Whether it makes sense to ask for the next page now. */
  boolean wantsPage() {
    return !inFlight && !remaining.isEmpty() && arrived.size() <= 1;
  }

  boolean isDone() {
    return remaining.isEmpty() && arrived.isEmpty();
  }

  /** The next request, which is on its way from now on. */
  PageRequest ask(int millis) {
    inFlight = true;
    asked = remaining.subList(0, Math.min(PageRequest.MAX_RANGES, remaining.size()));
    return new PageRequest(
        plan.spec().fingerprint(),
        plan.keys().keySegments(),
        asked,
        carried,
        plan.query().selection(),
        new PageBudget(plan.query().budget().bytes(), plan.query().budget().rows(), millis));
  }

  /** The answer to the last request. */
  void accept(Page page) throws IOException {
    inFlight = false;
    byte[] start = asked.get(0).start();
    byte[] served = page.servedStop();
    if (served.length == 0) {
      remaining = remaining.subList(asked.size(), remaining.size());
    } else if (KeyBytes.compare(served, start) > 0) {
      remaining = from(served);
    } else {
      throw new IOException(
          "a region was asked for newest rows from "
              + KeyBytes.readable(start)
              + " on and answered up to "
              + KeyBytes.readable(served)
              + ", which is no progress");
    }
    arrived.addAll(page.parts());
    carry(page);
  }

  private List<KeyRange> from(byte[] row) {
    KeyRange rest = KeyRange.of(row, new byte[0]);
    List<KeyRange> ranges = new ArrayList<>();
    for (KeyRange range : remaining) {
      KeyRange left = range.intersect(rest);
      if (!left.isEmpty()) {
        ranges.add(left);
      }
    }
    return ranges;
  }

  /** Counts the rows of a history that a page broke off; one that has enough of them is left. */
  private void carry(Page page) {
    int before = carried;
    carried = 0;
    if (!plan.keys().areHistories() || page.parts().isEmpty() || remaining.isEmpty()) {
      keepCarried(page, before);
      return;
    }
    KeyPart last = page.parts().get(page.parts().size() - 1);
    byte[] next = remaining.get(0).start();
    byte[] prefix = Arrays.copyOf(next, plan.spec().salt().prefixWidth());
    byte[] history = KeyBytes.concat(prefix, last.key());
    if (!KeyRange.prefix(history).contains(next) || last.aggregate().isPresent()) {
      return;
    }
    int rows = last.rows().size() + (Arrays.equals(history, carriedKey) ? before : 0);
    if (rows < plan.query().selection().limit()) {
      carriedKey = history;
      carried = rows;
    } else {
      byte[] after = KeyBytes.prefixSuccessor(history);
      remaining = after.length == 0 ? List.of() : from(after);
    }
  }

  /** A page without rows may have ended within the history that the one before it broke off. */
  private void keepCarried(Page page, int before) {
    boolean same =
        page.parts().isEmpty()
            && before > 0
            && !remaining.isEmpty()
            && KeyRange.prefix(carriedKey).contains(remaining.get(0).start());
    carried = same ? before : 0;
  }

  /** The next part that has arrived, left in its place; null if there is none. */
  KeyPart peek() {
    return arrived.peek();
  }

  void remove() {
    arrived.remove();
  }

  /** Whether a row that this key can have in this bucket may still arrive. */
  boolean mayHold(byte[] key) {
    if (remaining.isEmpty()) {
      return false;
    }
    byte[] next = remaining.get(0).start();
    byte[] natural =
        Arrays.copyOfRange(
            next, Math.min(next.length, plan.spec().salt().prefixWidth()), next.length);
    byte[] after = KeyBytes.prefixSuccessor(key);
    return after.length == 0 || KeyBytes.compare(natural, after) < 0;
  }

  /** The newest of two sets of rows of one key. */
  static List<LatestRow> newest(List<LatestRow> some, List<LatestRow> more, int limit) {
    List<LatestRow> all = new ArrayList<>(some);
    all.addAll(more);
    all.sort(LatestRow.NEWEST_FIRST);
    return List.copyOf(all.subList(0, Math.min(limit, all.size())));
  }
}
