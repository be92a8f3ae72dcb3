package io.halite.coprocessor.door;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * The names and borders of the regions of one salted table, as {@code hbase:meta} had them.
 * Handlers ask; one thread brings what it has read. Thread-safe.
 */
final class KnownRegions {
  private static final int MOST_REGIONS = 100_000;

  /**
   * How long a region is served that {@code hbase:meta} lists no more. Its clients then read {@code
   * hbase:meta}: an endpoint that they call on a range needs the regions of today.
   */
  static final long KEPT_MILLIS = 600_000;

  /**
   * A region of the table.
   *
   * @param listed when {@code hbase:meta} last had it, in milliseconds
   */
  private record Known(RegionInfo region, long listed) {}

  /** Regions that this server had last, such as the parent of two daughters. */
  private final Set<ByteString> left = ConcurrentHashMap.newKeySet();

  private volatile Listing listing = new Listing(Map.of(), Long.MIN_VALUE / 2);

  /**
   * What was known at a time.
   *
   * @param read when {@code hbase:meta} was read, in milliseconds
   */
  private record Listing(Map<ByteString, Known> known, long read) {}

  /** A region has opened here. */
  void came(ByteString name) {
    left.remove(name);
  }

  /** A region of this server has closed. */
  void left(ByteString name) {
    left.add(name);
  }

  Optional<RegionInfo> find(ByteString name) {
    return Optional.ofNullable(listing.known().get(name)).map(Known::region);
  }

  /**
   * Whether a region has ended while this server had it: it was split or merged, or its table was
   * made again. Its clients here were not redirected, or have come back. So that the regions of
   * today redirect them, they have to read {@code hbase:meta}, as on a plain table.
   */
  boolean hasEndedHere(ByteString name) {
    Listing now = listing;
    Known found = now.known().get(name);
    return found != null && found.listed() < now.read() && left.contains(name);
  }

  /**
   * Takes up the regions in {@code hbase:meta}.
   *
   * @param here this server
   * @return whether one of them is new
   */
  boolean read(List<HRegionLocation> locations, ServerName here, long now) {
    Map<ByteString, Known> next = new HashMap<>();
    for (HRegionLocation location : locations) {
      RegionInfo region = location.getRegion();
      if (region.getReplicaId() != 0 || next.size() >= MOST_REGIONS) {
        continue;
      }
      ByteString name = UnsafeByteOperations.unsafeWrap(region.getRegionName());
      next.put(name, new Known(region, now));
      if (location.getServerName() != null && !location.getServerName().equals(here)) {
        left.remove(name);
      }
    }
    Map<ByteString, Known> known = listing.known();
    boolean news = !known.keySet().containsAll(next.keySet());
    known.forEach(
        (name, each) -> {
          if (now - each.listed() < KEPT_MILLIS && next.size() < MOST_REGIONS) {
            next.putIfAbsent(name, each);
          }
        });
    listing = new Listing(next, now);
    left.retainAll(next.keySet());
    return news;
  }
}
