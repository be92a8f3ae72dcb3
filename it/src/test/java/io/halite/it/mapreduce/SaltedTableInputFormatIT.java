package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.mapreduce.SaltedTableInputFormat;
import io.halite.client.mapreduce.SaltedTableSplit;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableInputFormatBase;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The splits of a salted table hold each row once, and are read where the rows lie. */
@ExtendWith(SharedCluster.class)
class SaltedTableInputFormatIT {
  private static final String LAYOUT = "key=user:2:digits order:2:digits,salt=";

  private final EmbeddedCluster cluster;

  SaltedTableInputFormatIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 10_000; i += 37) {
      rows.add("%04d".formatted(i));
    }
    return rows;
  }

  private TestTable table(String salt) throws Exception {
    TestTable table =
        TestTable.numbered("splits")
            .salted(LAYOUT + salt)
            .splits(new byte[][] {{1}, {2}, {3}, {3, '5'}, {'3'}, {'7'}, {'a'}})
            .create(cluster);
    table.put(rows());
    return table;
  }

  private SplitReads reads(TestTable table, Scan scan) throws Exception {
    return new SplitReads(cluster.configuration(), table.name(), scan);
  }

  private static Scan scan(String start, String stop) {
    return new Scan().withStartRow(Bytes.toBytes(start)).withStopRow(Bytes.toBytes(stop), true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hash(*) % 4",
        "hash(user) % 4",
        "md5(user)[0:1]",
        "md5(user)[0:4]",
        "reverse(user)",
        "random % 4",
        "random-suffix % 16",
        "none"
      })
  void eachRowOfTheScanIsInOneSplit(String salt) throws Exception {
    try (TestTable table = table(salt)) {
      // Under a random salt, these are at several places.
      table.put(rows().subList(0, 40));
      List<Scan> scans =
          List.of(
              new Scan(),
              scan("1500", "7733"),
              scan("4200", "4299"),
              scan("0000", "9999")
                  .setFilter(new RowFilter(CompareOperator.EQUAL, new SubstringComparator("7"))),
              new Scan().setFilter(new PrefixFilter(Bytes.toBytes("42"))),
              new Scan().setAttribute("halite.where", Bytes.toBytes("user in (11, 42, 77)")),
              scan("2000", "4000").setRaw(true));
      for (Scan scan : scans) {
        List<String> expected = table.scan(scan);
        assertThat(expected).as("rows of %s", scan).isNotEmpty();
        assertThat(reads(table, scan).keys())
            .as("%s", scan)
            .containsExactlyInAnyOrderElementsOf(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 4", "hash(user) % 4", "md5(user)[0:4]"})
  void aFilterThatEndsOneBucketLeavesTheOthersOfItsRegion(String salt) throws Exception {
    try (TestTable table = TestTable.numbered("splits").salted(LAYOUT + salt).create(cluster)) {
      table.put(rows());
      for (int i = 0; i < EndingFilters.scans().size(); i++) {
        Scan scan = EndingFilters.scans().get(i);
        assertThat(reads(table, scan).keys())
            .as("%s", scan)
            .isNotEmpty()
            .containsExactlyInAnyOrderElementsOf(table.scan(scan));
      }
    }
  }

  @Test
  void rowsAreReadAtTheirOwnersAndNotByGateways() throws Exception {
    try (TestTable table = table("hash(*) % 4")) {
      SplitReads reads = reads(table, new Scan());
      List<SaltedTableSplit> splits = reads.splits();
      Map<String, Long> before = table.store().reads();
      assertThat(reads.keys(splits)).hasSameSizeAs(rows());
      // Regions above the buckets store nothing, and are gateways of all natural keys.
      assertThat(table.store().readSince(before)).noneMatch(region -> region.matches("[37a].*"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 4", "md5(user)[0:4]", "random % 4"})
  void hbasesSettingsOfSplitsLoseNoRow(String salt) throws Exception {
    String perRegion = TableInputFormatBase.NUM_MAPPERS_PER_REGION;
    String balance = TableInputFormatBase.MAPREDUCE_INPUT_AUTOBALANCE;
    String shuffle = TableInputFormat.SHUFFLE_MAPS;
    try (TestTable table = table(salt)) {
      int plain = reads(table, new Scan()).splits().size();
      if (!salt.startsWith("random")) {
        assertThat(reads(table, new Scan()).with(perRegion, "3").splits())
            .hasSizeGreaterThan(plain);
      }
      for (Map<String, String> settings :
          List.of(
              Map.of(perRegion, "3", shuffle, "true"), Map.of(balance, "true", shuffle, "true"))) {
        SplitReads reads = reads(table, new Scan());
        settings.forEach(reads::with);
        assertThat(reads.keys()).as("%s", settings).containsExactlyInAnyOrderElementsOf(rows());
      }
    }
  }

  /** Its regions begin at natural keys, and all stored ones would lie in the first. */
  @Test
  void theBordersOfAnotherTableCutNoStoredKeys() throws Exception {
    try (TestTable table = table("hash(*) % 4");
        TestTable other = TestTable.numbered("borders").splits("2", "4").create(cluster)) {
      SplitReads reads = reads(table, new Scan());
      reads.with("hbase.mapreduce.splittable", other.name().getNameAsString());
      assertThat(reads.splits()).hasSameSizeAs(reads(table, new Scan()).splits());
      assertThat(reads.keys()).containsExactlyInAnyOrderElementsOf(rows());
    }
  }

  @Test
  void aRegionMaySplitAndMoveBetweenTheSplitAndItsRead() throws Exception {
    try (TestTable table = table("hash(*) % 4")) {
      SplitReads reads = reads(table, new Scan());
      List<SaltedTableSplit> splits = reads.splits();
      List<RegionInfo> before = table.admin().getRegions(table.name());
      table.admin().splitRegionAsync(before.get(1).getRegionName(), new byte[] {1, '5'}).get();
      table.admin().move(before.get(2).getEncodedNameAsBytes());
      table
          .admin()
          .mergeRegionsAsync(before.get(3).getRegionName(), before.get(4).getRegionName(), false)
          .get();
      assertThat(reads.keys(splits)).containsExactlyInAnyOrderElementsOf(rows());
    }
  }

  @Test
  void aSpecThatChangedSinceTheSplitIsRefused() throws Exception {
    try (TestTable table =
        TestTable.numbered("splits").salted(LAYOUT + "hash(*) % 4").create(cluster)) {
      SplitReads reads = reads(table, new Scan());
      List<SaltedTableSplit> splits = reads.splits();
      table.admin().disableTable(table.name());
      table.alter(LAYOUT + "hash(user) % 4");
      table.admin().enableTable(table.name());
      assertThatThrownBy(() -> reads.keys(splits))
          .hasMessageContaining("the table has another spec now, " + LAYOUT + "hash(user) % 4")
          .hasMessageContaining("start the job again");
    }
  }

  @Test
  void scansThatCountRowsAreAnsweredByGateways() throws Exception {
    try (TestTable table = table("hash(*) % 4")) {
      SplitReads reads = reads(table, new Scan().setFilter(new PageFilter(3)));
      List<SaltedTableSplit> splits = reads.splits();
      assertThat(splits).hasSizeGreaterThan(2).noneMatch(SaltedTableSplit::isStored);
      assertThat(reads.keys(splits)).doesNotHaveDuplicates().contains("0000", "0037", "0074");
      assertThatThrownBy(() -> reads(table, new Scan().setReversed(true)).splits())
          .hasMessageContaining("leave setReversed(true) out");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 4", "random % 4", "random-suffix % 16"})
  void naturalSplitsAreCutWhereTheKeysAre(String salt) throws Exception {
    try (TestTable table =
        TestTable.numbered("splits")
            .salted(LAYOUT + salt)
            .splits(new byte[][] {{1}, {2}})
            .create(cluster)) {
      table.put(rows());
      SplitReads reads =
          reads(table, scan("1000", "8999")).with(SaltedTableInputFormat.NATURAL_SPLITS_KEY, "8");
      List<SaltedTableSplit> splits = reads.splits();
      assertThat(splits).hasSize(8).noneMatch(SaltedTableSplit::isStored);
      List<String> all = new ArrayList<>();
      for (SaltedTableSplit split : splits) {
        List<String> part = reads.keys(List.of(split));
        assertThat(part).as("%s", split).hasSizeBetween(5, 60);
        all.addAll(part);
      }
      assertThat(all).as("in natural order").isEqualTo(table.scan(scan("1000", "8999")));
    }
  }

  @Test
  void columnsVersionsTimesAndBatchesAreThoseOfTheScan() throws Exception {
    try (TestTable table =
        TestTable.numbered("splits")
            .versions(3)
            .families(TestTable.F)
            .salted(LAYOUT + "hash(*) % 4")
            .splitBuckets()
            .create(cluster)) {
      byte[] row = Bytes.toBytes("4211");
      Put put = new Put(row);
      for (int i = 1; i <= 5; i++) {
        put.addColumn(TestTable.F, Bytes.toBytes("q" + i), i, Bytes.toBytes(i));
        put.addColumn(TestTable.F, TestTable.Q, i, Bytes.toBytes(i));
      }
      table.table().put(put);
      assertThat(cells(table, new Scan())).containsExactly(6);
      assertThat(cells(table, new Scan().addColumn(TestTable.F, TestTable.Q).readAllVersions()))
          .containsExactly(3);
      assertThat(cells(table, new Scan().setTimeRange(4, 5))).containsExactly(2);
      assertThat(cells(table, new Scan().setBatch(4))).containsExactly(4, 2);
      assertThat(cells(table, new Scan().setCaching(1))).containsExactly(6);
      Scan inPieces = new Scan().setAllowPartialResults(true).setMaxResultSize(1);
      assertThat(cells(table, inPieces)).containsExactly(1, 1, 1, 1, 1, 1);
    }
  }

  private List<Integer> cells(TestTable table, Scan scan) throws Exception {
    List<Integer> sizes = new ArrayList<>();
    SplitReads reads = reads(table, scan);
    for (SaltedTableSplit split : reads.splits()) {
      for (Result row : reads.read(split)) {
        sizes.add(row.size());
      }
    }
    return sizes;
  }
}
