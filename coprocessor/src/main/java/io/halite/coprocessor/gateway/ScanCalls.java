package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ScanProgress;
import java.util.Optional;
import org.apache.hadoop.hbase.regionserver.ScannerContext;

/**
 * The calls by which a client reads one scan, and whether they have rows so far.
 *
 * <p>If a filter ends a scan, a plain table ends it for good behind a call that has no rows, and
 * goes on in the next region, with a new filter, behind one that has. So calls that end because
 * rows have not arrived, where a plain table would have read on, count as one with the next call.
 *
 * <p>Example: the rows {@code a} and {@code b} are one call of a plain table, and the filter ends
 * the scan at {@code b}. Here {@code a} may come in a call of its own; the next one, without rows,
 * does not end the scan either. Not thread-safe.
 */
final class ScanCalls {
  private Optional<ScannerContext> current = Optional.empty();
  private boolean rows;
  private boolean yielded;
  private boolean waiting;

  /** Returns whether a call begins: HBase makes one context for each. */
  boolean begins(ScannerContext context) {
    if (current.filter(call -> call == context).isPresent()) {
      return false;
    }
    current = Optional.of(context);
    rows &= yielded || waiting;
    yielded = false;
    return true;
  }

  /** A step of the call ends, which has cells of a row or has waited for some in vain. */
  void endStep(boolean hasCells) {
    rows |= hasCells;
    waiting = !hasCells;
  }

  /** Ends the call early, with a heartbeat. */
  void yield(ScannerContext context) {
    ScanProgress.yield(context);
    yielded = true;
  }

  /** Whether a plain table would answer the call with rows, or pieces of one. */
  boolean haveRows() {
    return rows;
  }
}
