package io.halite.coprocessor.door;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hbase.thirdparty.com.google.common.cache.Cache;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * A gateway region on this server, with the doors that other servers are for it.
 *
 * <p>Handlers count, and ask for a decision; the {@link DoorWatch} measures and looks for doors.
 */
final class GatewayRegion {
  private static final long USED_MILLIS = 60_000;

  /** After this time without a redirect, most connections that it serves are not assigned. */
  private static final long UNASSIGNED_MILLIS = 10_000;

  /**
   * Servers measure at different moments. While rates grow from nothing, a second makes a great
   * difference, so doors are compared a little later.
   */
  private static final int LOOKS = 10;

  private final GuestRegion region;
  private final ByteString name;
  private final Redirects redirects;
  private final DoorLoads loads;
  private final ServedLoad ofTable;
  private final TableShares shares;

  /** What connections send that were assigned to this server. */
  private final DecayingRate kept = new DecayingRate();

  /** What connections send that are not assigned yet. */
  private final DecayingRate passing = new DecayingRate();

  /** The natural operations that arrive here. */
  private final DecayingRate natural = new DecayingRate();

  /** The operations of the rows that this region stores. */
  private final DecayingRate marked = new DecayingRate();

  private final RegionDoors doors;

  /** Whether connections are redirected now. */
  private volatile boolean open;

  /** Whether connections were ever redirected, so that some are assigned. */
  private volatile boolean wasOpen;

  /** Whether a natural request has arrived since the last measurement. */
  private volatile boolean seen;

  private volatile boolean online;

  /** At how many looks in succession doors would have relieved this server. */
  private int looks;

  private volatile long lastNatural = Probe.LONG_AGO;

  /** When connections ceased to be redirected, the last time. */
  private long closed = Probe.LONG_AGO;

  GatewayRegion(
      GuestRegion region,
      DoorLoads loads,
      ServedLoad ofTable,
      TableShares shares,
      TableProbes probes,
      Cache<Redirects.Connection, Redirects.Assignment> assignments) {
    this.region = region;
    this.loads = loads;
    this.ofTable = ofTable;
    this.shares = shares;
    this.doors = new RegionDoors(probes);
    this.name = UnsafeByteOperations.unsafeWrap(region.region().getRegionInfo().getRegionName());
    this.redirects = new Redirects(region.server(), loads, assignments);
  }

  GuestRegion region() {
    return region;
  }

  RegionInfo info() {
    return region.region().getRegionInfo();
  }

  ByteString name() {
    return name;
  }

  /**
   * Whether HBase serves the region. It is taken up before HBase has told the master that it is
   * open, which may take a while.
   */
  boolean isOnline(Predicate<byte[]> byName) {
    if (!online) {
      online = byName.test(info().getRegionName());
    }
    return online;
  }

  /** Counts operations that arrive here. */
  void count(boolean isNatural, int operations) {
    (isNatural ? natural : marked).count(operations);
    if (isNatural && !seen) {
      seen = true;
    }
  }

  /** Measures again what arrives here. */
  ServerShare take(long now) {
    if (seen) {
      seen = false;
      lastNatural = now;
    }
    natural.take(now);
    marked.take(now);
    return new ServerShare(natural.rate(), marked.rate());
  }

  /** Whether natural requests arrived in the last minute. */
  boolean isUsed(long now) {
    return now - lastNatural < USED_MILLIS;
  }

  /**
   * Whether its server would take less with so many idle doors, and would have at the last looks.
   * Only the watch calls it, once a look.
   */
  boolean mayExceedShare(int others) {
    looks = shares.besideIdle(natural.rate(), others).isExceeded(open) ? looks + 1 : 0;
    return looks >= LOOKS;
  }

  /** Whether its server takes more than its share beside the doors that it has. */
  boolean isShareExceeded(long now) {
    return shares.beside(natural.rate(), doors.at(now)).isExceeded(open);
  }

  /** Counts a natural request of a client that this region serves. */
  void countServed(Peer peer, long now, int operations) {
    boolean stays = wasOpen && redirects.keeps(peer, now);
    ofTable.count(stays ? kept : passing, name, peer, operations);
  }

  /** The natural operations that this region serves, without those that it redirects. */
  List<DecayingRate> served() {
    return List.of(kept, passing);
  }

  /**
   * If it is about to redirect, forgets what it has served of connections without a door: they will
   * be assigned, most of them to other doors.
   *
   * @return whether it has forgotten; not if it redirects already, or did a moment ago
   */
  boolean forgetsServed(long now) {
    if (open || now - closed < UNASSIGNED_MILLIS) {
      return false;
    }
    passing.forget();
    ofTable.forgetConnections(now);
    return true;
  }

  /** Starts to redirect connections to the doors, if it does not yet. */
  void startRedirecting() {
    open = true;
    wasOpen = true;
  }

  /**
   * Stops redirecting connections, if it does.
   *
   * @param now milliseconds
   */
  void stopRedirecting(long now) {
    if (open) {
      closed = now;
    }
    open = false;
  }

  boolean isOpen() {
    return open;
  }

  /** Whether connections are redirected now, and a door is there to send them to. */
  boolean isRedirecting(long now) {
    return open && !doors.at(now).isEmpty();
  }

  /** The servers that connections may be sent to. For tests. */
  List<ServerName> doors(long now) {
    return doors.at(now);
  }

  /** The decision about a natural request of a client. */
  Decision decide(Peer peer, Arrival arrival, int operations) {
    if (!open) {
      return new Decision.Keep();
    }
    Optional<ServerName> door = redirects.door(peer, arrival, operations, doors.at(arrival.now()));
    return door.isEmpty()
        ? new Decision.Keep()
        : new Decision.Redirect(door.get(), region.region().getOpenSeqNum() + 1);
  }

  /**
   * A row of this region, for {@link GuestGet}; empty if the region is [empty, {@code 00}), which
   * has no row that a get may have.
   */
  Optional<ByteString> guestRow() {
    byte[] start = info().getStartKey();
    if (start.length > 0) {
      return Optional.of(UnsafeByteOperations.unsafeWrap(start));
    }
    return Arrays.equals(info().getEndKey(), new byte[1])
        ? Optional.empty()
        : Optional.of(UnsafeByteOperations.unsafeWrap(new byte[1]));
  }

  /**
   * Probes the servers whose turn it is.
   *
   * @param round what is known of servers that were asked for other gateway regions
   */
  void probe(List<ServerName> servers, ProbeRound round, LongSupplier clock) {
    doors.probe(servers, round, clock, this::isAnswered);
  }

  private boolean isAnswered(ServerName server, long now) {
    try {
      Optional<DoorLoad> load = region.probe(server, info());
      loads.measured(server, load, now);
      shares.reported(server, load);
      return true;
    } catch (IOException | RuntimeException notADoor) {
      DoorWatch.LOG.debug("{} is no door of {}", server, info(), notADoor);
      return false;
    }
  }
}
