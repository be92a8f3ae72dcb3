package io.halite.routing.scan;

import io.halite.routing.merge.MergedScan;
import io.halite.routing.merge.OwnerCounts;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.table.StoredReads;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Scan;

/**
 * How to send the stored scans of a plan.
 *
 * @param table the table to which the scans go; it delivers rows as they arrive
 * @param rowLimit the limit of the user's scan in rows; 0 for all
 * @param caching rows of one answer of an owner; 0 for the table's default
 * @param priority of the stored scans; {@link HConstants#PRIORITY_UNSET} for the user's own
 * @param rounds how many times in succession the merge looks up an owner again, after the table's
 *     own attempts; 0 for never
 * @param counts what the owners count for the stored scans
 * @param moved runs whenever a merge may have more rows, or its end, to give; must not wait
 */
public record Fetching(
    AsyncTable<AdvancedScanResultConsumer> table,
    int rowLimit,
    int caching,
    int priority,
    int rounds,
    OwnerCounts counts,
    Runnable moved) {

  /** Sends scans as a client: {@code rowLimit} rows, and the table's settings for the rest. */
  public static Fetching byClient(
      AsyncTable<AdvancedScanResultConsumer> table, int rowLimit, Runnable moved) {
    return new Fetching(table, rowLimit, 0, HConstants.PRIORITY_UNSET, 0, new OwnerCounts(), moved);
  }

  /** Reads stored scans side by side; each reads ahead by its share of one answer. */
  SortedRows merge(NaturalScan natural, List<Scan> scans) {
    long readAhead = StoredReads.readAheadBytes(natural.scan(), scans.size());
    scans.forEach(scan -> prepare(scan, readAhead));
    int prefixWidth = natural.table().salt().prefixWidth();
    return MergedScan.open(table, scans, prefixWidth, readAhead, rounds, counts, moved);
  }

  /** Sets the size of one answer and the priority on a stored scan. */
  void prepare(Scan stored, long readAhead) {
    stored.setMaxResultSize(readAhead);
    if (caching > 0) {
      stored.setCaching(caching);
    }
    if (priority != HConstants.PRIORITY_UNSET) {
      stored.setPriority(priority);
    }
  }
}
