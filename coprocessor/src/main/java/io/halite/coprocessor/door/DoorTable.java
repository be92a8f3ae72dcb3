package io.halite.coprocessor.door;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hbase.thirdparty.com.google.common.cache.Cache;
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
  private final ConcurrentMap<ByteString, GatewayRegion> here = new ConcurrentHashMap<>();
  private final DoorLoads loads = new DoorLoads();
  private final ServedLoad served = new ServedLoad();
  private final TableShares shares = new TableShares();
  private final TableProbes probes = new TableProbes();
  private final Cache<Redirects.Connection, Redirects.Assignment> assignments;
  private volatile List<GatewayRegion> guests = List.of();
  private final KnownRegions known = new KnownRegions();
  private volatile Set<ServerName> servers = Set.of();
  private final LookTimes looks = new LookTimes();
  private long emptySince;
  private boolean empty;

  /** A table of a server that knows these assignments of its connections. */
  DoorTable(Cache<Redirects.Connection, Redirects.Assignment> assignments) {
    this.assignments = assignments;
  }

  /** The bytes of the table's name in a region's name; empty if no region can have the name. */
  static Optional<ByteString> nameOf(ByteString regionName) {
    int comma = 0;
    while (comma < regionName.size() && regionName.byteAt(comma) != ',') {
      comma++;
    }
    return comma == 0 || comma == regionName.size()
        ? Optional.empty()
        : Optional.of(regionName.substring(0, comma));
  }

  synchronized GatewayRegion add(GuestRegion region) {
    GatewayRegion added = new GatewayRegion(region, loads, served, shares, probes, assignments);
    here.put(added.name(), added);
    known.came(added.name());
    gatherGuests();
    looks.came();
    return added;
  }

  /**
   * Removes the region, unless it has been opened again since. HBase may have loaded another
   * observer meanwhile, which then names the region that the first one has added.
   */
  synchronized Optional<GatewayRegion> remove(GuestRegion region) {
    Optional<GatewayRegion> removed =
        here.values().stream().filter(each -> isSame(each.region(), region)).findFirst();
    removed.ifPresent(
        each -> {
          here.remove(each.name());
          known.left(each.name());
        });
    gatherGuests();
    if (removed.isPresent()) {
      looks.left();
    }
    return removed;
  }

  /** HBase's regions of one name are equal, also after one was closed and opened again. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(GuestRegion one, GuestRegion other) {
    return one.region() == other.region();
  }

  private void gatherGuests() {
    guests = here.values().stream().filter(each -> each.guestRow().isPresent()).toList();
  }

  boolean holds(GatewayRegion region) {
    return here.get(region.name()) == region;
  }

  /** The table's regions on this server. */
  Collection<GatewayRegion> here() {
    return here.values();
  }

  /** The same, each time with another one first. */
  List<GatewayRegion> inTurn() {
    return probes.inTurn(here.values());
  }

  /**
   * Whether no region of the table has been here for so long that HBase on this server, too, has
   * forgotten where they went.
   */
  synchronized boolean isForgotten(long now) {
    if (!here.isEmpty() || !empty) {
      empty = here.isEmpty();
      emptySince = now;
    }
    return empty && now - emptySince >= KnownRegions.KEPT_MILLIS;
  }

  /**
   * The region by which this server serves requests for {@code gateway}: always the same one while
   * it stays, serves and takes writes. Its range does not overlap that of {@code gateway}: if HBase
   * unloaded its observer meanwhile, a put under its natural key would otherwise be stored there.
   */
  Optional<GatewayRegion> guest(RegionInfo gateway) {
    List<GatewayRegion> now = guests;
    int first = UnsafeByteOperations.unsafeWrap(gateway.getRegionName()).hashCode();
    Optional<GatewayRegion> full = Optional.empty();
    for (int i = 0; i < now.size(); i++) {
      GatewayRegion guest = now.get((Math.floorMod(first, now.size()) + i) % now.size());
      if (!guest.region().isServing() || guest.info().isOverlap(gateway)) {
        continue;
      }
      if (!guest.region().isFull()) {
        return Optional.of(guest);
      }
      full = full.isPresent() ? full : Optional.of(guest);
    }
    return full;
  }

  /**
   * A region of the table, on any server, but for one that has ended on this server; an unknown one
   * is looked for before long.
   */
  Optional<RegionInfo> find(ByteString name) {
    if (known.hasEndedHere(name)) {
      return Optional.empty();
    }
    Optional<RegionInfo> found = known.find(name);
    if (found.isEmpty()) {
      looks.demand();
    }
    return found;
  }

  /** The servers that had regions of the table at the last look. */
  Set<ServerName> servers() {
    return servers;
  }

  /** What this server serves of the table. */
  ServedLoad served() {
    return served;
  }

  /** Measures the load of this server. Only the watch calls it. */
  synchronized void measure(long now) {
    double natural = 0;
    double marked = 0;
    for (GatewayRegion each : here.values()) {
      ServerShare share = each.take(now);
      natural += share.natural();
      marked += share.marked();
    }
    List<DecayingRate> own =
        here.values().stream().flatMap(each -> each.served().stream()).toList();
    DoorLoad load = served.take(own, new ServerShare(natural, marked), now);
    shares.measured(ServerShare.of(load));
    here.values().stream()
        .findFirst()
        .ifPresent(any -> loads.measuredHere(any.region().server(), load, now));
  }

  /** Reads the regions in {@code hbase:meta} if it is time to. One thread calls it. */
  void refresh(long now) throws IOException {
    Optional<GatewayRegion> any = here.values().stream().findFirst();
    if (any.isEmpty() || !looks.isDue(now)) {
      return;
    }
    LookTimes.Look look = looks.begin(now);
    ServerName server = any.get().region().server();
    List<HRegionLocation> locations = locations(any.get().region());
    boolean allSettled = true;
    Set<ServerName> having = new HashSet<>();
    for (HRegionLocation location : locations) {
      allSettled &= isSettled(location, server);
      if (location.getServerName() != null) {
        having.add(location.getServerName());
      }
    }
    boolean news = known.read(locations, server, now) || !servers.equals(having);
    servers = Set.copyOf(having);
    loads.retain(servers);
    shares.retain(servers);
    probes.retain(servers);
    looks.found(look, news, allSettled);
  }

  /** Whether the region is where {@code hbase:meta} has it, as far as this server can tell. */
  private boolean isSettled(HRegionLocation location, ServerName server) {
    return location.getServerName() != null
        && (!location.getServerName().equals(server) || isHere(location.getRegion()));
  }

  private boolean isHere(RegionInfo region) {
    return region.getReplicaId() != 0
        || here.containsKey(UnsafeByteOperations.unsafeWrap(region.getRegionName()));
  }

  private List<HRegionLocation> locations(GuestRegion any) throws IOException {
    try {
      return any.locations();
    } catch (IOException | RuntimeException e) {
      looks.failed();
      throw e;
    }
  }
}
