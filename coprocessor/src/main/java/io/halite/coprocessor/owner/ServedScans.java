package io.halite.coprocessor.owner;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hbase.TableName;

/**
 * The regions of one server that may know how far a scan has come.
 *
 * <p>A client that opens a scan again may reach another region than before on the same server: a
 * door serves its requests by any region of the table. Thread-safe.
 */
public final class ServedScans {
  private final ConcurrentMap<Key, OfRegion> regions = new ConcurrentHashMap<>();

  /** A region of a table; users of another table must not reach it by a number that they guess. */
  private record Key(TableName table, long region) {}

  /** What one region knows. */
  public interface OfRegion {
    /** Returns the rest of the scan of a ticket; empty if the region does not know the scan. */
    Optional<byte[]> rest(ScanTicket ticket) throws IOException;

    /** Whether the scan is open in the region, or its rest is kept. */
    boolean knows(ScanTicket ticket);
  }

  /** A region begins to know scans, whose tickets have its number. */
  public void entered(TableName table, long number, OfRegion region) {
    regions.put(new Key(table, number), region);
  }

  /** A region has forgotten its scans. */
  public void left(TableName table, long number) {
    regions.remove(new Key(table, number));
  }

  /** Whether a region of a table on this server knows the scan of a ticket. */
  public boolean knows(TableName table, ScanTicket ticket) {
    OfRegion region = regions.get(new Key(table, ticket.region()));
    return region != null && region.knows(ticket);
  }

  /** Returns what a region of a table on this server has read of the scan of a ticket. */
  public Optional<byte[]> find(TableName table, ScanTicket ticket) throws IOException {
    OfRegion region = regions.get(new Key(table, ticket.region()));
    return region == null ? Optional.empty() : region.rest(ticket);
  }
}
