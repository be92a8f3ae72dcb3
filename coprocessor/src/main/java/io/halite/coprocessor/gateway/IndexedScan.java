package io.halite.coprocessor.gateway;

import io.halite.filters.segment.ScanRange;
import io.halite.keys.IndexRange;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.index.IndexQuestion;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.scan.LatestAttribute;
import io.halite.routing.scan.UnorderedAttribute;
import io.halite.routing.scan.WhereAttribute;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A natural scan whose attribute {@code halite.index} asks for rows by an index.
 *
 * <p>{@code scan 't', {ATTRIBUTES => {'halite.index' => 'byBuyer: ann1 [20010101, 20010201)'}}}
 * returns the rows of the natural range that have these values, in natural order. Immutable.
 *
 * @param asked the values of the rows
 * @param natural the scan
 * @param range the natural range for which the region answers the scan
 * @param like a get that reads of one row what the scan reads of each
 */
record IndexedScan(IndexRange asked, Scan natural, KeyRange range, Get like) {
  /** What judges or orders rows in another way. */
  private static final List<String> OTHERS =
      List.of(WhereAttribute.ATTRIBUTE, LatestAttribute.ATTRIBUTE, UnorderedAttribute.ATTRIBUTE);

  /** Whether a scan asks for rows by an index. */
  static boolean isFor(Scan natural) {
    return natural.getAttribute(IndexedReads.ATTRIBUTE) != null;
  }

  /**
   * Reads the attribute of a scan.
   *
   * @param within the natural range of the gateway
   * @throws DoNotRetryIOException if the attribute asks nothing of an index of the table, or the
   *     scan has something else that judges rows or orders them
   */
  static IndexedScan of(Scan natural, KeyRange within, SaltedTable table) throws IOException {
    byte[] attribute = natural.getAttribute(IndexedReads.ATTRIBUTE);
    IndexRange asked = IndexQuestion.parse(attribute, new byte[0], table);
    for (String other : OTHERS) {
      if (natural.getAttribute(other) != null) {
        throw refused(attribute, other, table);
      }
    }
    if (natural.getFilter() != null) {
      throw refused(attribute, "a filter", table);
    }
    if (natural.isRaw()) {
      throw refused(attribute, "setRaw(true)", table);
    }
    Get like = StoredReads.ofRow(new byte[] {0}, natural);
    return new IndexedScan(asked, natural, ScanRange.of(natural).intersect(within), like);
  }

  private static DoNotRetryIOException refused(byte[] attribute, String other, SaltedTable table) {
    return new DoNotRetryIOException(
        "%s '%s': the scan has %s, too, and a scan by an index takes none: leave one of them out"
                .formatted(IndexedReads.ATTRIBUTE, KeyBytes.cut(Bytes.toString(attribute)), other)
            + " ("
            + table
            + ")");
  }
}
