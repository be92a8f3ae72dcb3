package io.halite.it.linear;

import io.halite.it.linear.Checker.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Writes that HBase itself hides, on plain tables, too. An increment is at least a millisecond
 * younger than the cell that it reads. So after an increment in the millisecond of the write before
 * it, or after several in one, the cell is of a time that is still to come. A write that is
 * acknowledged until then is older, and is not seen.
 *
 * <p>Example: at 7,000 ms a row is set to 5. An increment in the same millisecond makes it 6, of
 * the time 7,001. A write of 9, still at 7,000, is acknowledged; a read finds 6.
 */
final class HiddenWrites {
  /** How far a time of a server may be from one of {@link #millis}. */
  private static final long SLACK_MILLIS = 1;

  /** How many writes of a row: those of all clients in a few milliseconds. */
  private static final int MOST_HIDDEN = 4;

  private static final long EPOCH_NANOS = epochNanos();

  private HiddenWrites() {}

  private static long epochNanos() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - System.nanoTime();
  }

  /** A time of {@link System#nanoTime} as HBase has it, on the same machine. */
  static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(EPOCH_NANOS + nanos);
  }

  /**
   * Whether the calls of a row would be linearizable without one to four of the writes that may be
   * hidden.
   */
  static boolean explain(List<Call> calls) {
    List<Call> increments = calls.stream().filter(call -> isAhead(call, calls)).toList();
    List<Call> hidden =
        calls.stream()
            .filter(HiddenWrites::hasWritten)
            .filter(write -> increments.stream().anyMatch(ahead -> mayHide(ahead, write)))
            .toList();
    return isExplainedBy(hidden, calls, MOST_HIDDEN);
  }

  /** Tries without one of these writes, then without another one of those behind it, and so on. */
  private static boolean isExplainedBy(List<Call> hidden, List<Call> calls, int most) {
    for (int i = 0; i < hidden.size(); i++) {
      Call one = hidden.get(i);
      List<Call> rest = calls.stream().filter(call -> !call.equals(one)).toList();
      if (Checker.of(rest) == Verdict.LINEARIZABLE
          || (most > 1 && isExplainedBy(hidden.subList(i + 1, hidden.size()), rest, most - 1))) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasWritten(Call call) {
    return call.isAnswered() && !call.hasOnlyRead() && !(call.request() instanceof Request.Count);
  }

  /** Whether a write may have come after this increment, and have an earlier time. */
  private static boolean mayHide(Call increment, Call write) {
    return increment.invoked() <= write.returned()
        && millis(write.invoked()) - SLACK_MILLIS < increment.time().orElseThrow();
  }

  /** Whether it is an increment whose time may follow from that of the cell before it. */
  private static boolean isAhead(Call call, List<Call> calls) {
    return call.request() instanceof Request.Count
        && call.time().isPresent()
        && calls.stream()
            .anyMatch(
                before ->
                    mayHaveSet(before, (long) call.answer().orElseThrow() - 1)
                        && mayBeOf(before, call.time().get() - 1));
  }

  private static boolean mayHaveSet(Call call, long number) {
    if (call.hasOnlyRead()) {
      return false;
    }
    if (call.request() instanceof Request.Count) {
      return call.answer().equals(Optional.of(number)) || !call.isAnswered();
    }
    return (call.request() instanceof Request.Write write && write.next() == number)
        || (call.request() instanceof Request.Exchange exchange && exchange.next() == number);
  }

  private static boolean mayBeOf(Call call, long millis) {
    if (call.time().isPresent()) {
      return call.time().get() == millis;
    }
    return millis(call.invoked()) - SLACK_MILLIS <= millis
        && (!call.isAnswered() || millis <= millis(call.returned()) + SLACK_MILLIS);
  }
}
