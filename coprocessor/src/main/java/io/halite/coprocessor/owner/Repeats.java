package io.halite.coprocessor.owner;

import io.halite.routing.table.OperationNumber;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The repeats of conditional writes that have come to one server. Nobody waits for an earlier
 * attempt any more: applied after its repeat was answered false, it would change a row behind the
 * back of its client.
 *
 * <p>The newest {@value #MOST} are known, for as long as outcomes are. Not thread-safe.
 */
final class Repeats {
  /** With 176 bytes each, a nineteenth of the memory that outcomes have by default. */
  static final int MOST = 10_000;

  private final long mostMillis;
  private final LongSupplier clock;
  private final Map<OperationNumber, Come> come = new LinkedHashMap<>();

  private record Come(long millis, int ageMillis) {}

  /** Knows of none, on a clock of milliseconds. */
  Repeats(long mostMillis, LongSupplier clock) {
    this.mostMillis = mostMillis;
    this.clock = clock;
  }

  /** A repeat has come, so long after the first attempt was sent. */
  void add(OperationNumber number, int ageMillis) {
    Come before = come.remove(number);
    int latest = before == null ? ageMillis : Math.max(before.ageMillis(), ageMillis);
    come.put(number, new Come(clock.getAsLong(), latest));
    Iterator<Come> oldest = come.values().iterator();
    while (isOver(oldest.next())) {
      oldest.remove();
    }
  }

  private boolean isOver(Come oldest) {
    return come.size() > MOST || clock.getAsLong() - oldest.millis() > mostMillis;
  }

  /** Whether a later attempt has come than the one of that age. */
  boolean isLaterThan(OperationNumber number, int ageMillis) {
    Come latest = come.get(number);
    return latest != null && latest.ageMillis() > ageMillis;
  }
}
