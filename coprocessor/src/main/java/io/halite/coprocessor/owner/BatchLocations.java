package io.halite.coprocessor.owner;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The places of the regions of one attempt of a batch: each is looked up once. All requests of one
 * row have the same place, or all have none, even if the region of the row opens, splits or merges
 * meanwhile. For one thread.
 */
final class BatchLocations {
  private final OwnerLocations locations;
  private final TableName table;
  private final Budget budget;
  private final LongSupplier nanos;
  private final NavigableMap<byte[], HRegionLocation> found = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private final Map<ByteBuffer, HRegionLocation> placed = new HashMap<>();
  private final Map<ByteBuffer, IOException> failed = new HashMap<>();
  private Optional<IOException> ended = Optional.empty();
  private long failedNanos;

  BatchLocations(OwnerLocations locations, TableName table, Budget budget, LongSupplier nanos) {
    this.locations = locations;
    this.table = table;
    this.budget = budget;
    this.nanos = nanos;
  }

  /**
   * Returns the place of the region that covers a row. It makes no other look-up after one that was
   * slow, was interrupted, found no table, or failed after {@link
   * ForwardRetry#FAILED_LOCATE_MILLIS}; nor after failed ones that took {@link
   * ForwardRetry#FAILED_LOCATES_MILLIS} together.
   *
   * @throws IOException as {@link OwnerLocations#of}
   */
  HRegionLocation of(byte[] storedRow) throws IOException {
    ByteBuffer row = ByteBuffer.wrap(storedRow);
    IOException before = failed.get(row);
    if (before != null) {
      throw before;
    }
    HRegionLocation place = placed.get(row);
    if (place == null) {
      place = place(storedRow);
      placed.put(row, place);
    }
    return place;
  }

  private HRegionLocation place(byte[] storedRow) throws IOException {
    Map.Entry<byte[], HRegionLocation> floor = found.floorEntry(storedRow);
    if (floor != null && floor.getValue().getRegion().containsRow(storedRow)) {
      return floor.getValue();
    }
    long start = nanos.getAsLong();
    try {
      HRegionLocation location = lookUp(storedRow);
      found.put(location.getRegion().getStartKey(), location);
      return location;
    } catch (IOException e) {
      failed.put(ByteBuffer.wrap(storedRow), e);
      long took = nanos.getAsLong() - start;
      failedNanos += took;
      if (ended.isEmpty() && isForAll(e, took)) {
        ended = Optional.of(e);
      }
      throw e;
    }
  }

  private HRegionLocation lookUp(byte[] storedRow) throws IOException {
    return ended.isPresent()
        ? locations.last(table, storedRow).orElseThrow(ended::get)
        : locations.of(table, storedRow, budget);
  }

  /**
   * Whether other look-ups would probably fail or take long, too. One that fails soon may be of a
   * region without a server, which keeps back the rows of no other region.
   */
  private boolean isForAll(IOException failure, long tookNanos) {
    return failure instanceof TableNotFoundException
        || failure instanceof InterruptedIOException
        || (failure instanceof NotSentException unsent && unsent.isSlow())
        || TimeUnit.NANOSECONDS.toMillis(tookNanos) >= ForwardRetry.FAILED_LOCATE_MILLIS
        || TimeUnit.NANOSECONDS.toMillis(failedNanos) >= ForwardRetry.FAILED_LOCATES_MILLIS;
  }
}
