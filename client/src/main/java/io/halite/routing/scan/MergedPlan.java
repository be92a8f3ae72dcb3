package io.halite.routing.scan;

import io.halite.keys.KeyRange;
import io.halite.routing.merge.NaturalRows;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Reads all buckets side by side and merges their rows, since each bucket keeps natural order.
 *
 * <p>Under {@code hash(*) % 4}, a scan of {@code [61, 63)} reads {@code [00·61, 00·63)} to {@code
 * [03·61, 03·63)}. A scan for the newest rows of each key reads every bucket from the key's
 * beginning, and after the merge drops rows that are not among the newest of all buckets.
 *
 * @param natural the scan
 * @param images the stored ranges to read, at most one for each bucket
 */
public record MergedPlan(NaturalScan natural, List<KeyRange> images) implements ScanPlan {
  static MergedPlan of(NaturalScan natural) {
    return new MergedPlan(
        natural,
        natural.latest().isPresent()
            ? natural.table().salt().images(natural.readRange())
            : natural.narrowing().images(natural.range()));
  }

  /** Sends the stored scans; the rows have natural keys. */
  public SortedRows open(Fetching fetching) throws IOException {
    SaltedTable table = natural.table();
    boolean all = natural.latest().isEmpty();
    // The plan may drop rows of a bucket after the merge, so a limit counts only there.
    List<Scan> scans = table.reads().copies(natural.scan(), images, all ? fetching.rowLimit() : 0);
    SortedRows merged = fetching.merge(natural, scans);
    return new NaturalRows(
        all ? merged : new NewestRows(merged, natural.latest().get().cut(natural.range().start())),
        table.results());
  }
}
