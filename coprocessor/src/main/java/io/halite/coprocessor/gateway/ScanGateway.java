package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.OpenScans;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.rights.Judged;
import io.halite.coprocessor.rights.ScannerOwner;
import io.halite.filters.natural.FilterAdmission;
import io.halite.keys.KeyRange;
import io.halite.keys.ScanMode;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.merge.JoinedRows;
import io.halite.routing.merge.MergedScan;
import io.halite.routing.merge.PassedScan;
import io.halite.routing.merge.PlainReading;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.scan.Narrowing;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * The scanning side of one gateway region.
 *
 * <p>HBase opens the region's own scanner whatever a hook says. So the natural scan is put aside
 * and that scanner is given nothing to read; after it is open it is closed and replaced.
 */
public final class ScanGateway {
  /** Some ten minutes: a client whose lease has run out closes the scan before. */
  private static final int ROUNDS = 300;

  /** The natural scan between the two hooks of its opening, on one thread. */
  private static final ThreadLocal<Opening> OPENING = new ThreadLocal<>();

  private record Opening(Scan core, Scan natural, Narrowing narrowing) {}

  private final RegionInfo region;
  private final SaltedTable table;
  private final OwnerConnection owners;
  private final BooleanSupplier closing;
  private final Set<String> rowLocalFilters;
  private final PassCosts costs;
  private final FamilyRules families;

  /**
   * A gateway of {@code region}.
   *
   * @param rowLocalFilters class names of filters that judge each row by itself, beside HBase's own
   * @param costs what scans in passes may cost
   * @param families what rows that lie in many places are read by
   */
  public ScanGateway(
      RegionInfo region,
      SaltedTable table,
      OwnerConnection owners,
      BooleanSupplier closing,
      Set<String> rowLocalFilters,
      PassCosts costs,
      FamilyRules families) {
    this.region = region;
    this.table = table;
    this.owners = owners;
    this.closing = closing;
    this.rowLocalFilters = rowLocalFilters;
    this.costs = costs;
    this.families = families;
  }

  /**
   * Puts the natural scan aside and leaves one that reads nothing.
   *
   * @param scan what HBase opens the region's own scanner with
   * @param judged a copy of it, which is answered
   */
  public void prepare(Scan scan, Judged<Scan> judged) throws IOException {
    OPENING.remove();
    Scan natural = judged.request();
    admission(natural).require();
    Optional<LatestAttribute> latest = LatestAttribute.of(natural, table);
    if (latest.isPresent()) {
      latest.get().requireNoPage(admission(natural).pageLimit().isPresent());
    }
    Narrowing narrowing = Narrowing.of(natural, table);
    narrowing.narrow(natural);
    requireOrder(natural, latest);
    OPENING.set(new Opening(scan, natural, narrowing));
    scan.setFilter(null);
    scan.setReversed(false);
    scan.withStartRow(region.getStartKey(), true);
    scan.withStopRow(nothingAfter(region.getStartKey()), false);
    scan.setTimeRange(0, 1);
  }

  /** Refuses a scan of scattered rows that cannot, or must not, be answered by passes. */
  private void requireOrder(Scan natural, Optional<LatestAttribute> latest)
      throws DoNotRetryIOException {
    if (latest.isPresent() && !table.salt().isSinglePlace()) {
      throw table.multiPlaceWrites().needsSinglePlace(LatestAttribute.ATTRIBUTE);
    }
    boolean pinned = table.spec().scanMode() == ScanMode.PINNED;
    boolean refused =
        latest.isPresent()
            ? !table.salt().keepsNaturalOrder(stored(natural, latest))
            : pinned && !table.salt().keepsNaturalOrder(StoredReads.range(natural));
    if (refused) {
      throw new DoNotRetryIOException(
          (latest.isPresent()
                  ? LatestAttribute.ATTRIBUTE + " needs the rows of a key in natural order"
                  : "scan=pinned refuses scans of rows that the salt has scattered")
              + ": "
              + PassSource.advice(table)
              + " ("
              + table
              + ")");
    }
  }

  /** Replaces the region's own scanner by the merged one. */
  public RegionScanner open(Scan scan, RegionScanner core, ScannerOwner owner) throws IOException {
    Opening opening = OPENING.get();
    OPENING.remove();
    if (opening == null || opening.core() != scan) {
      throw new DoNotRetryIOException("a scan was opened without its preparation: " + table);
    }
    Scan natural = opening.natural();
    core.close();
    Optional<LatestAttribute> latest = LatestAttribute.of(natural, table);
    ScanLimits limits =
        new ScanLimits(
            natural.getBatch(),
            natural.getMaxResultSize(),
            core.getMvccReadPoint(),
            admission(natural).pageLimit().orElse(0),
            latest.map(form -> form.cut(range(natural).start())).orElse(null));
    OpenScans.Place place = owners.openScans().open(ClientRequest.user());
    try {
      SortedRows rows = merge(natural, opening.narrowing(), latest);
      return new MergedRegionScanner(region, table, limits, rows, owners, closing, owner, place);
    } catch (IOException | RuntimeException | LinkageError e) {
      place.close();
      throw e;
    }
  }

  private FilterAdmission admission(Scan natural) {
    return table.salt().isSinglePlace()
        ? FilterAdmission.ofScan(natural, rowLocalFilters)
        : FilterAdmission.ofRow(natural.getFilter());
  }

  private SortedRows merge(Scan natural, Narrowing narrowing, Optional<LatestAttribute> latest)
      throws IOException {
    ClientRequest request = ClientRequest.current();
    KeyRange range = stored(natural, latest);
    if (!table.salt().keepsNaturalOrder(range)) {
      return passes(natural, range, request);
    }
    if (!table.salt().isSinglePlace()) {
      // Behind a suffix one image holds a row several times.
      boolean limited =
          table.salt().isPrefix()
              && natural.getFilter() == null
              && natural.getRowOffsetPerColumnFamily() == 0
              && !families.mayHide();
      int limit = limited ? request.scanLimit() : 0;
      List<KeyRange> images = table.salt().images(range);
      owners.copyLimit().checkWithoutFilter(natural, images.size(), table);
      return new JoinedRows(
          merge(() -> table.reads().copiesForJoin(natural, images, limit), natural, request),
          table.results(),
          new PlainReading(natural, families, EnvironmentEdgeManager::currentTime));
    }
    List<KeyRange> images =
        latest.isPresent() ? table.salt().images(range) : narrowing.images(range);
    owners.copyLimit().check(natural, images.size(), table);
    // A bucket's rows may be cut again: those of one key here, those before the start too.
    int rows = latest.isPresent() ? 0 : request.scanLimit();
    return merge(() -> table.reads().copies(natural, images, rows), natural, request);
  }

  /** The scans of the images of one natural scan. */
  private interface Copies {
    List<Scan> make() throws IOException;
  }

  private SortedRows merge(Copies copies, Scan natural, ClientRequest request) throws IOException {
    AsyncTable<AdvancedScanResultConsumer> stored = owners.scans(table.name());
    int caching = request.scanCaching();
    return new LazyRows(
        () -> {
          List<Scan> scans = copies.make();
          long readAhead = StoredReads.readAheadBytes(natural, scans.size());
          for (Scan scan : scans) {
            scan.setMaxResultSize(readAhead);
            if (caching > 0) {
              scan.setCaching(caching);
            }
            scan.setPriority(owners.permits().forwardPriority());
          }
          return MergedScan.open(stored, scans, table.salt().prefixWidth(), readAhead, ROUNDS);
        });
  }

  private SortedRows passes(Scan natural, KeyRange range, ClientRequest request)
      throws IOException {
    owners.copyLimit().check(natural, table.salt().images(range).size(), table);
    long page = admission(natural).pageLimit().orElse(0);
    long limit = request.scanLimit();
    long wanted = page > 0 && limit > 0 ? Math.min(page, limit) : Math.max(page, limit);
    AsyncTable<AdvancedScanResultConsumer> stored = owners.scans(table.name());
    int priority = owners.permits().forwardPriority();
    return new LazyRows(
        () ->
            PassedScan.open(
                stored,
                new PassSource(table, natural, wanted, costs, priority),
                table.salt(),
                range,
                table.spec().scanMode() == ScanMode.PASSES
                    ? costs.limits().unbounded()
                    : costs.limits(),
                ROUNDS));
  }

  /** The range that is read: newest rows are counted from the beginning of their key. */
  private KeyRange stored(Scan natural, Optional<LatestAttribute> latest) {
    return latest.map(form -> form.widened(range(natural))).orElseGet(() -> range(natural));
  }

  /** What of the scan's range lies in this region: other regions answer for the rest. */
  private KeyRange range(Scan natural) {
    return StoredReads.range(natural)
        .intersect(KeyRange.of(region.getStartKey(), region.getEndKey()));
  }

  private static byte[] nothingAfter(byte[] row) {
    return Arrays.copyOf(row, row.length + 1);
  }
}
