package io.halite.routing.scan;

import io.halite.routing.merge.MergedScan;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.table.StoredReads;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Scan;

/**
 * How the stored scans of a plan are sent.
 *
 * @param table where they are sent; rows are delivered as they arrive
 * @param rowLimit how many rows the user asked for; 0 for all
 * @param caching rows of one answer of an owner; 0 for the table's default
 * @param priority of the stored scans; {@link HConstants#PRIORITY_UNSET} for the user's own
 * @param rounds how often in a row, after all of the table's own attempts, an owner is looked up
 *     again; 0 for never
 */
public record Fetching(
    AsyncTable<AdvancedScanResultConsumer> table,
    int rowLimit,
    int caching,
    int priority,
    int rounds) {

  /** As a client sends them: {@code rowLimit} rows, all else by the table's own settings. */
  public static Fetching byClient(AsyncTable<AdvancedScanResultConsumer> table, int rowLimit) {
    return new Fetching(table, rowLimit, 0, HConstants.PRIORITY_UNSET, 0);
  }

  /** Reads stored scans side by side, each ahead by its share of one answer. */
  SortedRows merge(NaturalScan natural, List<Scan> scans) {
    long readAhead = StoredReads.readAheadBytes(natural.scan(), scans.size());
    scans.forEach(scan -> prepare(scan, readAhead));
    int prefixWidth = natural.table().salt().prefixWidth();
    return MergedScan.open(table, scans, prefixWidth, readAhead, rounds);
  }

  /** Sets on a stored scan how much of it is answered at once, and how urgently. */
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
