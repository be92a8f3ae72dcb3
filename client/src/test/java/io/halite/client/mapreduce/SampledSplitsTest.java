package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.junit.jupiter.api.Test;

/** The splits of a job whose tasks read in natural order. */
class SampledSplitsTest {
  private static final String SPEC = "key=row:4,salt=hash(row) % 4";

  private final Configuration conf = new Configuration(false);
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE);
  private final JobContextImpl job = new JobContextImpl(conf, new JobID("job", 1));

  /** Keys {@code 0000}, {@code 0001} and so on; the regions' borders cut at {@code 5}. */
  private static OpenedConnections table(int rows) {
    return new OpenedConnections(
        SPEC, IntStream.range(0, rows).mapToObj("%04d"::formatted).toList());
  }

  private SaltedTableInputFormat format(OpenedConnections connections, int wanted) {
    conf.set(TableInputFormat.INPUT_TABLE, OpenedConnections.NAME.getNameAsString());
    conf.setInt(SaltedTableInputFormat.NATURAL_SPLITS_KEY, wanted);
    SaltedTableInputFormat format = new SaltedTableInputFormat(connections);
    format.setConf(conf);
    return format;
  }

  /** Where a table of so many rows is cut if each scan takes so long. */
  private List<String> cuts(int rows, int secondsOfAScan, int wanted) throws Exception {
    OpenedConnections connections = table(rows);
    connections.beforeEachScan(() -> now.addAndGet(TimeUnit.SECONDS.toNanos(secondsOfAScan)));
    try (Connection connection = connections.open(conf);
        Table table = connection.getTable(OpenedConnections.NAME);
        RegionLocator regions = connection.getRegionLocator(OpenedConnections.NAME)) {
      SaltedTable salted = new SaltedTable(OpenedConnections.NAME, SaltingSpec.parse(SPEC));
      return new SampledSplits(table, salted, new Scan(), now::get)
          .of(List.of(regions.getStartEndKeys().getFirst()), wanted).stream()
              .skip(1)
              .map(tile -> Bytes.toStringBinary(tile.start()))
              .toList();
    }
  }

  @Test
  void aJobThatIsInterruptedWhileItSamplesEnds() {
    OpenedConnections connections = table(9);
    SaltedTableInputFormat format = format(connections, 8);
    connections.interruptReaders();
    assertThatThrownBy(() -> format.getSplits(job)).isInstanceOf(InterruptedIOException.class);
    assertThat(connections.stillOpen()).isZero();
  }

  @Test
  void samplesGiveNoMoreSplitsThanTheirBound() throws Exception {
    assertThat(format(table(400), 150).getSplits(job)).hasSize(SampledTiles.MOST);
    assertThat(format(table(400), 20).getSplits(job)).hasSize(20);
  }

  /** As {@code TableInputFormat} shuffles regions. */
  @Test
  void naturalRangesAreShuffledForAJobThatAsksForIt() throws Exception {
    SaltedTableInputFormat format = format(table(400), 20);
    List<String> sorted = starts(format);
    assertThat(sorted).isSorted().hasSize(20);
    conf.setBoolean(TableInputFormat.SHUFFLE_MAPS, true);
    List<String> once = starts(format);
    List<String> again = starts(format);
    assertThat(once).containsExactlyInAnyOrderElementsOf(sorted);
    assertThat(List.of(once, again)).isNotEqualTo(List.of(sorted, sorted));
  }

  private List<String> starts(SaltedTableInputFormat format) throws Exception {
    return format.getSplits(job).stream()
        .map(split -> Bytes.toString(((SaltedTableSplit) split).natural().start()))
        .toList();
  }

  @Test
  void moreBordersThanTheBoundAreAllUsed() throws Exception {
    List<byte[]> starts =
        IntStream.range(0, 130).mapToObj(i -> new byte[] {'5', (byte) i}).toList();
    SaltedTable salted = new SaltedTable(OpenedConnections.NAME, SaltingSpec.parse(SPEC));
    try (Connection connection = table(400).open(conf);
        Table table = connection.getTable(OpenedConnections.NAME)) {
      SampledSplits splits = new SampledSplits(table, salted, new Scan(), now::get);
      assertThat(splits.of(starts, 200)).hasSize(131);
      assertThat(splits.of(starts, 120)).hasSize(120);
    }
  }

  @Test
  void keysAreSampledUntilTheTimeEnds() throws Exception {
    assertThat(cuts(80, 1, 8)).hasSize(7);
    assertThat(cuts(80, 20, 8)).as("two scans of twenty seconds").containsExactly("0020", "0040");
  }

  @Test
  void whenTheTimeEndsBordersCutThatGiveMore() throws Exception {
    assertThat(cuts(EvenCuts.WHOLE, TimedKeys.SECONDS, 8)).containsExactly("5");
  }
}
