package io.halite.coprocessor.scan;

import io.halite.client.merge.MergedScan;
import io.halite.client.route.StoredReads;
import io.halite.client.table.SaltedTable;
import io.halite.client.table.WhereClause;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.rpc.ClientRequest;
import io.halite.filters.natural.FilterAdmission;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * The scanning side of one gateway region.
 *
 * <p>HBase opens the region's own scanner whatever a hook says. So the natural scan is put aside
 * and that scanner is given nothing to read; after it is open it is closed and replaced.
 */
public final class ScanGateway {
  /** The natural scan between the two hooks of its opening, on one thread. */
  private static final ThreadLocal<Opening> OPENING = new ThreadLocal<>();

  private record Opening(Scan core, Scan natural) {}

  private final RegionInfo region;
  private final SaltedTable table;
  private final OwnerConnection owners;
  private final BooleanSupplier closing;
  private final Set<String> rowLocalFilters;

  /**
   * A gateway of {@code region}.
   *
   * @param rowLocalFilters class names of filters that judge each row by itself, beside HBase's own
   */
  public ScanGateway(
      RegionInfo region,
      SaltedTable table,
      OwnerConnection owners,
      BooleanSupplier closing,
      Set<String> rowLocalFilters) {
    this.region = region;
    this.table = table;
    this.owners = owners;
    this.closing = closing;
    this.rowLocalFilters = rowLocalFilters;
  }

  /** Puts the natural scan aside and leaves one that reads nothing. */
  public void prepare(Scan scan) throws IOException {
    OPENING.remove();
    Scan natural = new Scan(scan);
    admission(natural).require();
    Optional<LatestForm> latest = LatestForm.of(natural, table);
    if (latest.isPresent()) {
      latest.get().requireNoPage(admission(natural).pageLimit().isPresent());
    }
    WhereClause.narrow(natural, table);
    OPENING.set(new Opening(scan, natural));
    scan.setFilter(null);
    scan.setReversed(false);
    scan.withStartRow(region.getStartKey(), true);
    scan.withStopRow(nothingAfter(region.getStartKey()), false);
    scan.setTimeRange(0, 1);
  }

  /** Replaces the region's own scanner by the merged one. */
  public RegionScanner open(Scan scan, RegionScanner core) throws IOException {
    Opening opening = OPENING.get();
    OPENING.remove();
    if (opening == null || opening.core() != scan) {
      throw new DoNotRetryIOException("a scan was opened without its preparation: " + table);
    }
    Scan natural = opening.natural();
    core.close();
    Optional<LatestForm> latest = LatestForm.of(natural, table);
    ScanLimits limits =
        new ScanLimits(
            natural.getBatch(),
            natural.getMaxResultSize(),
            core.getMvccReadPoint(),
            admission(natural).pageLimit().orElse(0),
            latest.map(form -> form.cut(range(natural).start())).orElse(null));
    return new MergedRegionScanner(
        region, table, limits, merge(natural, latest), owners.permits(), closing);
  }

  private FilterAdmission admission(Scan natural) {
    return FilterAdmission.ofScan(natural, rowLocalFilters);
  }

  private MergedScan merge(Scan natural, Optional<LatestForm> latest) throws IOException {
    ClientRequest request = ClientRequest.current();
    List<KeyRange> images =
        table
            .salt()
            .images(latest.map(form -> form.widened(range(natural))).orElse(range(natural)));
    int rows = request.scanLimit();
    if (rows > 0 && latest.isPresent()) {
      // A bucket's rows may be cut again: those of one key here, those before the start too.
      rows = 0;
    }
    List<Scan> scans = table.reads().copies(natural, images, rows);
    long readAhead = StoredReads.readAheadBytes(natural, scans.size());
    for (Scan scan : scans) {
      scan.setMaxResultSize(readAhead);
      if (request.scanCaching() > 0) {
        scan.setCaching(request.scanCaching());
      }
      scan.setPriority(owners.permits().forwardPriority());
    }
    return MergedScan.open(
        owners.scans(table.name()), scans, table.salt().prefixWidth(), readAhead);
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
