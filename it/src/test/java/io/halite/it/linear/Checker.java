package io.halite.it.linear;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether the calls of one row are linearizable: whether each answered call can be given
 * one moment between its sending and its answer, so that the row, taking the calls in the order of
 * these moments, gives just those answers. A call without an answer has a moment after its sending,
 * or none.
 *
 * <p>The search is that of Wing and Gong, "Testing and Verifying Concurrent Objects" (1993), which
 * remembers the sets of calls with the number they led to, as Lowe proposes in "Testing for
 * Linearizability" (2017). It takes a read as soon as it fits: a read changes nothing.
 */
final class Checker {
  /** What the calls are. */
  enum Verdict {
    LINEARIZABLE,
    NOT_LINEARIZABLE,
    /** They are not, but would be without {@link HiddenWrites}. */
    HIDDEN_WRITES,
    /** The search was given up. */
    UNDECIDED
  }

  private static final int MOST_STATES = 500_000;

  /** The calls taken so far, and what the row holds after them. */
  private record Taken(BitSet calls, Optional<Long> state) {}

  private final List<Call> calls;
  private final Set<Taken> seen = new HashSet<>();

  private Checker(List<Call> calls) {
    // A read without an answer says nothing.
    this.calls =
        calls.stream()
            .filter(call -> call.isAnswered() || !(call.request() instanceof Request.Read))
            .sorted(Comparator.comparing(Call::isAnswered).reversed())
            .toList();
  }

  /** Judges the calls of a row that held nothing before. */
  static Verdict of(List<Call> calls) {
    Checker checker = new Checker(calls);
    boolean found = checker.search(new BitSet(), Optional.empty());
    if (found) {
      return Verdict.LINEARIZABLE;
    }
    return checker.seen.size() < MOST_STATES ? Verdict.NOT_LINEARIZABLE : Verdict.UNDECIDED;
  }

  private boolean search(BitSet taken, Optional<Long> state) {
    BitSet now = (BitSet) taken.clone();
    long first = takeReads(now, state);
    if (first == Call.NEVER) {
      return true;
    }
    if (seen.size() >= MOST_STATES || !seen.add(new Taken(now, state))) {
      return false;
    }
    for (int i = now.nextClearBit(0); i < calls.size(); i = now.nextClearBit(i + 1)) {
      Call call = calls.get(i);
      Request.Step step = call.request().apply(state);
      boolean changes = call.isAnswered() || !step.state().equals(state);
      if (call.invoked() <= first && changes && call.allows(step)) {
        BitSet next = (BitSet) now.clone();
        next.set(i);
        if (search(next, step.state())) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Takes the reads that fit, until none does.
   *
   * @return when the first of the calls left was answered; no later call can come before it
   */
  private long takeReads(BitSet taken, Optional<Long> state) {
    while (true) {
      long first = Call.NEVER;
      for (int i = taken.nextClearBit(0); i < calls.size(); i = taken.nextClearBit(i + 1)) {
        first = Math.min(first, calls.get(i).returned());
      }
      boolean more = false;
      for (int i = taken.nextClearBit(0); i < calls.size(); i = taken.nextClearBit(i + 1)) {
        Call call = calls.get(i);
        if (call.request() instanceof Request.Read
            && call.invoked() <= first
            && call.allows(call.request().apply(state))) {
          taken.set(i);
          more = true;
        }
      }
      if (!more) {
        return first;
      }
    }
  }
}
