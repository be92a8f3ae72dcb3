package io.halite.coprocessor.owner;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;

/**
 * The holes of {@code hbase:meta} that were found in the last second, so that requests to their
 * rows do not read it each. Thread-safe.
 */
final class Holes {
  private static final long KNOWN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanos;
  private final List<Found> found = new CopyOnWriteArrayList<>();

  private record Found(HoleInMetaException hole, long at) {}

  Holes(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Returns the hole that holds a row; empty if none was found lately. */
  Optional<HoleInMetaException> around(TableName table, byte[] row) {
    long now = nanos.getAsLong();
    return found.stream()
        .filter(each -> now - each.at < KNOWN_NANOS && each.hole.holds(table, row))
        .findFirst()
        .map(each -> each.hole.of(row));
  }

  void remember(HoleInMetaException hole) {
    long now = nanos.getAsLong();
    found.removeIf(each -> now - each.at >= KNOWN_NANOS);
    found.add(new Found(hole, now));
  }
}
