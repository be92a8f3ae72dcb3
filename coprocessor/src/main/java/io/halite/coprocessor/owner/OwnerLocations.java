package io.halite.coprocessor.owner;

import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * Where the regions of tables are, as {@code hbase:meta} last said.
 *
 * <p>A place is remembered until it proves wrong. A read that takes longer than its handler may
 * wait is remembered too when it ends, so that the repeated request finds it. When another table
 * comes, those that nobody has used for an hour are forgotten: they may have been dropped.
 * Thread-safe.
 */
final class OwnerLocations {
  private static final long UNUSED_NANOS = TimeUnit.HOURS.toNanos(1);

  private final Meta meta;
  private final LongSupplier nanos;
  private final Holes holes;
  private final ConcurrentMap<TableName, Places> known = new ConcurrentHashMap<>();

  /** The places of one table, by the first keys of its regions. */
  private static final class Places {
    private final ConcurrentNavigableMap<byte[], HRegionLocation> regions =
        new ConcurrentSkipListMap<>(Bytes.BYTES_COMPARATOR);
    private volatile long used;

    private Places(long now) {
      used = now;
    }

    /** Rarely writes, since all handlers use the same tables. */
    private void use(long now) {
      if (now - used > UNUSED_NANOS / 60) {
        used = now;
      }
    }

    private boolean isUnused(long now) {
      return now - used >= UNUSED_NANOS;
    }
  }

  /** Reads {@code hbase:meta}. */
  interface Meta {
    /** Reads where the region is that covers a row; never blocks. */
    CompletableFuture<HRegionLocation> read(TableName table, byte[] storedRow) throws IOException;
  }

  OwnerLocations(Meta meta) {
    this(meta, System::nanoTime);
  }

  /** The same by another clock, of nanoseconds. */
  OwnerLocations(Meta meta, LongSupplier nanos) {
    this.meta = meta;
    this.nanos = nanos;
    this.holes = new Holes(nanos);
  }

  /**
   * Returns the place of the region that covers a row.
   *
   * @throws NotSentException if it cannot be read within the budget and {@link
   *     ForwardRetry#LOCATE_MILLIS}
   * @throws TableNotFoundException if there is no such table
   */
  HRegionLocation of(TableName table, byte[] storedRow, Budget budget) throws IOException {
    Optional<HRegionLocation> last = last(table, storedRow);
    return last.isPresent() ? last.get() : await(table, read(table, storedRow), budget);
  }

  /** Returns the place as it was last read; empty if it has to be read. */
  Optional<HRegionLocation> last(TableName table, byte[] storedRow) {
    Optional<Places> places = Optional.ofNullable(known.get(table));
    places.ifPresent(used -> used.use(nanos.getAsLong()));
    return places
        .flatMap(of -> Optional.ofNullable(of.regions.floorEntry(storedRow)))
        .map(Map.Entry::getValue)
        .filter(location -> location.getRegion().containsRow(storedRow));
  }

  private CompletableFuture<HRegionLocation> read(TableName table, byte[] storedRow) {
    Optional<HoleInMetaException> hole = holes.around(table, storedRow);
    if (hole.isPresent()) {
      return CompletableFuture.failedFuture(hole.get());
    }
    try {
      CompletableFuture<HRegionLocation> answer = meta.read(table, storedRow);
      FutureUtils.addListener(
          answer,
          (location, failure) -> {
            if (failure == null) {
              remember(location);
            } else if (FutureUtils.unwrapCompletionException(failure)
                instanceof HoleInMetaException found) {
              holes.remember(found);
            }
          });
      return answer;
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private HRegionLocation await(
      TableName table, CompletableFuture<HRegionLocation> answer, Budget budget)
      throws IOException {
    long millis = ForwardRetry.locateMillis(budget.left());
    try {
      return answer.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw NotSentException.slow(
          "hbase:meta did not say in %s ms where a region of table '%s' is"
              .formatted(millis, table));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TableNotFoundException missing) {
        known.remove(table);
        throw missing;
      }
      throw NotSentException.unlocated(
          "the place of a region of table '%s' cannot be read".formatted(table), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Interrupted.during("reading the place of a region of table '" + table + "'", e);
    }
  }

  /** Drops what overlaps the region too, since regions split and merge. */
  private void remember(HRegionLocation location) {
    long now = nanos.getAsLong();
    TableName table = location.getRegion().getTable();
    if (!known.containsKey(table)) {
      known.values().removeIf(places -> places.isUnused(now));
    }
    ConcurrentNavigableMap<byte[], HRegionLocation> regions =
        known.computeIfAbsent(table, added -> new Places(now)).regions;
    byte[] start = location.getRegion().getStartKey();
    byte[] end = location.getRegion().getEndKey();
    regions.put(start, location);
    (end.length == 0 ? regions.tailMap(start, false) : regions.subMap(start, false, end, false))
        .clear();
    Map.Entry<byte[], HRegionLocation> before = regions.lowerEntry(start);
    if (before != null && before.getValue().getRegion().containsRow(start)) {
      regions.remove(before.getKey(), before.getValue());
    }
  }

  /** Drops a place that has proved wrong. */
  void forget(HRegionLocation wrong) {
    Places places = known.get(wrong.getRegion().getTable());
    if (places != null) {
      places.regions.remove(wrong.getRegion().getStartKey(), wrong);
    }
  }

  /** How many tables it remembers. For tests. */
  int tables() {
    return known.size();
  }
}
