package io.halite.routing.scan;

import io.halite.filters.natural.FilterAdmission;
import io.halite.filters.segment.ScanRange;
import io.halite.keys.KeyRange;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.merge.WantedRanges;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A parsed scan of natural keys, with everything that a plan reads from it.
 *
 * <p>Example: {@code scan 't', {ATTRIBUTES => {'halite.where' => 'origin in (ATL, ORD)'}}} of a
 * table with {@code key=origin:3 …} has the range {@code [41 54 4C, 4F 52 45)}. Immutable, as long
 * as nobody changes its scan.
 *
 * @param table the table and its spec
 * @param scan a copy of the user's scan, with its bounds narrowed to where keys can match
 * @param range the natural rows that the scan may return
 * @param narrowing the conditions that rule buckets out
 * @param latest how many rows of each key the scan returns; empty for all of them
 * @param pageRows rows after which a page filter is full; empty without a page filter
 * @param unordered how many buckets to read at once if the reader needs no order; empty if it does
 */
public record NaturalScan(
    SaltedTable table,
    Scan scan,
    KeyRange range,
    Narrowing narrowing,
    Optional<LatestAttribute> latest,
    OptionalLong pageRows,
    Optional<UnorderedAttribute> unordered) {

  /** Parses a scan; refuses it as {@link ScanPlan#of} says. */
  static NaturalScan parse(
      Scan scan, KeyRange within, SaltedTable table, Set<String> rowLocalFilters)
      throws IOException {
    Scan copy = new Scan(scan);
    if (scan.getAttribute(IndexedReads.ATTRIBUTE) != null) {
      throw new DoNotRetryIOException(
          IndexedReads.ATTRIBUTE
              + " is set on a scan that its reader sends to the owners of rows, but gateway regions"
              + " alone read by an index: scan the table itself, or leave it out ("
              + table
              + ")");
    }
    LatestAttribute.adopt(copy);
    FilterAdmission admission =
        table.salt().isSinglePlace()
            ? FilterAdmission.ofScan(copy, rowLocalFilters)
            : FilterAdmission.ofRow(copy.getFilter());
    admission.require();
    Optional<LatestAttribute> latest = LatestAttribute.of(copy, table);
    if (latest.isPresent()) {
      latest.get().requireNoPage(admission.pageLimit().isPresent());
      if (!table.salt().isSinglePlace()) {
        throw table.multiPlaceWrites().needsSinglePlace(LatestAttribute.ATTRIBUTE);
      }
    }
    Optional<UnorderedAttribute> unordered = UnorderedAttribute.of(copy, table);
    Narrowing narrowing = Narrowing.of(copy, table);
    narrowing.narrow(copy);
    KeyRange range = ScanRange.of(copy).intersect(within);
    return new NaturalScan(table, copy, range, narrowing, latest, admission.pageLimit(), unordered);
  }

  /** Returns the range to read: a scan for newest rows counts from the beginning of a key. */
  KeyRange readRange() {
    return latest.map(attribute -> attribute.widened(range)).orElse(range);
  }

  /** Returns where the rows that can match lie within the images of the range to read. */
  public WantedRanges wanted() {
    return narrowing.wanted(readRange());
  }
}
