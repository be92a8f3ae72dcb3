package io.halite.coprocessor.owner;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.common.cache.Cache;
import org.apache.hbase.thirdparty.com.google.common.cache.CacheBuilder;

/**
 * The regions of one server that may know how far a scan has come.
 *
 * <p>A client that opens a scan again may reach another region than before on the same server: a
 * door serves its requests by any region of the table. Thread-safe.
 */
public final class ServedScans {
  /** Clients of a server that has died come within seconds. */
  private static final long MISSING_MILLIS = 10_000;

  /** A client may make up any number of numbers. */
  private static final int MOST_MISSING = 1_000;

  private final ConcurrentMap<Key, OfRegion> regions = new ConcurrentHashMap<>();
  private final Cache<Key, Boolean> missing =
      CacheBuilder.newBuilder()
          .expireAfterWrite(MISSING_MILLIS, TimeUnit.MILLISECONDS)
          .maximumSize(MOST_MISSING)
          .build();

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

  /** The region of a ticket, which has ended, has left no file of its scans. */
  public void missing(TableName table, ScanTicket ticket) {
    missing.put(new Key(table, ticket.region()), true);
  }

  /** Whether a region of this server has found that within the last seconds. */
  public boolean isMissing(TableName table, ScanTicket ticket) {
    return missing.getIfPresent(new Key(table, ticket.region())) != null;
  }
}
