package io.halite.coprocessor;

import io.halite.coprocessor.door.Door;
import io.halite.coprocessor.door.DoorLoad;
import io.halite.coprocessor.door.DoorRpcServer;
import io.halite.coprocessor.door.GuestRegion;
import io.halite.coprocessor.door.LoadReport;
import io.halite.coprocessor.gateway.RegionGateways;
import io.halite.coprocessor.host.HeldWrites;
import io.halite.coprocessor.owner.ScanTicket;
import io.halite.coprocessor.rights.RegionRights;
import io.halite.coprocessor.table.TableDoors;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A salted region's entry at the door of its server, if the server has one. Thread-safe.
 *
 * <p>These regions redirect no connection, and serve no request as a guest:
 *
 * <ul>
 *   <li>those of a table that sets {@code halite.doors}: {@code off} is the only right value, and
 *       any other one counts as {@code off};
 *   <li>replicas other than the default one;
 *   <li>those of a table with a multi-place salt: one clock has to set the times of a row's cells,
 *       or a delete at one door would not hide what another door had written before;
 *   <li>those with an observer before Halite's, other than the security coprocessors of HBase and
 *       Apache Ranger: of a get through a guest, it would see another row than the one that is
 *       read.
 * </ul>
 */
final class DoorEntry implements GuestRegion {
  private static final Logger LOG = LoggerFactory.getLogger(DoorEntry.class);

  private final RegionCoprocessorEnvironment env;
  private final SaltedTable table;
  private final RegionGateways gateways;
  private final RegionRights rights;

  /** Whether no such observer is before Halite's; unknown until HBase calls this one. */
  private volatile Optional<Boolean> alone = Optional.empty();

  DoorEntry(
      RegionCoprocessorEnvironment env,
      SaltedTable table,
      RegionGateways gateways,
      RegionRights rights) {
    this.env = env;
    this.table = table;
    this.gateways = gateways;
    this.rights = rights;
  }

  void enter() {
    Optional<Door> door = DoorRpcServer.doorOf(env.getOnlineRegions());
    if (door.isPresent() && mayEnter()) {
      door.get().opened(this);
      door.get().counts().showIn(env.getMetricRegistryForRegionServer());
    }
  }

  void leave() {
    DoorRpcServer.doorOf(env.getOnlineRegions()).ifPresent(door -> door.closing(this));
  }

  private boolean mayEnter() {
    TableDescriptor descriptor = env.getRegion().getTableDescriptor();
    TableDoors.objection(descriptor, Optional.of(table)).ifPresent(LOG::warn);
    if (TableDoors.areOff(descriptor) || env.getRegionInfo().getReplicaId() != 0) {
      return false;
    }
    if (!table.salt().isSinglePlace()) {
      LOG.info(
          "{} has no doors, since a row has several places, whose times one server has to set",
          env.getRegionInfo());
      return false;
    }
    // While HBase loads the observer into an open region, that region names the former ones.
    return !isObserved() || mayHaveDoors();
  }

  @Override
  public HRegion region() {
    return (HRegion) env.getRegion();
  }

  @Override
  public boolean isServing() {
    HRegion region = region();
    return env.getOnlineRegions().getRegion(env.getRegionInfo().getEncodedName()) == region
        && !gateways.isLoading()
        && isObserved()
        && isGuarded()
        && mayHaveDoors();
  }

  @Override
  public boolean mayHaveDoors() {
    if (alone.isEmpty() && isObserved()) {
      alone = Optional.of(isAlone());
    }
    return alone.orElse(false);
  }

  private boolean isAlone() {
    try {
      Optional<String> stranger = rights.strangerAhead();
      stranger.ifPresent(
          name ->
              LOG.info("{} has no doors, since {} runs before Halite", env.getRegionInfo(), name));
      return stranger.isEmpty();
    } catch (DoNotRetryIOException e) {
      LOG.warn("{} has no doors", env.getRegionInfo(), e);
      return false;
    }
  }

  /** Whether the observer does not refuse every request, since a security coprocessor is amiss. */
  private boolean isGuarded() {
    try {
      rights.requireGuards();
      return true;
    } catch (DoNotRetryIOException e) {
      return false;
    }
  }

  @Override
  public boolean isObserved() {
    String observer = env.getInstance().getClass().getName();
    return region().getCoprocessorHost().findCoprocessor(observer) == env.getInstance();
  }

  @Override
  public Optional<Runnable> keepOpen() {
    return gateways.keepOpen();
  }

  @Override
  public boolean isWantedByLoad() {
    return gateways.isWantedByLoad();
  }

  @Override
  public boolean isFull() {
    HRegion region = region();
    return region.getMemStoreHeapSize() + region.getMemStoreOffHeapSize()
        > region.getMemStoreFlushSize();
  }

  @Override
  public boolean holdsWrites() {
    return HeldWrites.on(env.getOnlineRegions());
  }

  @Override
  public boolean knowsScan(long readPoint) {
    Optional<ScanTicket> ticket = ScanTicket.of(readPoint);
    return ticket.isPresent() && gateways.served().scans().knows(table.name(), ticket.get());
  }

  @Override
  public ServerName server() {
    return env.getServerName();
  }

  @Override
  public List<HRegionLocation> locations() throws IOException {
    Connection server = env.getConnection();
    try (RegionLocator regions = server.getRegionLocator(env.getRegionInfo().getTable())) {
      return regions.getAllRegionLocations();
    }
  }

  @Override
  public Optional<DoorLoad> probe(ServerName server, RegionInfo gateway) throws IOException {
    return LoadReport.of(gateways.probe(server, gateway, LoadReport.asking()));
  }
}
