package io.halite.client.plugin;

import io.halite.filters.natural.FilterAdmission;
import io.halite.keys.KeyRange;
import io.halite.routing.merge.MergedScan;
import io.halite.routing.scan.Narrowing;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Opens scans of a natural range on all of its buckets at once.
 *
 * <p>A scan that asks how its answers are cut or counted (pieces of rows, cursors, metrics), or
 * whose filter is not known to judge each row by itself, or that wants the newest rows of each key,
 * goes through the gateway regions.
 */
final class DirectScans {
  /** Asks for so many rows of each key, which gateways count over all buckets. */
  private static final String NEWEST = "halite.latest";

  private final Table real;
  private final TableSpecs specs;
  private final ScanTables scanTables;

  DirectScans(Table real, TableSpecs specs, ScanTables scanTables) {
    this.real = real;
    this.specs = specs;
    this.scanTables = scanTables;
  }

  /** One opened merge and the table under whose spec it was opened. */
  record Opened(SaltedTable table, MergedScan merged, long rowLimit) {
    Result natural(Result stored) throws IOException {
      return table.reading(() -> table.results().of(stored));
    }
  }

  /** As {@link Table#getScanner(Scan)}; later changes of {@code natural} have no effect. */
  ResultScanner open(Scan natural) throws IOException {
    Scan kept = new Scan(natural);
    Optional<SaltedTable> table = specs.of(real.getName());
    return table.isPresent() && isDirect(kept)
        ? new DirectScanner(this, kept, merge(table.get(), kept))
        : real.getScanner(natural);
  }

  /** The same scan anew, since its mark has been refused: by whatever way is right by now. */
  ResultScanner openAgain(Scan natural, SaltedTable refused) throws IOException {
    Optional<SaltedTable> table = specs.reread(real.getName(), Optional.of(refused));
    return table.isPresent() && isDirect(natural)
        ? new DirectScanner(null, natural, merge(table.get(), natural))
        : real.getScanner(natural);
  }

  private static boolean isDirect(Scan natural) {
    return natural.getBatch() <= 0
        && !natural.getAllowPartialResults()
        && !natural.isNeedCursorResult()
        && !natural.isScanMetricsEnabled()
        && !Mark.isOn(natural)
        && natural.getAttribute(NEWEST) == null
        && FilterAdmission.ofScan(natural, Set.of()).admitted();
  }

  private Opened merge(SaltedTable table, Scan natural) throws IOException {
    Scan narrowed = new Scan(natural);
    Narrowing narrowing = Narrowing.of(natural, table);
    narrowing.narrow(narrowed);
    List<KeyRange> images = narrowing.images(StoredReads.range(narrowed));
    int rows = Math.max(0, natural.getLimit());
    long readAhead = StoredReads.readAheadBytes(natural, images.size());
    List<Scan> stored = table.reads().copies(narrowed, images, rows);
    stored.forEach(scan -> scan.setMaxResultSize(readAhead));
    long page = FilterAdmission.ofScan(natural, Set.of()).pageLimit().orElse(Long.MAX_VALUE);
    return new Opened(
        table,
        MergedScan.open(scanTables.like(real), stored, table.salt().prefixWidth(), readAhead),
        rows > 0 ? Math.min(rows, page) : page);
  }
}
