package io.halite.routing.scan;

import io.halite.filters.natural.FilterAdmission;
import io.halite.filters.natural.LastingRejection;
import io.halite.filters.segment.ScanRange;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.table.PassRange;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * What the region that stores the rows does for a scan. It is the counterpart of {@link ScanPlan},
 * which sends the scan.
 *
 * @param filter the region's filter; empty without a filter
 * @param cut drops rows that are not among the newest of their key; empty to return all rows
 */
public record OwnerScan(Optional<Filter> filter, Optional<LatestCut> cut) {

  /**
   * Parses the attributes of a marked scan, whose range is one of stored keys. The caller has
   * verified the mark. A limit to the newest N rows of a history holds here for one bucket; the
   * gateway applies it again to the merged rows of all buckets.
   *
   * @throws DoNotRetryIOException if an attribute is malformed, or one names an index: older
   *     plug-ins leave that on a scan of all rows
   */
  public static OwnerScan ofStored(Scan scan, SaltedTable table) throws IOException {
    if (scan.getAttribute(IndexedReads.ATTRIBUTE) != null) {
      throw new DoNotRetryIOException(
          IndexedReads.ATTRIBUTE
              + " is set on a scan of stored keys, but only gateways read indexes: use the plug-in"
              + " of the servers' version of Halite ("
              + table
              + ")");
    }
    WhereAttribute.installUnbounded(scan, table);
    Optional<LatestAttribute> latest = LatestAttribute.of(scan, table);
    if (latest.isPresent()) {
      scan.setLoadColumnFamiliesOnDemand(false);
    }
    Optional<PassRange> pass = PassRange.of(scan);
    Optional<Filter> view =
        pass.isPresent() ? table.passView(scan, pass.get()) : table.naturalView(scan);
    return new OwnerScan(view, latest.map(attribute -> attribute.cut(new byte[0])));
  }

  /**
   * Reads a scan of a table without salt, which its region serves in place. Changes {@code scan}
   * itself: {@code halite.where} narrows its bounds, and {@code halite.latest} moves its start back
   * to the first row of the history in which the start lies.
   *
   * @throws DoNotRetryIOException if an attribute is malformed, or if under {@code halite.latest}
   *     the rows that can match begin in a history that begins before this region, or a page filter
   *     would count rows
   */
  public static OwnerScan inPlace(Scan scan, SaltedTable table, RegionInfo region)
      throws IOException {
    LatestAttribute.adopt(scan);
    KeyRange rows = KeyRange.of(region.getStartKey(), region.getEndKey());
    Narrowing narrowing = Narrowing.of(scan, table);
    WhereAttribute.install(scan, table);
    Optional<LatestAttribute> latest = LatestAttribute.of(scan, table);
    Optional<Filter> filter = Optional.ofNullable(scan.getFilter()).map(LastingRejection::of);
    filter.ifPresent(scan::setFilter);
    if (latest.isPresent()) {
      latest.get().requireNoPage(filter.filter(FilterAdmission::countsRows).isPresent());
    }
    KeyRange asked = narrowing.hull(ScanRange.of(scan).intersect(rows));
    if (asked.isEmpty()) {
      readNothing(scan, region);
      return new OwnerScan(filter, Optional.empty());
    }
    if (latest.isEmpty()) {
      return new OwnerScan(filter, Optional.empty());
    }
    byte[] start = latest.get().widened(asked).start();
    if (KeyBytes.compare(start, region.getStartKey()) < 0) {
      throw new DoNotRetryIOException(
          "%s: the rows of key %s begin in an earlier region, since this one starts at %s, and a"
                  .formatted(
                      LatestAttribute.ATTRIBUTE,
                      KeyBytes.readable(start),
                      KeyBytes.readable(region.getStartKey()))
              + " scan of a table without salt reads each region alone: use LatestClient, or merge"
              + " the two regions ("
              + table
              + ")");
    }
    scan.withStartRow(start, true);
    scan.setLoadColumnFamiliesOnDemand(false);
    return new OwnerScan(filter, Optional.of(latest.get().cut(asked.start())));
  }

  /**
   * HBase opens the scanner anyway: the bounds leave out both the region's first key and the next
   * one, between which there is none. In the scan's own direction: by the other, the filter could
   * say that all has been read.
   */
  private static void readNothing(Scan scan, RegionInfo region) throws IOException {
    byte[] first = region.getStartKey();
    byte[] next = KeyBytes.next(first);
    if (scan.isReversed()) {
      scan.withStartRow(next, false).withStopRow(first, false);
    } else {
      scan.withStartRow(first, false).withStopRow(next, false);
    }
    // No file has to be opened that has no cell of the time 0.
    scan.setTimeRange(0, 1);
  }
}
