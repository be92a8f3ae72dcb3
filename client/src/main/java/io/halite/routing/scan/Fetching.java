package io.halite.routing.scan;

import io.halite.routing.merge.ImageReading;
import io.halite.routing.merge.MergedScan;
import io.halite.routing.merge.MoveListener;
import io.halite.routing.merge.OwnerCounts;
import io.halite.routing.merge.Rounds;
import io.halite.routing.merge.ScanMemory;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.merge.WantedRanges;
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
 * @param answers how many answers all images of a merge read ahead together
 * @param priority of the stored scans; {@link HConstants#PRIORITY_UNSET} for the user's own
 * @param rounds how long the merge goes on while an owner fails, after the table's own attempts
 * @param counts what the owners count for the stored scans
 * @param memory counts what the scan holds
 * @param inPieces whether a scan reads only a piece of each large row until the row's turn comes;
 *     otherwise it reads whole rows ahead
 * @param pieceCells if above 0, the merge gives a large row in pieces of a multiple of so many
 *     cells; otherwise it gives whole rows
 * @param moved hears whenever a merge may have more rows, or its end, to give
 */
public record Fetching(
    AsyncTable<AdvancedScanResultConsumer> table,
    int rowLimit,
    int caching,
    int answers,
    int priority,
    Rounds rounds,
    OwnerCounts counts,
    ScanMemory memory,
    boolean inPieces,
    int pieceCells,
    MoveListener moved) {
  private static final long LEAST_READ_AHEAD = 1 << 10;

  /** Fewer RPCs than with one answer; more answers would cost more where the reader stops early. */
  private static final int ANSWERS_OF_CLIENT = 4;

  private static final int ONE_ANSWER = 1;

  /**
   * Sends the scans of a client's scan: with its limit, in pieces of rows if it takes them, and
   * with the table's settings for the rest.
   */
  public static Fetching byClient(
      AsyncTable<AdvancedScanResultConsumer> table,
      Scan natural,
      OwnerCounts counts,
      MoveListener moved) {
    boolean inPieces = natural.getBatch() > 0 || natural.getAllowPartialResults();
    int limit = Math.max(0, natural.getLimit());
    // Who asks for pieces or for small answers wants little to wait in the client.
    boolean small = inPieces || natural.getCaching() > 0;
    // Of pieces HBase's client may count a row too many, and would end an owner's scan too early.
    return new Fetching(
        table,
        inPieces ? 0 : limit,
        inPieces ? Math.min(limit, natural.getCaching() > 0 ? natural.getCaching() : limit) : 0,
        small ? ONE_ANSWER : ANSWERS_OF_CLIENT,
        HConstants.PRIORITY_UNSET,
        Rounds.NONE,
        counts,
        ScanMemory.UNCOUNTED,
        inPieces,
        inPieces ? Math.max(1, natural.getBatch()) : 0,
        moved);
  }

  /**
   * Reads stored scans side by side; each reads ahead by its part of the answers, or of the memory
   * that is reserved for the scan if that is less.
   */
  SortedRows merge(NaturalScan natural, List<Scan> scans) {
    long readAhead =
        Math.min(
            StoredReads.readAheadBytes(natural.scan(), scans.size(), answers),
            Math.max(LEAST_READ_AHEAD, memory.reserved() / Math.max(1, scans.size())));
    for (Scan scan : scans) {
      prepare(scan, readAhead);
      readInPieces(scan);
    }
    // Places of a row are joined whole.
    int batch = natural.table().salt().isSinglePlace() ? pieceCells : 0;
    return MergedScan.open(
        reading(readAhead, batch, natural.wanted()),
        scans,
        natural.table().salt().prefixWidth(),
        moved);
  }

  /** Lets owners end their answers in the middle of rows, if the scan reads so. */
  void readInPieces(Scan stored) {
    if (inPieces) {
      stored.setAllowPartialResults(true);
    }
  }

  /** How cursors read that read whole rows, or large rows in pieces of {@code batch} cells. */
  ImageReading reading(long readAhead, int batch, WantedRanges wanted) {
    return new ImageReading(table, readAhead, rounds, counts, memory, batch, wanted);
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
