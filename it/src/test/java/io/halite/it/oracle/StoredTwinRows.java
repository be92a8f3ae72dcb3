package io.halite.it.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.keys.Salt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/** The rows that lie in the store, read below all observers, beside those that a client sees. */
final class StoredTwinRows {
  private final List<byte[]> stored;
  private final List<byte[]> natural;
  private final List<HRegion> regions;

  private StoredTwinRows(List<byte[]> stored, List<byte[]> natural, List<HRegion> regions) {
    this.stored = stored;
    this.natural = natural;
    this.regions = regions;
  }

  static StoredTwinRows of(EmbeddedCluster cluster, TableName salted, TableName plain)
      throws IOException {
    List<HRegion> regions = cluster.utility().getHBaseCluster().getRegions(salted);
    List<HRegion> plainRegions = cluster.utility().getHBaseCluster().getRegions(plain);
    return new StoredTwinRows(read(regions), read(plainRegions), regions);
  }

  /**
   * Asserts that each natural row lies in the store once, behind its bucket's byte; that the rows
   * lie in many buckets; and that a region beyond all buckets was asked, though it holds nothing.
   */
  void assertSpreadOver(int buckets) {
    TreeSet<Integer> used = new TreeSet<>();
    List<byte[]> unsalted = new ArrayList<>();
    for (byte[] row : stored) {
      used.add(row[0] & 0xFF);
      unsalted.add(Arrays.copyOfRange(row, 1, row.length));
    }
    unsalted.sort(Arrays::compareUnsigned);
    assertThat(unsalted.stream().map(Readable::key))
        .isEqualTo(natural.stream().map(Readable::key).toList());
    assertThat(used.last()).isLessThan(buckets);
    // A short run has fewer rows than a table of many buckets has buckets.
    assertThat(used.size())
        .as("buckets in use by %d rows", stored.size())
        .isGreaterThan(Math.min(buckets, stored.size()) / 3);
    assertThat(regions)
        .filteredOn(region -> startsAtOrAbove(region, buckets))
        .allSatisfy(
            region ->
                assertThat(region.getReadRequestsCount() + region.getWriteRequestsCount())
                    .as("requests of %s", region)
                    .isPositive());
  }

  /**
   * Asserts that the store holds each natural row under its stored key and nothing else: once,
   * unless the salt gives it many places.
   */
  void assertStoredUnder(Salt salt) {
    assertThat(
            stored.stream()
                .map(salt::unsalt)
                .sorted(Arrays::compareUnsigned)
                .map(Readable::key)
                .distinct()
                .toList())
        .isEqualTo(natural.stream().map(Readable::key).toList());
    assertThat(stored)
        .allSatisfy(row -> assertThat(salt.places(salt.unsalt(row))).contains(row))
        .satisfies(
            rows -> {
              if (salt.isSinglePlace()) {
                assertThat(rows).hasSameSizeAs(natural);
              }
            });
  }

  /** How many regions hold rows. */
  long owners() {
    return regions.stream()
        .filter(region -> stored.stream().anyMatch(region.getRegionInfo()::containsRow))
        .count();
  }

  private static boolean startsAtOrAbove(HRegion region, int buckets) {
    byte[] start = region.getRegionInfo().getStartKey();
    return start.length > 0 && (start[0] & 0xFF) >= buckets;
  }

  private static List<byte[]> read(List<HRegion> regions) throws IOException {
    TreeSet<byte[]> rows = new TreeSet<>(Arrays::compareUnsigned);
    for (HRegion region : regions) {
      try (RegionScanner scanner = region.getScanner(new Scan())) {
        List<Cell> cells = new ArrayList<>();
        boolean more = true;
        while (more) {
          more = scanner.next(cells);
          cells.stream().map(CellUtil::cloneRow).forEach(rows::add);
          cells.clear();
        }
      }
    }
    return new ArrayList<>(rows);
  }
}
