package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.mapreduce.SaltedTableSplit;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyRange;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where splits are read; {@code SplitLocationTest} has servers of different hosts. */
@ExtendWith(SharedCluster.class)
class SplitLocalityIT {
  private static final String LAYOUT = "key=user:2:digits order:2:digits,salt=";

  private final EmbeddedCluster cluster;

  SplitLocalityIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private List<SaltedTableSplit> splits(TestTable table, Scan scan) throws Exception {
    return new SplitReads(cluster.configuration(), table.name(), scan).splits();
  }

  /** Rows that the salt scatters are looked for in all regions. */
  @ParameterizedTest
  @CsvSource({"hash(user) % 4, 5", "md5(user)[0:4], 8", "reverse(user), 8"})
  void eachRegionThatMayHoldRowsOfTheRangeIsASplitAtItsServer(String salt, int regions)
      throws Exception {
    try (TestTable table =
            TestTable.numbered("locality")
                .salted(LAYOUT + salt)
                .splits(new byte[][] {{1}, {2}, {3}, {3, '5'}, {'3'}, {'7'}, {'a'}})
                .create(cluster);
        RegionLocator locator = table.connection().getRegionLocator(table.name())) {
      table.put(IntStream.range(0, 500).mapToObj(i -> "%04d".formatted(i * 20)).toList());
      Set<RegionInfo> seen = new HashSet<>();
      for (SaltedTableSplit split : splits(table, new Scan())) {
        assertThat(split.isStored()).isTrue();
        assertThat(split.ranges()).hasSize(1);
        KeyRange range = split.ranges().get(0);
        HRegionLocation location = locator.getRegionLocation(range.start());
        RegionInfo region = location.getRegion();
        assertThat(seen.add(region)).as("the only split of %s", region).isTrue();
        assertThat(KeyRange.of(region.getStartKey(), region.getEndKey()).intersect(range))
            .isEqualTo(range);
        assertThat(split.getLocations()).containsExactly(location.getHostname());
        assertThat(split)
            .hasToString(
                ("split of '%s' under %s: stored keys %s of the natural range %s, at %s")
                    .formatted(
                        table.name(),
                        LAYOUT + salt,
                        range,
                        split.natural(),
                        location.getHostname()));
      }
      assertThat(seen).hasSize(regions);
      // One user is in one place, and so in one region.
      Scan user =
          new Scan().withStartRow(Bytes.toBytes("4200")).withStopRow(Bytes.toBytes("4299"), true);
      assertThat(splits(table, user)).hasSize(1);
      Scan question = new Scan().setAttribute("halite.where", Bytes.toBytes("user = 42"));
      assertThat(splits(table, question)).hasSize(1);
    }
  }
}
