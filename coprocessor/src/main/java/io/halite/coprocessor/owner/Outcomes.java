package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.ServerNonces;
import io.halite.coprocessor.table.Setting;
import io.halite.filters.cell.CopiedCell;
import io.halite.routing.table.OperationNumber;
import io.halite.routing.wait.RunningClock;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * The conditional writes that one server has applied, by their numbers, so that a repeat receives
 * the outcome of the first and changes nothing; and those that the WAL of a server that died has.
 *
 * <p>Only applied ones are kept: a repeat of one whose condition did not hold may be decided again,
 * since the first changed nothing. Attempts that come after a repeat are known as such. An outcome
 * is kept as long as HBase keeps the nonces of increments ({@code
 * hbase.server.hashNonce.gracePeriod}, 30 minutes), within {@code halite.outcomes.bytes} of memory
 * for all tables together: the oldest are dropped first.
 *
 * <p>Example: with 32 MB a server keeps the last 190,000 puts, and the outcomes of a server that
 * applies 1,000 conditional puts in a second for 3 minutes.
 *
 * <p>All times are of {@link RunningClock}: a server whose time of the day is set ahead would drop
 * what it has just applied, and one whose time is set back would doubt each repeat. Thread-safe.
 */
public final class Outcomes implements AutoCloseable {
  /**
   * How old a write of a WAL may be: its repeats come as soon as the region is open. Older ones
   * would only drive out what this server has applied itself.
   */
  public static final long RESTORED_MILLIS = 300_000;

  /** A number, an entry and its place in the table, without cells. */
  static final int ENTRY_BYTES = 176;

  private final long mostBytes;
  private final long mostMillis;
  private final LongSupplier clock;
  private final SaltingMetrics metrics;
  private final Map<OperationNumber, Outcome> kept = new LinkedHashMap<>();
  private final Repeats repeats;
  private long bytes;
  private long forgotten = Long.MIN_VALUE;

  private record Outcome(long millis, Optional<Result> result, long bytes) {}

  /** An empty memory of so many bytes, on a clock of milliseconds that nobody sets. */
  Outcomes(long mostBytes, long mostMillis, LongSupplier clock, SaltingMetrics metrics) {
    this.mostBytes = mostBytes;
    this.mostMillis = mostMillis;
    this.clock = clock;
    this.metrics = metrics;
    this.repeats = new Repeats(mostMillis, clock);
  }

  /** An empty memory as the site wants it. */
  static Outcomes of(Configuration site, SaltingMetrics metrics) {
    return new Outcomes(
        Setting.OUTCOMES_BYTES.number(site),
        ServerNonces.graceMillis(site),
        RunningClock::millis,
        metrics);
  }

  /** The time, by the clock of all times here. */
  public long now() {
    return clock.getAsLong();
  }

  /**
   * When something was that HBase has noted by its own clock, which somebody may set: nothing was
   * later than now.
   */
  public long when(long noted) {
    return now() - Math.max(0, EnvironmentEdgeManager.currentTime() - noted);
  }

  /** The outcome of the operation with this number, if this server has applied it and knows. */
  public synchronized Optional<CheckAndMutateResult> of(OperationNumber number) {
    dropExpired();
    Outcome outcome = kept.get(number);
    if (outcome == null) {
      return Optional.empty();
    }
    metrics.outcomeRepeated();
    // A copy, since a result that is being sent keeps its position in its cells.
    return Optional.of(
        new CheckAndMutateResult(
            true, outcome.result().map(kept -> Result.create(kept.rawCells())).orElse(null)));
  }

  /**
   * Remembers that this server has applied the operation with this number.
   *
   * @param result what its increments and appends return, if it has such
   */
  public synchronized void applied(OperationNumber number, Optional<Result> result) {
    dropExpired();
    keep(number, clock.getAsLong(), result);
  }

  /**
   * Remembers that a server that died has applied the operation with this number, which returns
   * nothing.
   *
   * @param millis when that was
   */
  public synchronized void restored(OperationNumber number, long millis) {
    dropExpired();
    if (clock.getAsLong() - millis <= Math.min(mostMillis, RESTORED_MILLIS) && hasRoomFor(millis)) {
      keep(number, millis, Optional.empty());
    } else {
      forgotten = Math.max(forgotten, millis);
    }
  }

  /** Whether there is room for an outcome of that time, once older ones are forgotten. */
  private boolean hasRoomFor(long millis) {
    while (bytes + ENTRY_BYTES > mostBytes && !kept.isEmpty()) {
      Iterator<Outcome> oldest = kept.values().iterator();
      if (kept.values().iterator().next().millis() >= millis) {
        return false;
      }
      forget(oldest);
    }
    return true;
  }

  private void keep(OperationNumber number, long millis, Optional<Result> result) {
    drop(Optional.ofNullable(kept.remove(number)));
    Optional<Result> copy = result.map(Outcomes::copy);
    long size = ENTRY_BYTES + copy.map(Outcomes::bytes).orElse(0L);
    kept.put(number, new Outcome(millis, copy, size));
    bytes += size;
    metrics.outcomeKept();
    Iterator<Outcome> oldest = kept.values().iterator();
    while (bytes > mostBytes && oldest.hasNext()) {
      forget(oldest);
    }
  }

  /** Notes that a repeat has come, so long after the first attempt was sent. */
  public synchronized void repeated(OperationNumber number, int ageMillis) {
    repeats.add(number, ageMillis);
  }

  /** Whether a repeat has come that is later than the attempt of that age. */
  public synchronized boolean isOvertaken(OperationNumber number, int ageMillis) {
    return repeats.isLaterThan(number, ageMillis);
  }

  /** Whether this server still knows all that it has applied since then. */
  public synchronized boolean isCompleteSince(long millis) {
    dropExpired();
    return forgotten < millis;
  }

  /** Forgets all: another memory may follow this one. */
  @Override
  public synchronized void close() {
    for (Iterator<Outcome> oldest = kept.values().iterator(); oldest.hasNext(); ) {
      forget(oldest);
    }
  }

  private void dropExpired() {
    long now = clock.getAsLong();
    while (!kept.isEmpty()) {
      Iterator<Outcome> oldest = kept.values().iterator();
      if (now - kept.values().iterator().next().millis() <= mostMillis) {
        return;
      }
      forget(oldest);
    }
  }

  private void forget(Iterator<Outcome> oldest) {
    Outcome outcome = oldest.next();
    oldest.remove();
    forgotten = Math.max(forgotten, outcome.millis());
    drop(Optional.of(outcome));
  }

  private void drop(Optional<Outcome> outcome) {
    if (outcome.isPresent()) {
      bytes -= outcome.get().bytes();
      metrics.outcomeDropped();
    }
  }

  /** Copies the cells, which may lie in the buffers of the request. */
  private static Result copy(Result result) {
    if (result.isEmpty()) {
      return Result.EMPTY_RESULT;
    }
    Cell[] cells = result.rawCells().clone();
    for (int i = 0; i < cells.length; i++) {
      cells[i] = CopiedCell.of(CellUtil.cloneRow(cells[i]), cells[i]);
    }
    return Result.create(cells);
  }

  private static long bytes(Result result) {
    return Result.getTotalSizeOfCells(result);
  }
}
