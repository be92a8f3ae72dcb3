package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.mapreduce.SaltedTableSplit;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Under each salt, the splits of a table tile its rows, also while its regions move and split. */
@ExtendWith(SharedCluster.class)
class SplitsOfEachSaltIT {
  private static final int ROWS = 240;

  /** So few that a reader which has ten of them has not been sent the others of its region. */
  private static final int CACHING = 3;

  private final EmbeddedCluster cluster;

  SplitsOfEachSaltIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private ToolTable filled(StoredAs salt, List<byte[]> keys) throws Exception {
    ToolTable table = ToolTable.create(cluster, Optional.of(salt.spec()), keys, false);
    table.fill(keys);
    return table;
  }

  private SplitReads reads(ToolTable table, Scan scan) throws Exception {
    return new SplitReads(cluster.configuration(), table.table().name(), scan);
  }

  private static List<String> printed(List<byte[]> keys) {
    return keys.stream().map(Bytes::toStringBinary).toList();
  }

  private static void add(List<Result> rows, List<String> keys) {
    rows.forEach(row -> keys.add(Bytes.toStringBinary(row.getRow())));
  }

  /** Only what one region can answer alone is read where it lies. */
  private static boolean readsStored(StoredAs salt) {
    Salt of = salt.spec().salt();
    return of.isSinglePlace() && salt != StoredAs.NONE;
  }

  @ParameterizedTest
  @EnumSource(names = {"HASH_AND_SPREAD", "REVERSE_OF_SEGMENT"})
  void eachRowIsInOneSplit(StoredAs salt) throws Exception {
    requireTiles(salt);
  }

  @Tag("wide")
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"HASH_AND_SPREAD", "REVERSE_OF_SEGMENT"})
  void eachRowIsInOneSplitUnderOtherSalts(StoredAs salt) throws Exception {
    requireTiles(salt);
  }

  private void requireTiles(StoredAs salt) throws Exception {
    List<byte[]> keys = salt.keys();
    List<byte[]> sorted = keys.stream().sorted(Arrays::compareUnsigned).toList();
    try (ToolTable table = filled(salt, keys)) {
      KeyRange part = KeyRange.of(sorted.get(keys.size() / 4), sorted.get(3 * keys.size() / 4));
      for (KeyRange range : List.of(KeyRange.all(), part)) {
        Scan scan = new Scan().withStartRow(range.start()).withStopRow(range.stop());
        SplitReads reads = reads(table, scan);
        List<SaltedTableSplit> splits = reads.splits();
        assertThat(splits).hasSizeBetween(1, 3);
        assertThat(splits.stream().map(SaltedTableSplit::isStored)).containsOnly(readsStored(salt));
        List<String> read = new ArrayList<>();
        for (SaltedTableSplit split : splits) {
          add(reads.read(split), read);
        }
        assertThat(read)
            .as("%s", splits)
            .containsExactlyInAnyOrderElementsOf(
                printed(sorted.stream().filter(range::contains).toList()));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = "HASH")
  void regionsMayMoveAndSplitWhileTheyAreRead(StoredAs salt) throws Exception {
    requireRowsOfMovedRegions(salt);
  }

  @Tag("wide")
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HASH")
  void regionsMayMoveAndSplitWhileTheyAreReadUnderOtherSalts(StoredAs salt) throws Exception {
    requireRowsOfMovedRegions(salt);
  }

  private void requireRowsOfMovedRegions(StoredAs salt) throws Exception {
    List<byte[]> keys = salt.keys(ROWS);
    try (ToolTable table = filled(salt, keys)) {
      SplitReads reads = reads(table, new Scan().setCaching(CACHING));
      List<SplitReads.SplitReader> readers = reads.open(reads.splits());
      List<String> read = new ArrayList<>();
      for (SplitReads.SplitReader reader : readers) {
        add(reader.next(10), read);
      }
      assertThat(read).hasSizeBetween(10, 30);
      int regions = table.table().admin().getRegions(table.table().name()).size();
      int cut = moveAndSplit(table.table());
      assertThat(table.table().admin().getRegions(table.table().name())).hasSize(regions + cut);
      TreeSet<String> unread = regionsOfOtherRows(table, salt, read);
      assertThat(unread).hasSizeGreaterThan(cut);
      Map<String, Long> before = table.table().store().reads();
      for (SplitReads.SplitReader reader : readers) {
        add(reader.next(Integer.MAX_VALUE), read);
        reader.close();
      }
      assertThat(read).containsExactlyInAnyOrderElementsOf(printed(keys));
      assertThat(table.table().store().readSince(before))
          .as("regions that opened meanwhile and were read")
          .containsAll(unread);
    }
  }

  /** The first keys of the regions that store other rows than these. */
  private static TreeSet<String> regionsOfOtherRows(
      ToolTable table, StoredAs salt, List<String> rows) throws Exception {
    List<byte[]> others =
        stored(table.table()).stream()
            .filter(key -> !rows.contains(Bytes.toStringBinary(salt.spec().salt().unsalt(key))))
            .toList();
    return table.table().admin().getRegions(table.table().name()).stream()
        .filter(region -> others.stream().anyMatch(region::containsRow))
        .map(region -> Bytes.toString(region.getStartKey()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static TreeSet<byte[]> stored(TestTable table) throws Exception {
    TreeSet<byte[]> stored = new TreeSet<>(Arrays::compareUnsigned);
    table.store().cells(new Scan()).forEach(cell -> stored.add(CellUtil.cloneRow(cell)));
    return stored;
  }

  /** Moves each region that stores rows and splits it in their middle; returns how many. */
  private static int moveAndSplit(TestTable table) throws Exception {
    TreeSet<byte[]> stored = stored(table);
    int cut = 0;
    for (RegionInfo region : table.admin().getRegions(table.name())) {
      List<byte[]> rows = stored.stream().filter(region::containsRow).toList();
      table.moveAway(
          table
              .connection()
              .getRegionLocator(table.name())
              .getRegionLocation(region.getStartKey(), true));
      if (rows.size() > 1) {
        byte[] middle = rows.get(rows.size() / 2);
        table.admin().splitRegionAsync(region.getRegionName(), middle).get();
        cut++;
      }
    }
    return cut;
  }
}
