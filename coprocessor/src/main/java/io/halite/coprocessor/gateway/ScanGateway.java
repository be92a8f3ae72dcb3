package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.owner.OpenScans;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.rights.Judged;
import io.halite.coprocessor.rights.ScannerOwner;
import io.halite.keys.KeyRange;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.merge.OwnerCounts;
import io.halite.routing.merge.Rounds;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.scan.Fetching;
import io.halite.routing.scan.JoinedPlan;
import io.halite.routing.scan.MergedPlan;
import io.halite.routing.scan.PassedPlan;
import io.halite.routing.scan.ScanPlan;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * The scanning side of one gateway region: executes the plan of a natural scan.
 *
 * <p>HBase opens the region's own scanner, whatever a hook returns. The gateway therefore changes
 * the scan so that this scanner reads nothing. Once it is open, the gateway closes it and puts the
 * plan's scanner in its place.
 */
public final class ScanGateway {
  /** HBase closes the scan of a client that is gone earlier, by its lease. */
  private static final Rounds ROUNDS = Rounds.of(300, TimeUnit.MINUTES.toMillis(10));

  private final RegionInfo region;
  private final SaltedTable table;
  private final OwnerConnection owners;
  private final LockHold lock;
  private final Set<String> rowLocalFilters;
  private final PassCosts costs;
  private final FamilyRules families;
  private final ScanRests rests;
  private final IndexLookup indexes;

  /**
   * Makes the gateway of {@code region}.
   *
   * @param lock how long a call may hold the region's lock
   * @param rowLocalFilters class names of filters that judge each row by itself, beside HBase's own
   * @param costs what scans in passes may cost
   * @param families how many versions each family keeps, and for how long
   * @param rests keeps what the region has read of scans that clients may resume
   * @param indexes reads by the indexes of the table
   */
  ScanGateway(
      RegionInfo region,
      SaltedTable table,
      OwnerConnection owners,
      LockHold lock,
      Set<String> rowLocalFilters,
      PassCosts costs,
      FamilyRules families,
      ScanRests rests,
      IndexLookup indexes) {
    this.region = region;
    this.table = table;
    this.owners = owners;
    this.lock = lock;
    this.rowLocalFilters = rowLocalFilters;
    this.costs = costs;
    this.families = families;
    this.rests = rests;
    this.indexes = indexes;
  }

  /**
   * Plans a natural scan, and changes HBase's scan so that it reads nothing.
   *
   * @param scan the scan with which HBase opens the region's own scanner
   * @param judged a copy of it, which the plan answers
   * @return opens the plan's scanner, after HBase has opened its own
   */
  public ScanOpenings.Replacement prepare(Scan scan, Judged<Scan> judged) throws IOException {
    KeyRange within =
        ClientRequest.current()
            .takeGatewayRange()
            .orElseGet(() -> KeyRange.of(region.getStartKey(), region.getEndKey()));
    Scan natural = judged.request();
    Optional<ScanRest.Beginning> beginning = beginning(natural, within);
    if (beginning.isPresent()) {
      natural = new Scan(natural).withStartRow(natural.getStartRow(), false);
    }
    ScanOpenings.Replacement replacement =
        IndexedScan.isFor(natural)
            ? byIndex(IndexedScan.of(natural, within, table), within, beginning)
            : planned(natural, within, beginning);
    readNothing(scan);
    return replacement;
  }

  private ScanOpenings.Replacement planned(
      Scan natural, KeyRange within, Optional<ScanRest.Beginning> beginning) throws IOException {
    ScanPlan plan = ScanPlan.of(natural, within, table, rowLocalFilters);
    return (core, owner) -> open(plan, within, beginning, core, owner);
  }

  private ScanOpenings.Replacement byIndex(
      IndexedScan scan, KeyRange within, Optional<ScanRest.Beginning> beginning) {
    return (core, owner) -> {
      core.close();
      ScanLimits limits = limits(scan.natural(), 0, within, scan.range());
      OpenScans.Slot slot = owners.openScans().open(limits.user(), 0, false, 0);
      RowsOpening opening = () -> indexes.rows(scan, slot.memory());
      return scanner(limits, beginning, opening, new OwnerCounts(), owner, slot);
    };
  }

  /** Lets HBase's own scanner find nothing. */
  private void readNothing(Scan scan) throws IOException {
    PackagePrivateFieldAccessor.setMvccReadPoint(scan, -1);
    scan.setFilter(null);
    scan.setReversed(false);
    scan.withStartRow(region.getStartKey(), true);
    scan.withStopRow(nothingAfter(region.getStartKey()), false);
    scan.setTimeRange(0, 1);
  }

  /** The rows with which a resumed scan begins; empty for every other scan. */
  private Optional<ScanRest.Beginning> beginning(Scan natural, KeyRange within) {
    return rests
        .find(PackagePrivateFieldAccessor.getMvccReadPoint(natural))
        .flatMap(rest -> rest.of(natural, ClientRequest.user(), within));
  }

  /** Leaves what the region has read of its open scans to the region's next server. */
  void handOver() {
    rests.handOver();
  }

  private RegionScanner open(
      ScanPlan plan,
      KeyRange within,
      Optional<ScanRest.Beginning> beginning,
      RegionScanner core,
      ScannerOwner owner)
      throws IOException {
    core.close();
    ScanLimits limits =
        limits(
            plan.natural().scan(),
            plan.natural().pageRows().orElse(0),
            within,
            plan.natural().range());
    boolean known = beginning.map(ScanRest.Beginning::complete).orElse(false);
    OpenScans.Slot slot =
        owners
            .openScans()
            .open(
                limits.user(),
                known ? 0 : bytesAhead(plan),
                plan instanceof PassedPlan,
                known ? 0 : bytesOfCopies(plan));
    OwnerCounts counts = new OwnerCounts();
    return scanner(limits, beginning, () -> rows(plan, counts, slot), counts, owner, slot);
  }

  private ScanLimits limits(Scan natural, long pageRows, KeyRange within, KeyRange range) {
    return new ScanLimits(
        natural.getBatch(),
        natural.getMaxResultSize(),
        natural.getAllowPartialResults()
            && (!natural.hasFilter() || !natural.getFilter().hasFilterRow()),
        rests.ticket(),
        pageRows,
        within,
        range,
        natural.isReversed(),
        ClientRequest.user());
  }

  /** Opens rows, which may be read at the first poll only. */
  private interface RowsOpening {
    SortedRows open() throws IOException;
  }

  /** A scanner of rows; if it resumes another one, of those first that this had read. */
  private RegionScanner scanner(
      ScanLimits limits,
      Optional<ScanRest.Beginning> beginning,
      RowsOpening opening,
      OwnerCounts counts,
      ScannerOwner owner,
      OpenScans.Slot slot)
      throws IOException {
    try {
      SortedRows rows = beginning.isEmpty() ? opening.open() : resumed(opening, beginning.get());
      return new MergedRegionScanner(
          region, table, limits, rows, counts, owners, lock, owner, slot, rests);
    } catch (IOException | RuntimeException | LinkageError e) {
      slot.close();
      throw e;
    }
  }

  private static SortedRows resumed(RowsOpening opening, ScanRest.Beginning beginning)
      throws IOException {
    return new FirstRows(
        beginning.rows(), beginning.complete() ? Optional.empty() : Optional.of(opening.open()));
  }

  /** What a scan reads ahead, and what it keeps of a pass. */
  private long bytesAhead(ScanPlan plan) {
    return plan instanceof PassedPlan
        ? costs.limits().readAhead() + costs.limits().bytes()
        : bytesAhead(plan, plan.images());
  }

  /** What the copies of a scan to all its images hold until they are sent. */
  private long bytesOfCopies(ScanPlan plan) throws IOException {
    Scan natural = plan.natural().scan();
    int copies = plan.images().size();
    return plan instanceof JoinedPlan
        ? owners.copyLimit().checkWithoutFilter(natural, copies, table)
        : owners.copyLimit().check(natural, copies, table);
  }

  private static long bytesAhead(ScanPlan plan, List<KeyRange> images) {
    return images.size() * StoredReads.readAheadBytes(plan.natural().scan(), images.size());
  }

  /** Returns the rows of a plan, which sends its stored scans at the first read. */
  private SortedRows rows(ScanPlan plan, OwnerCounts counts, OpenScans.Slot slot)
      throws IOException {
    Scan natural = plan.natural().scan();
    ClientRequest request = ClientRequest.current();
    Fetching fetching =
        new Fetching(
            owners.scans(table.name()),
            request.scanLimit(),
            request.scanCaching(),
            owners.permits().forwardPriority(),
            ROUNDS,
            counts,
            slot.memory(),
            true,
            Math.max(0, natural.getBatch()),
            () -> {});
    if (plan instanceof JoinedPlan joined) {
      return occupied(
          plan,
          slot,
          images ->
              new JoinedPlan(joined.natural(), images)
                  .open(fetching, families, EnvironmentEdgeManager::currentTime));
    }
    return plan instanceof PassedPlan passed
        ? new LazyRows(() -> passed.open(fetching, costs.limits(), costs))
        : occupied(plan, slot, images -> new MergedPlan(plan.natural(), images).open(fetching));
  }

  /** Returns the rows of the images in which rows may lie, which it finds out at the first read. */
  private SortedRows occupied(ScanPlan plan, OpenScans.Slot slot, OccupiedRows.Opening opening) {
    MemoryAccount.Share memory = slot.memory();
    OccupiedRows.Opening withLess =
        images -> {
          memory.reserve(Math.min(memory.reserved(), bytesAhead(plan, images)));
          SortedRows rows = opening.open(images);
          slot.sent();
          return rows;
        };
    return new LazyRows(
        () ->
            OccupiedRows.of(
                owners
                    .vacantImages()
                    .occupied(table, plan.images(), plan.natural().scan().hasFilter()),
                withLess));
  }

  private static byte[] nothingAfter(byte[] row) {
    return Arrays.copyOf(row, row.length + 1);
  }
}
