package io.halite.coprocessor.door;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * A salted table as one server's door knows it: its regions on this server, and the names and
 * borders of all of them.
 *
 * <p>A guest answers only for regions that this class knows by their exact names: no request
 * carries the end key of its region, and a guess would lose or double rows of scans. What it knows
 * may be old. A region that was split or merged since then, or whose table was dropped and made
 * again, still has the range that its client walks along, so the answers are right. Thread-safe.
 */
final class DoorTable {
  private static final int MOST_REGIONS = 100_000;
  private static final long REFRESH_MILLIS = 300_000;
  private static final long REFRESH_ON_DEMAND_MILLIS = 2_000;

  private final ConcurrentMap<ByteString, GatewayRegion> here = new ConcurrentHashMap<>();
  private final DoorLoads loads = new DoorLoads();
  private volatile Map<ByteString, RegionInfo> known = Map.of();
  private volatile Set<ServerName> servers = Set.of();
  private volatile double localShare;
  private volatile boolean wanted = true;
  private volatile long refreshed = Long.MIN_VALUE / 2;

  GatewayRegion add(GuestRegion region) {
    GatewayRegion added = new GatewayRegion(region, loads);
    here.put(added.name(), added);
    wanted = true;
    return added;
  }

  /** Removes the region, unless another instance of it has taken its place. */
  Optional<GatewayRegion> remove(GuestRegion region) {
    for (GatewayRegion each : here.values()) {
      if (each.region() == region && here.remove(each.name(), each)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  boolean holds(GatewayRegion region) {
    return here.get(region.name()) == region;
  }

  /** The table's regions on this server. */
  Collection<GatewayRegion> here() {
    return here.values();
  }

  /** A region that can serve as a guest for {@code gateway}: always the same one, while it can. */
  Optional<GatewayRegion> guest(ByteString gateway) {
    List<GatewayRegion> guests = new ArrayList<>();
    for (GatewayRegion each : here.values()) {
      if (each.guestRow().isPresent()) {
        guests.add(each);
      }
    }
    return guests.isEmpty()
        ? Optional.empty()
        : Optional.of(guests.get(Math.floorMod(gateway.hashCode(), guests.size())));
  }

  /** A region of the table, on any server; an unknown one is looked for before long. */
  Optional<RegionInfo> find(ByteString name) {
    RegionInfo found = known.get(name);
    if (found == null) {
      wanted = true;
    }
    return Optional.ofNullable(found);
  }

  /** The servers that had regions of the table at the last look. */
  Set<ServerName> servers() {
    return servers;
  }

  /** The part of the table's regions that is on this server, from 0 to 1. */
  double localShare() {
    return localShare;
  }

  /** Reads the regions in {@code hbase:meta} if it is time to. Only the watch calls it. */
  void refresh(long now) throws IOException {
    long age = now - refreshed;
    Optional<GatewayRegion> any = here.values().stream().findFirst();
    if (any.isEmpty() || age < (wanted ? REFRESH_ON_DEMAND_MILLIS : REFRESH_MILLIS)) {
      return;
    }
    wanted = false;
    refreshed = now;
    List<HRegionLocation> locations;
    try {
      locations = any.get().region().locations();
    } catch (IOException | RuntimeException unreadable) {
      wanted = true;
      throw unreadable;
    }
    // Clients may go on to name a region that was split: its range stays right.
    Map<ByteString, RegionInfo> next = new HashMap<>();
    if (known.size() + locations.size() <= MOST_REGIONS) {
      next.putAll(known);
    }
    Set<ServerName> having = new HashSet<>();
    int local = 0;
    for (HRegionLocation location : locations) {
      RegionInfo region = location.getRegion();
      if (region.getReplicaId() == 0 && next.size() < MOST_REGIONS) {
        next.put(UnsafeByteOperations.unsafeWrap(region.getRegionName()), region);
      }
      if (location.getServerName() != null) {
        having.add(location.getServerName());
        local += location.getServerName().equals(any.get().region().server()) ? 1 : 0;
      }
    }
    known = next;
    servers = Set.copyOf(having);
    localShare = locations.isEmpty() ? 0 : (double) local / locations.size();
  }
}
