package io.halite.coprocessor.owner;

import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reads in {@code hbase:meta} which region holds a row.
 *
 * <p>HBase's own locator does not notice a hole: it takes the region before the hole for an answer
 * to other look-ups and sends the same look-up again, at once and without end. Eight such look-ups
 * take all places that a table has there, and no other row of the table is located. Example: of the
 * regions {@code [01, 02)} and {@code [03, 04)}, HBase's locator reads the first one for row {@code
 * 02 41}, a thousand times a second. This class fails after two reads. Thread-safe.
 */
final class RegionsInMeta {
  /**
   * As many as HBase's locator reads. A region that was split stays in {@code hbase:meta} for some
   * time; where a daughter of it was merged, it lies before the region that holds the row.
   */
  private static final int MOST_SPLIT = 10;

  private final AsyncTable<?> meta;

  RegionsInMeta(AsyncTable<?> meta) {
    this.meta = meta;
  }

  /**
   * Reads the place of the region that holds a row. The result fails with a {@link
   * HoleInMetaException} if there is none, and with a {@link TableNotFoundException} if the table
   * has no region at or before the row.
   */
  CompletableFuture<HRegionLocation> read(TableName table, byte[] row) {
    byte[] last = RegionInfo.createRegionName(table, row, HConstants.NINES, false);
    byte[] first = RegionInfo.createRegionName(table, HConstants.EMPTY_START_ROW, "", false);
    Scan scan = scan(MOST_SPLIT).withStartRow(last).withStopRow(first, true).setReversed(true);
    return meta.scanAll(scan).thenCompose(rows -> among(rows, table, row, last));
  }

  private static Scan scan(int most) {
    return new Scan()
        .addFamily(HConstants.CATALOG_FAMILY)
        .setReadType(Scan.ReadType.PREAD)
        .setCaching(most)
        .setLimit(most);
  }

  private CompletableFuture<HRegionLocation> among(
      List<Result> rows, TableName table, byte[] row, byte[] name) {
    if (rows.isEmpty()) {
      return CompletableFuture.failedFuture(new TableNotFoundException(table));
    }
    byte[] end = HConstants.EMPTY_START_ROW;
    for (Result each : rows) {
      Optional<RegionInfo> region = region(each);
      if (region.isPresent() && !region.get().isSplitParent()) {
        if (region.get().containsRow(row)) {
          return place(region.get(), each);
        }
        end = region.get().getEndKey();
        break;
      }
    }
    byte[] start = end;
    return meta.scanAll(scan(1).withStartRow(name, false))
        .thenCompose(
            next ->
                CompletableFuture.failedFuture(
                    new HoleInMetaException(
                        table, KeyRange.of(start, startOfNext(next, table)), row)));
  }

  /** The first key behind a hole; empty if no region of the table follows. */
  private static byte[] startOfNext(List<Result> next, TableName table) {
    return next.stream()
        .flatMap(each -> region(each).stream())
        .filter(region -> region.getTable().equals(table))
        .findFirst()
        .map(RegionInfo::getStartKey)
        .orElse(HConstants.EMPTY_END_ROW);
  }

  private static CompletableFuture<HRegionLocation> place(RegionInfo region, Result row) {
    byte[] server = value(row, HConstants.SERVER_QUALIFIER);
    byte[] started = value(row, HConstants.STARTCODE_QUALIFIER);
    return server.length == 0 || started.length == 0
        ? CompletableFuture.failedFuture(
            new IOException(
                "hbase:meta names no server of region " + region.getRegionNameAsString()))
        : CompletableFuture.completedFuture(
            new HRegionLocation(
                region, ServerName.valueOf(Bytes.toString(server), Bytes.toLong(started))));
  }

  private static Optional<RegionInfo> region(Result row) {
    return Optional.ofNullable(
        RegionInfo.parseFromOrNull(value(row, HConstants.REGIONINFO_QUALIFIER)));
  }

  private static byte[] value(Result row, byte[] qualifier) {
    return Optional.ofNullable(row.getValue(HConstants.CATALOG_FAMILY, qualifier))
        .orElse(HConstants.EMPTY_BYTE_ARRAY);
  }
}
