package io.halite.coprocessor.door;

import io.halite.coprocessor.host.Pins;
import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the guest regions of one request open until their observers have taken it over.
 *
 * <p>A region that closed and opened between the door and HBase could have another observer, or
 * none, and would serve the request as one for its own rows. Once the observer has the request,
 * HBase serves it by the instance that was pinned, and the region may close. So a get or a
 * conditional write that waits for its owner keeps no guest region open. Where several parts name
 * the guest, or have it as their guest, the pins last until the end of the request; so do those of
 * the guests of later parts. Meanwhile each forward of the request has the time of one that holds
 * its own region's lock, and bulk loads wait for the request. For one use by one handler.
 */
final class GuestPins implements Pins, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GuestPins.class);

  private final Map<HRegion, Pin> pinned = new ConcurrentHashMap<>();

  private final Set<ByteString> kept = new HashSet<>();

  /** By identity: HBase's regions of one name are equal, also after one was closed and opened. */
  private final Set<Region> takenOver = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * One pinned region.
   *
   * @param parts how many parts of the request have it as their guest
   * @param end ends the request for the gate of its bulk loads
   */
  private record Pin(GuestRegion guest, int parts, Runnable end) {
    Pin again() {
      return new Pin(guest, parts + 1, end);
    }
  }

  /** Notes that HBase serves a part by this region itself, not as a guest. */
  void keep(ByteString regionName) {
    kept.add(regionName);
  }

  /**
   * Pins a region of {@code table} for one more part; false if it is about to close, or has, or if
   * a bulk load waits for it. Each region is locked once, since a lock can be held 65,535 times,
   * and a client may send more parts.
   */
  boolean pin(GatewayRegion guest, DoorTable table) {
    HRegion region = guest.region().region();
    if (!guest.region().isServing()) {
      return false;
    }
    Pin held = pinned.get(region);
    if (held != null) {
      if (region.isClosing()) {
        return false;
      }
      pinned.put(region, held.again());
    } else if (!lock(guest.region())) {
      return false;
    }
    return table.holds(guest) && guest.region().isServing();
  }

  /** Locks a region, behind the gate that keeps its handlers from waiting for a bulk load. */
  private boolean lock(GuestRegion guest) {
    Optional<Runnable> begun = guest.keepOpen();
    if (begun.isEmpty()) {
      return false;
    }
    HRegion region = guest.region();
    boolean locked = false;
    try {
      region.startRegionOperation();
      locked = true;
    } catch (IOException | RuntimeException closing) {
      LOG.debug("{} cannot serve as a guest", region, closing);
      return false;
    } finally {
      if (!locked) {
        begun.get().run();
      }
    }
    pinned.put(region, new Pin(guest, 1, begun.get()));
    return true;
  }

  @Override
  public void takeOver(Region region) {
    takenOver.add(region);
  }

  /** Whether the region's observer has taken a part of the request over. */
  boolean isTakenOver(GatewayRegion guest) {
    return takenOver.contains(guest.region().region());
  }

  @Override
  public void release(Region region) {
    if (region instanceof HRegion own) {
      Pin pin = pinned.get(own);
      if (pin != null && pin.parts() == 1 && !isKept(own.getRegionInfo())) {
        pinned.remove(own);
        unpin(own, pin);
      }
    }
  }

  /** Whether another part names the region, whose observer cannot tell which part it serves. */
  private boolean isKept(RegionInfo region) {
    return kept.contains(UnsafeByteOperations.unsafeWrap(region.getRegionName()))
        || kept.contains(UnsafeByteOperations.unsafeWrap(region.getEncodedNameAsBytes()));
  }

  @Override
  public boolean isAnyHeld() {
    return !pinned.isEmpty();
  }

  @Override
  public boolean isAnyClosing() {
    return pinned.keySet().stream().anyMatch(HRegion::isClosing);
  }

  @Override
  public boolean isAnyWantedByLoad() {
    return pinned.values().stream().anyMatch(pin -> pin.guest().isWantedByLoad());
  }

  /** Unpins all that are left. */
  @Override
  public void close() {
    pinned.forEach(GuestPins::unpin);
  }

  /**
   * Unpins a region. An observer of another coprocessor may fail then; the request has been served,
   * or will be, so its answer stands.
   */
  private static void unpin(HRegion region, Pin pin) {
    try {
      region.closeRegionOperation();
    } catch (IOException | RuntimeException ofHook) {
      // HBase has released the region before it called the hook, and the other regions wait.
      LOG.warn("a coprocessor of {} failed after a request of a guest", region, ofHook);
    } finally {
      pin.end().run();
    }
  }
}
