package io.halite.coprocessor.latest;

import io.halite.coprocessor.host.AllFamilies;
import io.halite.coprocessor.host.UnreadCell;
import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Selection;
import io.halite.routing.table.Mark;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * The scan by which an endpoint reads its own region.
 *
 * <p>HBase runs no hooks, and so no check of rights, on a scanner that a coprocessor opens. This
 * class runs them as for a client's scan: the observers of access and visibility judge and narrow
 * the scan. The scan carries the mark, so Halite's observer shows natural keys to its filter.
 */
final class EndpointScan {
  private final HRegion region;
  private final LatestSetting setting;

  EndpointScan(HRegion region, LatestSetting setting) {
    this.region = region;
    this.setting = setting;
  }

  /** Reads a page from the open scanner, which ends at the gaps between the page's ranges. */
  interface Reading {
    Page read(RegionScanner scanner, Optional<RangeGaps> gaps) throws IOException;
  }

  TableName table() {
    return region.getTableDescriptor().getTableName();
  }

  Salt salt() {
    return setting.spec().salt();
  }

  /** Opens the scanner, reads a page and closes the scanner. */
  Page read(PageRequest request, Reading reading) throws IOException {
    List<KeyRange> ranges = request.ranges();
    Scan scan =
        scan(request)
            .withStartRow(ranges.get(0).start())
            .withStopRow(ranges.get(ranges.size() - 1).stop());
    Optional<RangeGaps> gaps = RangeGaps.of(ranges);
    return read(scan, gaps, scanner -> whileOpen(scanner, gaps, reading));
  }

  /**
   * Opens a scanner of the page's cells that reads backward, while a page is read.
   *
   * @param first the row at which it ends, which it reads
   * @param stop the row before which it begins; empty for the end of the region
   */
  <T> T readBackward(PageRequest request, byte[] first, byte[] stop, Body<T> body)
      throws IOException {
    return read(
        scan(request).setReversed(true).withStartRow(stop, false).withStopRow(first, true),
        Optional.empty(),
        body);
  }

  /** Reads rows from the open scanner. */
  interface Body<T> {
    T read(RegionScanner scanner) throws IOException;
  }

  private <T> T read(Scan scan, Optional<RangeGaps> gaps, Body<T> body) throws IOException {
    RegionCoprocessorHost host = region.getCoprocessorHost();
    host.preScannerOpen(scan);
    // Behind the hooks, so that it sees stored keys.
    gaps.ifPresent(between -> between.putOn(scan));
    RegionScanner scanner = opened(host, scan, region.getScanner(scan));
    if (!UnreadCell.isShownBy(scanner)) {
      // Another coprocessor's: it may take an end for the end of everything.
      gaps.ifPresent(RangeGaps::turnOff);
    }
    try {
      return body.read(scanner);
    } finally {
      close(host, scanner);
    }
  }

  /** No lease ends a scanner of this class, so it is closed whatever another observer throws. */
  private static RegionScanner opened(RegionCoprocessorHost host, Scan scan, RegionScanner own)
      throws IOException {
    try {
      return host.postScannerOpen(scan, own);
    } catch (IOException | RuntimeException | Error e) {
      own.close();
      throw e;
    }
  }

  private static void close(RegionCoprocessorHost host, RegionScanner scanner) throws IOException {
    boolean bypassed;
    try {
      bypassed = host.preScannerClose(scanner);
    } catch (IOException | RuntimeException | Error e) {
      scanner.close();
      throw e;
    }
    if (!bypassed) {
      scanner.close();
      host.postScannerClose(scanner);
    }
  }

  /** Keeps the region open for the whole page, once, as HBase does for each answer of a scan. */
  private Page whileOpen(RegionScanner scanner, Optional<RangeGaps> gaps, Reading reading)
      throws IOException {
    region.startRegionOperation(Region.Operation.SCAN);
    try {
      return reading.read(scanner, gaps);
    } finally {
      region.closeRegionOperation(Region.Operation.SCAN);
    }
  }

  private Scan scan(PageRequest request) throws IOException {
    Selection selection = request.selection();
    Scan scan =
        new Scan()
            .readVersions(selection.versions())
            .setReadType(Scan.ReadType.PREAD)
            .setLoadColumnFamiliesOnDemand(false);
    selection.aggregation().ifPresent(aggregate -> add(scan, aggregate.column()));
    // Families last: a column that is added after its family would narrow the family to it.
    selection.columns().stream().filter(column -> !column.isFamily()).forEach(c -> add(scan, c));
    selection.columns().stream().filter(Column::isFamily).forEach(c -> add(scan, c));
    AllFamilies.putOn(scan, region);
    selection.where().ifPresent(text -> scan.setFilter(filter(text)));
    Mark.of(setting.spec()).putOn(scan);
    return scan;
  }

  private static void add(Scan scan, Column column) {
    if (column.isFamily()) {
      scan.addFamily(column.family());
    } else {
      scan.addColumn(column.family(), column.qualifier());
    }
  }

  private Filter filter(String text) {
    return SegmentFilter.where(setting.spec().layout(), text).onServer();
  }
}
