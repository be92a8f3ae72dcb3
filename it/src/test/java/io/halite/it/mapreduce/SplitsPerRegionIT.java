package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.mapreduce.SaltedTableSplit;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.mapreduce.TableInputFormatBase;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several splits of one region share what the scan reads of it. */
@ExtendWith(SharedCluster.class)
class SplitsPerRegionIT {
  private static final String LAYOUT = "key=user:2:digits order:2:digits,salt=";

  private final EmbeddedCluster cluster;

  SplitsPerRegionIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static List<String> rows() {
    return IntStream.range(4000, 4400).mapToObj(Integer::toString).toList();
  }

  private TestTable table(String salt, byte[]... splits) throws Exception {
    TestTable table =
        TestTable.numbered("cuts").salted(LAYOUT + salt).splits(splits).create(cluster);
    table.put(rows());
    return table;
  }

  /** A small part of the keys, and of those of each bucket. */
  private static Scan scan() {
    return new Scan().withStartRow(Bytes.toBytes("4200")).withStopRow(Bytes.toBytes("4299"), true);
  }

  /** Reads the splits, and returns them if each of them has rows, and all of them the scan's. */
  private List<SaltedTableSplit> splits(TestTable table, Scan scan, int perRegion)
      throws Exception {
    SplitReads reads =
        new SplitReads(cluster.configuration(), table.name(), scan)
            .with(TableInputFormatBase.NUM_MAPPERS_PER_REGION, Integer.toString(perRegion));
    List<SaltedTableSplit> splits = reads.splits();
    for (SaltedTableSplit split : splits) {
      assertThat(reads.read(split)).as("%s", split).isNotEmpty();
    }
    assertThat(reads.keys(splits)).containsExactlyInAnyOrderElementsOf(table.scan(scan));
    return splits;
  }

  @Test
  void eachSplitOfARegionOfOneBucketHasItsShare() throws Exception {
    try (TestTable table =
        table("hash(*) % 4", new byte[] {1}, new byte[] {2}, new byte[] {3}, new byte[] {4})) {
      assertThat(splits(table, scan(), 3))
          .hasSize(12)
          .allMatch(split -> split.ranges().size() == 1);
    }
  }

  @Test
  void aRegionOfSeveralBucketsIsCutBetweenAndInsideOfThem() throws Exception {
    try (TestTable table = table("hash(*) % 4")) {
      assertThat(splits(table, scan(), 2)).hasSize(2).allMatch(split -> split.ranges().size() == 2);
      assertThat(splits(table, scan(), 8)).hasSize(8).allMatch(split -> split.ranges().size() == 1);
    }
  }

  @Test
  void theConditionsOfAScanLeaveEachSplitItsShare() throws Exception {
    try (TestTable table = table("hash(*) % 4")) {
      Scan scan = new Scan().setAttribute("halite.where", Bytes.toBytes("user in (41, 42)"));
      assertThat(splits(table, scan, 8)).hasSize(8);
    }
  }

  @Test
  void aRegionOfNaturalKeysIsCutWithinTheScan() throws Exception {
    try (TestTable table = table("none")) {
      assertThat(splits(table, scan(), 3)).hasSize(3);
    }
  }

  /** Its range has one key, between which and its end no other lies. */
  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 4", "none"})
  void aScanOfOneRowHasOneSplit(String salt) throws Exception {
    try (TestTable table = table(salt)) {
      byte[] row = Bytes.toBytes("4217");
      Scan one = new Scan().withStartRow(row).withStopRow(row, true);
      SplitReads reads =
          new SplitReads(cluster.configuration(), table.name(), one)
              .with(TableInputFormatBase.NUM_MAPPERS_PER_REGION, "3");
      assertThat(reads.keys()).containsExactly("4217");
    }
  }
}
