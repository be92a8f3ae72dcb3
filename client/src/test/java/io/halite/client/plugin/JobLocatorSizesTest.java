package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.mapreduce.JobLocator;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.TableInputFormatBase;
import org.apache.hadoop.hbase.mapreduce.TableSplit;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.junit.jupiter.api.Test;

/** The sizes of an unchanged job's splits, on a table whose splits are its four regions. */
class JobLocatorSizesTest {
  private static final byte[][] STARTS = {{}, {1}, {2}, {3}};
  private static final byte[][] ENDS = {{1}, {2}, {3}, {}};
  private static final List<HRegionLocation> REGIONS =
      IntStream.range(0, STARTS.length).mapToObj(JobLocatorSizesTest::region).toList();

  private final Configuration conf = new Configuration(false);
  private final Fake<Admin> admin =
      new Fake<>(Admin.class).on("getConfiguration", any -> conf).on("close", any -> null);

  /** The user is not shown the spec. */
  private final Fake<Table> table =
      new Fake<>(Table.class)
          .on("getName", any -> Salted.NAME)
          .on("get", any -> Result.EMPTY_RESULT)
          .on("close", any -> null);

  private final Connection stored =
      new Fake<>(Connection.class)
          .on("getTable", any -> table.build())
          .on("getAdmin", any -> admin.build())
          .build();

  private final JobLocator locator =
      new JobLocator(
          conf,
          new Fake<>(RegionLocator.class)
              .on("getName", any -> Salted.NAME)
              .on("getStartEndKeys", any -> Pair.newPair(STARTS, ENDS))
              .on("getAllRegionLocations", any -> REGIONS)
              .on("getRegionLocation", row -> covering((byte[]) row.get(0)))
              .build(),
          table::build,
          stored);

  private static HRegionLocation region(int i) {
    return new HRegionLocation(
        RegionInfoBuilder.newBuilder(Salted.NAME).setStartKey(STARTS[i]).setEndKey(ENDS[i]).build(),
        ServerName.valueOf("127.0.0.1" + i % 2, 16020, 1));
  }

  private static HRegionLocation covering(byte[] row) {
    return REGIONS.stream()
        .filter(each -> each.getRegion().containsRow(row))
        .findFirst()
        .orElseThrow();
  }

  /** A job's format, which asks for locations and sizes by HBase's own classes. */
  private static final class Format extends TableInputFormatBase {
    private List<TableSplit> splits(RegionLocator regions, Connection connection)
        throws IOException {
      setScan(new Scan());
      initializeTable(
          new Fake<>(Connection.class)
              .on("getTable", any -> connection.getTable(Salted.NAME))
              .on("getRegionLocator", any -> regions)
              .on("getAdmin", any -> connection.getAdmin())
              .build(),
          Salted.NAME);
      return getSplits(new JobContextImpl(new Configuration(false), new JobID("job", 1))).stream()
          .map(TableSplit.class::cast)
          .toList();
    }
  }

  /** Gives the regions these sizes; each server knows those of its own. */
  private void sizes(int... megabytes) {
    admin.on(
        "getRegionMetrics",
        server ->
            IntStream.range(0, STARTS.length)
                .filter(i -> REGIONS.get(i).getServerName().equals(server.get(0)))
                .mapToObj(i -> metrics(REGIONS.get(i), megabytes[i]))
                .toList());
  }

  private static RegionMetrics metrics(HRegionLocation region, int megabytes) {
    return new Fake<>(RegionMetrics.class)
        .on("getRegionName", any -> region.getRegion().getRegionName())
        .on("getNameAsString", any -> region.getRegion().getRegionNameAsString())
        .on("getStoreFileSize", any -> new Size(megabytes, Size.Unit.MEGABYTE))
        .on("getMemStoreSize", any -> new Size(0, Size.Unit.MEGABYTE))
        .build();
  }

  /** Spark reads no split of size 0; the second and the last region have that size. */
  @Test
  void aSplitWhoseRegionStoresNothingHasTheSizeAndTheHostOfOneThatDoes() throws Exception {
    sizes(1, 0, 5, 0);
    List<TableSplit> splits = new Format().splits(locator, stored);
    assertThat(splits.stream().map(split -> Bytes.toStringBinary(split.getStartRow())))
        .containsExactly("", "\\x01", "\\x02", "\\x03");
    assertThat(splits.stream().map(split -> split.getLength() >> 20))
        .containsExactly(1L, 1L, 5L, 5L);
    assertThat(splits.stream().map(TableSplit::getEncodedRegionName))
        .isEqualTo(
            IntStream.of(0, 0, 2, 2)
                .mapToObj(i -> REGIONS.get(i).getRegion().getEncodedName())
                .toList());
  }

  @Test
  void whereNothingIsStoredASplitHasItsOwnRegion() throws Exception {
    sizes(0, 0, 0, 0);
    assertThat(new Format().splits(locator, stored).stream().map(TableSplit::getEncodedRegionName))
        .isEqualTo(REGIONS.stream().map(each -> each.getRegion().getEncodedName()).toList());
  }

  @Test
  void allOthersAreShownTheRealRegionsAndNoServerIsAskedForThem() throws Exception {
    assertThat(locator.getAllRegionLocations()).isSameAs(REGIONS);
    assertThat(admin.count("getRegionMetrics")).isZero();
    sizes(1, 0, 5, 0);
    new Format().splits(locator, stored);
    assertThat(locator.getRegionLocation(new byte[] {3}, false)).isSameAs(REGIONS.get(3));
  }
}
