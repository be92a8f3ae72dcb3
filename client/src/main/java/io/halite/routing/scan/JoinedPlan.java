package io.halite.routing.scan;

import io.halite.keys.KeyRange;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.merge.JoinedRows;
import io.halite.routing.merge.PlainReading;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Reads all places of each row and joins their cells to one row, for multi-place salts.
 *
 * <p>Under {@code random % 16}, it joins {@code 03·61 a/9} and {@code 0C·61 b/7} to {@code 61 a/9
 * b/7}. It applies versions, time to live and the filter after the join.
 *
 * @param natural the scan
 * @param images the stored ranges to read, at most one for each bucket
 */
public record JoinedPlan(NaturalScan natural, List<KeyRange> images) implements ScanPlan {
  /**
   * Sends the stored scans; the rows have natural keys.
   *
   * @param families how many versions each family keeps, and for how long
   * @param clock milliseconds since 1970, by which cells expire
   */
  public SortedRows open(Fetching fetching, FamilyRules families, LongSupplier clock)
      throws IOException {
    SaltedTable table = natural.table();
    Scan scan = natural.scan();
    // Under a suffix salt, one image holds several places of a row.
    boolean limited =
        table.salt().isPrefix()
            && scan.getFilter() == null
            && scan.getRowOffsetPerColumnFamily() <= 0
            && !families.mayHide();
    List<Scan> scans = table.reads().copiesForJoin(scan, images, limited ? fetching.rowLimit() : 0);
    return new JoinedRows(
        fetching.merge(natural, scans),
        table.results(),
        new PlainReading(scan, families, clock),
        fetching.memory());
  }
}
