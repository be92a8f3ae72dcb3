package io.halite.routing.scan;

import io.halite.keys.KeyRange;
import io.halite.keys.ScanMode;
import io.halite.routing.merge.NaturalRows;
import io.halite.routing.merge.PassLimits;
import io.halite.routing.merge.PassedScan;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.merge.WantedRanges;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Gathers rows that the salt scatters, in passes over the store.
 *
 * <p>Under {@code reverse(*)}, the natural keys {@code 61 7A} and {@code 62 79} are stored as
 * {@code 7A 61} and {@code 79 62}: the store holds the second one first. Each pass reads all stored
 * ranges and keeps, of the rows not yet returned, the first in natural order, as many as fit into
 * memory.
 *
 * @param natural the scan
 * @param images the stored ranges to read: one, since a salt that scatters rows makes no buckets;
 *     none if no key of the range fits the layout
 */
public record PassedPlan(NaturalScan natural, List<KeyRange> images) implements ScanPlan {
  /** Counts passes and the rows that they read. */
  public interface Meter {
    /** Counts a pass that begins. */
    void passBegins();

    /** Counts the rows that passes have read since the last call. */
    void rowsRead(long rows);
  }

  /** Begins the first pass; the rows have natural keys. */
  public SortedRows open(Fetching fetching, PassLimits limits, Meter meter) throws IOException {
    SaltedTable table = natural.table();
    long page = natural.pageRows().orElse(0);
    long limit = fetching.rowLimit();
    long wanted = page > 0 && limit > 0 ? Math.min(page, limit) : Math.max(page, limit);
    return new NaturalRows(
        PassedScan.open(
            fetching.reading(limits.readAhead(), 0, WantedRanges.ALL),
            new Passes(natural, wanted, fetching, limits.readAhead(), meter),
            table.salt(),
            natural.range(),
            table.spec().scanMode() == ScanMode.PASSES ? limits.unbounded() : limits),
        table.results());
  }

  private record Passes(
      NaturalScan natural, long wanted, Fetching fetching, long readAhead, Meter meter)
      implements PassedScan.Source {
    @Override
    public boolean reversed() {
      return natural.scan().isReversed();
    }

    @Override
    public List<Scan> over(KeyRange range) throws IOException {
      SaltedTable table = natural.table();
      List<Scan> scans = table.reads().pass(natural.scan(), table.salt().images(range), range);
      for (Scan scan : scans) {
        fetching.prepare(scan, readAhead);
        scan.setCaching(Integer.MAX_VALUE);
      }
      return scans;
    }

    @Override
    public void begun() {
      meter.passBegins();
    }

    @Override
    public void looked(long rows) {
      meter.rowsRead(rows);
    }

    @Override
    public String advice() {
      SaltedTable table = natural.table();
      return PassedPlan.advice(table)
          + ", request fewer rows, or set scan=passes in the table's coprocessor attribute ("
          + table
          + ")";
    }
  }

  /** Names how a user can make a scan read one stored range in natural order. */
  static String advice(SaltedTable table) {
    List<String> segments = table.salt().scatteringSegments();
    return segments.equals(List.of("*"))
        ? "get single keys"
        : "let start and stop row give one value to segment '"
            + String.join("' and to segment '", segments)
            + "'";
  }
}
