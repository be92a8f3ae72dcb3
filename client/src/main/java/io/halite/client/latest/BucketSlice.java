package io.halite.client.latest;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.latest.KeyPart;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageBudget;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Selection;
import io.halite.routing.latest.TimeChoice;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A part of one bucket that is read from beginning to end, page by page.
 *
 * <p>Each page says how far it reaches. The next page is requested from there, from the region that
 * then holds that row. So regions may split and merge meanwhile, and no row is read twice or left
 * out. Not thread-safe.
 */
final class BucketSlice {
  private final LatestPlan plan;
  private final NewestTimes newest;
  private final Deque<KeyPart> arrived = new ArrayDeque<>();
  private final SliceShare share;
  private final RangesLeft remaining;
  private final byte[] salt;
  private List<KeyRange> asked = List.of();
  private byte[] carriedKey = new byte[0];
  private int carried;
  // The key of several histories in which the last page ended.
  private Optional<byte[]> cutKey = Optional.empty();
  private boolean inFlight;
  private int fewLeft = 1;

  /**
   * A slice, before anything of it is read.
   *
   * @param ranges in stored order, disjoint and not empty; nobody changes the list from now on
   * @param newest what has arrived of keys that pages cut, in this slice and others
   */
  BucketSlice(LatestPlan plan, List<KeyRange> ranges, NewestTimes newest) {
    this.plan = plan;
    this.newest = newest;
    this.remaining = new RangesLeft(ranges);
    this.salt =
        ranges.isEmpty()
            ? new byte[0]
            : Arrays.copyOf(ranges.get(0).start(), plan.spec().salt().prefixWidth());
    this.share = new SliceShare(ranges);
  }

  /**
   * Whether the next page should be requested now: so early that regions work while the reader has
   * something to read, and so late that a slice holds one page and a half at most.
   */
  boolean wantsPage() {
    return !inFlight && !remaining.isEmpty() && arrived.size() <= fewLeft;
  }

  boolean isDone() {
    return remaining.isEmpty() && arrived.isEmpty();
  }

  /** About which share of the slice has arrived, 0 to 1. */
  double share() {
    return share.of(remaining);
  }

  /** Makes the next request; {@link #accept} takes its answer. */
  PageRequest ask(PageBudget budget) {
    inFlight = true;
    if (cutKey.isEmpty() && countsRows()) {
      // Another region may have given enough rows of the key in which this slice begins.
      cutKey = newest.watched(natural(remaining.first().start()));
    }
    OptionalLong enough = cutKey.map(newest::notBefore).orElse(OptionalLong.empty());
    Selection selection = selection();
    if (enough.isPresent()) {
      selection = selection.withWindow(selection.window().from(enough.getAsLong()));
      // Other keys have other times.
      asked = remaining.first(PageRequest.MAX_RANGES, KeyRange.prefix(stored(cutKey.get())));
    } else {
      asked = remaining.first(PageRequest.MAX_RANGES);
    }
    return new PageRequest(
        plan.spec().fingerprint(), plan.keys().keySegments(), asked, carried, selection, budget);
  }

  /** Takes the answer to the last request. */
  void accept(Page page) throws IOException {
    inFlight = false;
    byte[] start = asked.get(0).start();
    byte[] served = page.servedStop();
    if (served.length == 0) {
      remaining.goTo(asked.get(asked.size() - 1).stop());
    } else if (KeyBytes.compare(served, start) > 0) {
      remaining.goTo(served);
    } else {
      throw new IOException(
          "a page of newest rows begins at stored key "
              + KeyBytes.readable(start)
              + " and ends before "
              + KeyBytes.readable(served)
              + ", which is no progress: each page must end after its beginning; use the same"
              + " version of Halite on client and servers");
    }
    arrived.addAll(page.parts());
    fewLeft = Math.max(1, page.parts().size() / 2);
    carry(page);
    share.accept(start, page, remaining, plan.spec().salt().prefixWidth());
    count(page);
  }

  /** The natural bytes behind this bucket's salt. */
  private byte[] stored(byte[] natural) {
    return KeyBytes.concat(salt, natural);
  }

  /** Counts the rows of a key of several histories, if the page cut it. */
  private void count(Page page) {
    if (!countsRows()) {
      return;
    }
    List<KeyPart> parts = page.parts();
    Optional<byte[]> last =
        parts.isEmpty() ? cutKey : Optional.of(parts.get(parts.size() - 1).key());
    // It may go on in this slice, or in the next one.
    last.ifPresent(newest::watch);
    cutKey =
        last.filter(key -> !remaining.isEmpty())
            .filter(key -> KeyRange.prefix(stored(key)).contains(remaining.first().start()));
    parts.forEach(newest::add);
  }

  private boolean countsRows() {
    return !plan.keys().areHistories() && selection().choice().equals(TimeChoice.NEWEST);
  }

  private byte[] natural(byte[] stored) {
    return Arrays.copyOfRange(stored, Math.min(stored.length, salt.length), stored.length);
  }

  /** Counts the rows of a history that the page cut; skips the rest of one that has enough rows. */
  private void carry(Page page) {
    int before = carried;
    carried = 0;
    if (selection().choice().isOldest()) {
      // What follows of a history is older, and counts first.
      return;
    }
    if (!plan.keys().areHistories() || page.parts().isEmpty() || remaining.isEmpty()) {
      keepCarried(page, before);
      return;
    }
    KeyPart last = page.parts().get(page.parts().size() - 1);
    byte[] next = remaining.first().start();
    byte[] history = stored(last.key());
    if (!KeyRange.prefix(history).contains(next) || last.aggregate().isPresent()) {
      return;
    }
    int rows = last.rows().size() + (Arrays.equals(history, carriedKey) ? before : 0);
    Optional<byte[]> rest =
        rows < selection().limit() ? afterStep(history, last) : Optional.of(new byte[0]);
    if (rest.isPresent() && rest.get().length == 0) {
      remaining.goTo(KeyBytes.prefixSuccessor(history));
      return;
    }
    rest.ifPresent(remaining::goTo);
    carriedKey = history;
    carried = rows;
  }

  /**
   * Where the step behind the last row of a history begins, so that no step is answered twice; no
   * bytes if no step follows, and empty if the query has no steps.
   */
  private Optional<byte[]> afterStep(byte[] history, KeyPart last) {
    TimeChoice choice = selection().choice();
    if (!choice.hasSteps()) {
      return Optional.empty();
    }
    OptionalLong older = choice.olderThanStep(last.rows().get(last.rows().size() - 1).time());
    return Optional.of(
        older.isPresent() ? LatestKeys.rowAt(history, older.getAsLong()) : new byte[0]);
  }

  private Selection selection() {
    return plan.query().selection();
  }

  /** A page without rows may have ended within the history that the page before it cut. */
  private void keepCarried(Page page, int before) {
    boolean same =
        page.parts().isEmpty()
            && before > 0
            && !remaining.isEmpty()
            && KeyRange.prefix(carriedKey).contains(remaining.first().start());
    carried = same ? before : 0;
  }

  /** The first part that has arrived and was not removed, or null if there is none. */
  @Nullable KeyPart peek() {
    return arrived.peek();
  }

  void remove() {
    arrived.remove();
  }

  /** Whether more rows of this key may arrive from this bucket. */
  boolean mayHold(byte[] key) {
    if (remaining.isEmpty()) {
      return false;
    }
    byte[] natural = natural(remaining.first().start());
    byte[] after = KeyBytes.prefixSuccessor(key);
    return after.length == 0 || KeyBytes.compare(natural, after) < 0;
  }
}
