package io.halite.coprocessor;

import io.halite.coprocessor.door.GuestGet;
import io.halite.coprocessor.gateway.RegionGateways;
import io.halite.coprocessor.gateway.ScanOpenings;
import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.FormerRegions;
import io.halite.coprocessor.host.ServerPeers;
import io.halite.coprocessor.host.StoredCells;
import io.halite.coprocessor.operate.CountedScans;
import io.halite.coprocessor.operate.RegionOperations;
import io.halite.coprocessor.operate.StoredDelete;
import io.halite.coprocessor.operate.StoredScan;
import io.halite.coprocessor.owner.ServedRegions;
import io.halite.coprocessor.replication.ReplicatedFamilies;
import io.halite.coprocessor.rights.RegionRights;
import io.halite.coprocessor.table.RegionSettings;
import io.halite.coprocessor.table.UnsaltedRowCheck;
import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.RegionHandler;
import io.halite.routing.table.Conditions;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.Region.Operation;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALKey;

/**
 * A region of a salted table: the gateway of natural requests and the owner of marked ones.
 *
 * <p>Under {@code salt=hash(*) % 16} a put of {@code 41 54 4C} is forwarded as a marked put of
 * {@code 0C·41 54 4C}; the region that covers {@code 0C·41 54 4C} applies it in place. Thread-safe.
 */
final class SaltedRegion implements RegionRole {
  private final RegionCoprocessorEnvironment env;
  private final SaltedTable table;
  private final RegionRights rights;
  private final RegionGateways gateways;
  private final GatewayRequests natural;
  private final OwnerRequests marked;
  private final ScanOpenings openings = new ScanOpenings();
  private final ReplicatedFamilies replicated;
  private final DoorEntry guest;
  private final Owner owner = new Owner();
  private final CountedScans counted;
  private volatile Optional<UnsaltedRowCheck.Objection> objection = Optional.empty();

  SaltedRegion(RegionCoprocessorEnvironment env, SaltedTable table) {
    this.env = env;
    this.table = table;
    this.rights = RegionRights.of(env, table);
    this.replicated =
        new ReplicatedFamilies(
            table,
            env.getRegion().getTableDescriptor(),
            new ServerPeers(Optional.ofNullable(env.getOnlineRegions())),
            RegionSettings.of(env).site());
    this.gateways = RegionGateways.open(table, env);
    this.natural = new GatewayRequests(gateways, rights);
    this.counted = new CountedScans(env);
    this.marked = new OwnerRequests(table, gateways, rights, counted);
    this.guest = new DoorEntry(env, table, gateways, rights);
  }

  /** The region as an owner that may hold no row of an image. */
  private final class Owner implements ServedRegions.Served {
    @Override
    public KeyRange rows() {
      RegionInfo region = env.getRegionInfo();
      return KeyRange.of(region.getStartKey(), region.getEndKey());
    }

    @Override
    public long fingerprint() {
      return table.spec().fingerprint();
    }

    @Override
    public boolean isVacant(KeyRange part) throws IOException {
      requireServable();
      return StoredCells.areNone((HRegion) env.getRegion(), part);
    }
  }

  /**
   * Refuses every request while the region holds an unsalted row, or while a coprocessor that
   * decides about rights is missing.
   */
  private void requireServable() throws DoNotRetryIOException {
    Optional<UnsaltedRowCheck.Objection> unsalted = objection;
    if (unsalted.isPresent()) {
      throw new DoNotRetryIOException(unsalted.get().toClients() + " (" + table + ")");
    }
    rights.requireGuards();
  }

  @Override
  public RegionCoprocessorEnvironment env() {
    return env;
  }

  @Override
  public void opened() throws IOException {
    gateways.nonces().takeOver(() -> FormerRegions.of((HRegion) env.getRegion()));
    objection = UnsaltedRowCheck.objection(table, env.getRegion(), RegionSettings.of(env).site());
    natural.counted().opened(env.getRegion());
    if (objection.isEmpty()) {
      gateways.served().entered(table, owner);
      guest.enter();
    }
  }

  @Override
  public void starting(Operation operation) {
    gateways.nonces().trim();
  }

  @Override
  public void closing() {
    gateways.served().left(table.name(), owner);
    guest.leave();
  }

  @Override
  public boolean showsSpec(String text) {
    return RegionRole.shows(table, text);
  }

  @Override
  public boolean write(Mutation mutation, Optional<User> caller) throws IOException {
    requireServable();
    replicated.requirePeers();
    if (mutation instanceof StoredDelete) {
      return false;
    }
    if (Mark.isOn(mutation)) {
      marked.write(mutation, caller);
      return false;
    }
    natural.write(mutation, caller);
    return true;
  }

  /** A write of a natural key gets here only if an observer has bypassed {@link #write}. */
  @Override
  public void applying(Mutation mutation) throws DoNotRetryIOException {
    if (!Mark.isOn(mutation)) {
      throw BypassedRequest.refusal(mutation);
    }
    table.verify(mutation, mutation.getRow());
  }

  @Override
  public void applying(MiniBatchOperationInProgress<Mutation> batch, Optional<User> caller)
      throws DoNotRetryIOException {
    marked.applying(batch, caller);
  }

  @Override
  public void applied(MiniBatchOperationInProgress<Mutation> batch) {
    marked.applied(batch);
  }

  @Override
  public void flush(MiniBatchOperationInProgress<Mutation> batch, boolean applied)
      throws IOException {
    marked.ended(batch, applied);
    gateways.writes().flush(batch);
  }

  @Override
  public void logging(WALKey key, WALEdit edit) throws DoNotRetryIOException {
    gateways.nonces().logging(key);
    gateways.conditions().logging(key, edit);
    replicated.mark(key, edit);
  }

  @Override
  public void restored(WALKey key) throws IOException {
    gateways.nonces().restored(key);
    gateways.conditions().restored(key);
  }

  @Override
  public Optional<CheckAndMutateResult> check(CheckAndMutate check, Optional<User> caller)
      throws IOException {
    // First: whatever refuses it, the next one of the row must not take its nonce.
    ClientRequest.current()
        .conditionBegins(
            env.getRegionInfo().getRegionName(), check.getRow(), Conditions.isComputed(check));
    requireServable();
    replicated.requirePeers();
    return table.areMarked(Conditions.mutations(check))
        ? marked.check(check, caller)
        : Optional.of(natural.check(check, caller));
  }

  @Override
  public Optional<CheckAndMutateResult> locked(CheckAndMutate check, Optional<User> caller)
      throws IOException {
    if (!table.areMarked(Conditions.mutations(check))) {
      throw BypassedRequest.refusal(check);
    }
    return marked.locked(check, caller);
  }

  @Override
  public CheckAndMutateResult decided(CheckAndMutate check, CheckAndMutateResult answer)
      throws IOException {
    return marked.decided(check, answer);
  }

  @Override
  public boolean get(Get get, List<Cell> cells, Optional<User> caller) throws IOException {
    requireServable();
    if (Mark.isOn(get)) {
      marked.get(get, caller);
      return false;
    }
    natural.get(GuestGet.natural(get), cells, caller);
    return true;
  }

  @Override
  public void beforeOpening(Scan scan, Optional<User> caller) throws IOException {
    if (scan instanceof StoredScan) {
      return;
    }
    requireServable();
    openings.before(
        scan,
        Mark.isOn(scan) ? marked.beforeOpening(scan, caller) : natural.beforeOpening(scan, caller));
  }

  @Override
  public RegionScanner afterOpening(Scan scan, RegionScanner scanner, Optional<User> caller)
      throws IOException {
    RegionScanner opened = openings.after(scan, scanner, rights.opener(caller, this::shown));
    gateways.takeOver();
    return opened;
  }

  @Override
  public void bulkLoad(List<Pair<byte[], String>> familyPaths, Optional<User> caller)
      throws IOException {
    requireServable();
    replicated.requireLoadable(ClientRequest.current().loadsReplicatedFiles());
    // HBase's SecureBulkLoadManager determines the user that loads the files in the same way.
    gateways.files().check(familyPaths, caller.orElse(User.getCurrent()));
    gateways.loading(familyPaths);
  }

  @Override
  public void bulkLoaded() {
    gateways.loaded();
  }

  @Override
  public void endpoint(String service) throws DoNotRetryIOException {
    ForeignEndpoints.requireAllowed(service, env);
  }

  /** The facts and walks of the region, also while it refuses requests for an unsalted row. */
  @Override
  public RegionHandler operations() throws DoNotRetryIOException {
    rights.requireGuards();
    return new RegionOperations(
        env,
        table,
        natural.counted(),
        counted,
        gateways.served(),
        () -> objection.map(UnsaltedRowCheck.Objection::toOperators));
  }

  @Override
  public void close() throws IOException {
    closing();
    gateways.close();
  }
}
