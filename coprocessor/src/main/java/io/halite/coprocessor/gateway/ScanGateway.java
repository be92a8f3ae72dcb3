package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.OpenScans;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.owner.ScanTicket;
import io.halite.coprocessor.rights.Judged;
import io.halite.filters.natural.FilterAdmission;
import io.halite.filters.natural.FilterEnd;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.merge.OwnerCounts;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.scan.ScanPlan;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * The scanning side of one gateway region: executes the plan of a natural scan.
 *
 * <p>HBase opens the region's own scanner, whatever a hook returns. The gateway therefore changes
 * the scan so that this scanner reads nothing. Once it is open, the gateway closes it and puts the
 * plan's scanner in its place.
 */
public final class ScanGateway {
  private final ScannedRegion region;
  private final SaltedTable table;
  private final OwnerConnection owners;
  private final Set<String> rowLocalFilters;
  private final PassCosts costs;
  private final FamilyRules families;
  private final ScanRests rests;
  private final IndexGateway indexes;

  /**
   * Makes the gateway of {@code region}.
   *
   * @param rowLocalFilters class names of filters that judge each row by itself, beside HBase's own
   * @param costs what scans in passes may cost
   * @param families how many versions each family keeps, and for how long
   * @param rests keeps what the region has read of scans that clients may resume
   * @param indexes reads by the indexes of the table
   */
  ScanGateway(
      ScannedRegion region,
      Set<String> rowLocalFilters,
      PassCosts costs,
      FamilyRules families,
      ScanRests rests,
      IndexGateway indexes) {
    this.region = region;
    this.table = region.table();
    this.owners = region.owners();
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
            .orElseGet(() -> KeyRange.of(region.info().getStartKey(), region.info().getEndKey()));
    ScanOpenings.Replacement replacement = opening(judged.request(), within);
    readNothing(scan);
    return replacement;
  }

  /** Opens the rows of a scan, which may begin with some that were read before the client came. */
  ScanOpenings.Replacement opening(Scan natural, KeyRange within) throws IOException {
    long readPoint = PackagePrivateFieldAccessor.getMvccReadPoint(natural);
    Optional<ScanRest> rest = rests.find(readPoint);
    Optional<ScanTicket> ticket = ScanTicket.of(readPoint).filter(any -> isInARow(natural));
    if (rest.isEmpty() && ticket.isPresent()) {
      return beginningElsewhere(ticket.get(), natural, within);
    }
    String user = ClientRequest.user();
    Optional<ScanRest.Beginning> known = rest.flatMap(each -> each.of(natural, user, within));
    return known.isPresent()
        ? beginningWith(known.get(), natural, within)
        : replacement(natural, reading(natural, within), within, false, ScanReading::rows);
  }

  /** The scan begins with rows that this server, or the table's directory, has kept of it. */
  private ScanOpenings.Replacement beginningWith(
      ScanRest.Beginning known, Scan natural, KeyRange within) throws IOException {
    return replacement(
        natural,
        reading(behindStart(natural), within),
        within,
        known.complete(),
        (behind, counts, slot) -> {
          region.server().scanMemory().begin(slot.memory(), known.bytes(), ScanRests.RESUMED);
          return firstKnown(known, () -> behind.rows(counts, slot), slot);
        });
  }

  /**
   * Whether the client may have received a part of the row at which it opens the scan. Behind a
   * whole row it opens the scan without the row.
   */
  private static boolean isInARow(Scan natural) {
    return natural.includeStartRow()
        && (natural.getBatch() > 0 || natural.getAllowPartialResults());
  }

  private static Scan behindStart(Scan natural) throws IOException {
    return new Scan(natural).withStartRow(natural.getStartRow(), false);
  }

  /** The scan begins with the row that another server knows, requested at the first read. */
  private ScanOpenings.Replacement beginningElsewhere(
      ScanTicket ticket, Scan natural, KeyRange within) throws IOException {
    ScanReading behind = reading(behindStart(natural), within);
    String user = ClientRequest.user();
    Start start =
        (whole, counts, slot) -> {
          SortedRows all = whole.rows(counts, slot);
          SortedRows others = behind.rows(counts, slot);
          return new LazyRows(
              () ->
                  AwaitedRows.of(
                      owners
                          .scansElsewhere()
                          .find(table.name(), ticket)
                          .thenApply(
                              rest ->
                                  ScanRests.arrived(
                                      rest,
                                      ticket,
                                      known -> known.of(natural, user, within),
                                      slot.memory())),
                      begins ->
                          begins.isPresent()
                              ? firstKnown(begins.get(), () -> others, slot)
                              : afterWait(all)));
        };
    return replacement(natural, reading(natural, within), within, false, start);
  }

  /** The reader still has the permit with which it waited, and reads by an index take their own. */
  private static SortedRows afterWait(SortedRows rows) throws IOException {
    try {
      rows.await(0);
      return rows;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Interrupted.during("waiting for the first row of a scan", e);
    }
  }

  private ScanReading reading(Scan natural, KeyRange within) throws IOException {
    return IndexedScan.isFor(natural)
        ? new IndexedReading(
            IndexedScan.of(natural, within, table), indexes, region.server().openScans())
        : new PlannedReading(
            ScanPlan.of(natural, within, table, rowLocalFilters), table, owners, costs, families);
  }

  /** Lets HBase's own scanner find nothing. */
  private void readNothing(Scan scan) throws IOException {
    PackagePrivateFieldAccessor.setMvccReadPoint(scan, -1);
    scan.setFilter(null);
    scan.setReversed(false);
    scan.withStartRow(region.info().getStartKey(), true);
    scan.withStopRow(nothingAfter(region.info().getStartKey()), false);
    scan.setTimeRange(0, 1);
  }

  /** Leaves what the region has read of its open scans to the region's next server. */
  void handOver() {
    rests.handOver();
  }

  /** Lets go of what the region has read, after {@link #handOver} or without it. */
  void forget() {
    rests.forget();
  }

  /** Says which rows a scan returns. */
  private interface Start {
    SortedRows rows(ScanReading reading, OwnerCounts counts, OpenScans.Slot slot)
        throws IOException;
  }

  private static SortedRows firstKnown(
      ScanRest.Beginning known, LazyRows.Opening others, OpenScans.Slot slot) throws IOException {
    return new FirstRows(
        known.rows(),
        known.complete() ? Optional.empty() : Optional.of(others.open()),
        slot.memory());
  }

  private ScanOpenings.Replacement replacement(
      Scan requested, ScanReading reading, KeyRange within, boolean complete, Start start) {
    return (core, owner) -> {
      core.close();
      ScanLimits limits = limits(reading, within);
      ResumableScan scan =
          new ResumableScan(rests, rests.ticket(), ClientRequest.user(), within, requested);
      OpenScans.Slot slot = reading.slot(scan.user(), complete);
      try {
        OwnerCounts counts =
            new OwnerCounts(scan.hasQueryMetrics() || ClientRequest.current().scan().wantsCounts());
        SortedRows rows = start.rows(reading, counts, slot);
        ScanCounts shown = new ScanCounts(counts, reading.givesWhatItReads());
        return new MergedRegionScanner(region, limits, rows, shown, owner, slot, scan);
      } catch (IOException | RuntimeException | Error e) {
        slot.close();
        throw e;
      }
    };
  }

  private ScanLimits limits(ScanReading reading, KeyRange within) {
    Scan natural = reading.natural();
    Optional<Filter> filter = Optional.ofNullable(natural.getFilter());
    boolean cutsRows = takesPieces(natural) && filter.filter(Filter::hasFilterRow).isEmpty();
    boolean cuts = cutsRows || natural.getBatch() > 0;
    return new ScanLimits(
        natural.getBatch(),
        natural.getMaxResultSize(),
        new ScanLimits.Cuts(
            cutsRows, cuts && filter.filter(FilterAdmission::dropsCells).isPresent()),
        reading.pageRows(),
        FilterEnd.of(natural).filter(end -> isIn(within, end)).isPresent(),
        new ScanOrder(reading.range(), natural.isReversed()));
  }

  /**
   * Whether an answer may end at any cell of a row: for a client that takes pieces of rows, or that
   * makes cursors of them. Where it puts pieces together to batches, it may count a row twice, and
   * end a limited scan too early.
   */
  private static boolean takesPieces(Scan natural) {
    return natural.getAllowPartialResults()
        || (natural.isNeedCursorResult() && natural.getBatch() <= 0);
  }

  /** Whether every key behind the region is one from {@code end} on. */
  private static boolean isIn(KeyRange within, byte[] end) {
    return within.stop().length > 0 && KeyBytes.compare(end, within.stop()) <= 0;
  }

  private static byte[] nothingAfter(byte[] row) {
    return Arrays.copyOf(row, row.length + 1);
  }
}
