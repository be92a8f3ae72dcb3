package io.halite.coprocessor.door;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * A gateway region on this server, with the doors that other servers are for it.
 *
 * <p>Handlers count, and ask for a decision; one thread, the {@link DoorWatch}, looks for doors.
 */
final class GatewayRegion {
  private static final long CONFIRMED_MILLIS = 20_000;
  private static final long USED_MILLIS = 60_000;
  private static final long FIRST_RETRY_MILLIS = 1_000;

  /** Before any time, of which the origin may be in the future. */
  private static final long LONG_AGO = Long.MIN_VALUE / 2;

  private final GuestRegion region;
  private final ByteString name;
  private final Redirects redirects;
  private final LongAdder natural = new LongAdder();
  private final LongAdder marked = new LongAdder();
  private final Map<ServerName, Probe> probes = new HashMap<>();
  private volatile List<ServerName> doors = List.of();
  private volatile boolean open;
  private volatile boolean seen;
  private long lastNatural = LONG_AGO;

  /** When a server is probed next, after so many failures. */
  private record Probe(boolean isDoor, long next, int failures) {}

  GatewayRegion(GuestRegion region, DoorLoads loads) {
    this.region = region;
    this.name = UnsafeByteOperations.unsafeWrap(region.region().getRegionInfo().getRegionName());
    this.redirects = new Redirects(region.server(), loads);
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

  /** Counts operations that arrive here. */
  void count(boolean isNatural, int operations) {
    (isNatural ? natural : marked).add(operations);
    if (isNatural && !seen) {
      seen = true;
    }
  }

  /** The natural operations since the last call. */
  long takeNatural(long now) {
    if (seen) {
      seen = false;
      lastNatural = now;
    }
    return natural.sumThenReset();
  }

  /** Whether natural requests arrived in the last minute. */
  boolean isUsed(long now) {
    return now - lastNatural < USED_MILLIS;
  }

  /** The marked operations since the last call. */
  long takeMarked() {
    return marked.sumThenReset();
  }

  /** Says whether connections are redirected now. */
  void open(boolean toDoors) {
    open = toDoors;
  }

  boolean isOpen() {
    return open;
  }

  /** Whether connections are redirected now, and a door is there to send them to. */
  boolean isRedirecting() {
    return open && !doors.isEmpty();
  }

  /** The decision about a natural request of a client. */
  Decision decide(Peer peer, long now, int operations) {
    if (!open) {
      return new Decision.Keep();
    }
    Optional<ServerName> door = redirects.door(peer, now, operations, doors);
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

  /** Probes the servers whose turn it is. */
  void probe(List<ServerName> servers, long now) {
    probes.keySet().retainAll(servers);
    for (ServerName server : servers) {
      Probe last = probes.getOrDefault(server, new Probe(false, LONG_AGO, 0));
      if (now >= last.next()) {
        probes.put(server, probe(server, now, last));
      }
    }
    List<ServerName> confirmed = new ArrayList<>();
    probes.forEach(
        (server, probe) -> {
          if (probe.isDoor()) {
            confirmed.add(server);
          }
        });
    confirmed.sort(ServerName::compareTo);
    doors = List.copyOf(confirmed);
  }

  private Probe probe(ServerName server, long now, Probe last) {
    try {
      region.probe(server, info());
      return new Probe(true, now + CONFIRMED_MILLIS, 0);
    } catch (IOException | RuntimeException notADoor) {
      DoorWatch.LOG.debug("{} is no door of {}", server, info(), notADoor);
      long wait = Math.min(CONFIRMED_MILLIS, FIRST_RETRY_MILLIS << Math.min(last.failures(), 10));
      return new Probe(false, now + wait, last.failures() + 1);
    }
  }
}
