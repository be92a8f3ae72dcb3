package io.halite.coprocessor.owner;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The places of the regions of one attempt of a batch: each is looked up once, so that all requests
 * of one row have the same, or all have none. For one thread.
 */
final class BatchLocations {
  private final OwnerLocations locations;
  private final TableName table;
  private final Budget budget;
  private final NavigableMap<byte[], HRegionLocation> found = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private final Map<ByteBuffer, IOException> failed = new HashMap<>();
  private Optional<IOException> slow = Optional.empty();

  BatchLocations(OwnerLocations locations, TableName table, Budget budget) {
    this.locations = locations;
    this.table = table;
    this.budget = budget;
  }

  /**
   * Returns the place of the region that covers a row. After a slow look-up it makes no other.
   *
   * @throws IOException as {@link OwnerLocations#of}
   */
  HRegionLocation of(byte[] storedRow) throws IOException {
    Map.Entry<byte[], HRegionLocation> floor = found.floorEntry(storedRow);
    if (floor != null && floor.getValue().getRegion().containsRow(storedRow)) {
      return floor.getValue();
    }
    IOException before = failed.get(ByteBuffer.wrap(storedRow));
    if (before != null) {
      throw before;
    }
    try {
      HRegionLocation location = lookUp(storedRow);
      found.put(location.getRegion().getStartKey(), location);
      return location;
    } catch (IOException e) {
      failed.put(ByteBuffer.wrap(storedRow), e);
      if (e instanceof NotSentException unsent && unsent.isSlow()) {
        slow = Optional.of(e);
      }
      throw e;
    }
  }

  private HRegionLocation lookUp(byte[] storedRow) throws IOException {
    return slow.isPresent()
        ? locations.last(table, storedRow).orElseThrow(slow::get)
        : locations.of(table, storedRow, budget);
  }
}
