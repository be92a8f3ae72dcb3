package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.segment.ScanRange;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs over scans between bounds of the greatest length that HBase takes: behind an exclusive start
 * and behind an inclusive stop the next key is one byte longer.
 */
class LongBoundJobsTest {
  private static final byte[] LONGEST = of('b', KeyBytes.MAX_STORED_LENGTH);

  private final Configuration conf = new Configuration(false);

  private static byte[] of(char letter, int length) {
    return Bytes.toBytes(String.valueOf(letter).repeat(length));
  }

  /** Rows on both sides of the bound; with a byte of salt, the longest has one byte less. */
  private static List<String> rows(SaltingSpec spec) {
    int longest = KeyBytes.MAX_STORED_LENGTH - spec.salt().prefixWidth();
    return Stream.of(of('a', 1), of('b', 1), of('b', longest - 1), of('b', longest), of('c', 1))
        .map(Bytes::toString)
        .toList();
  }

  private static List<Scan> scans() {
    return List.of(
        new Scan().withStopRow(LONGEST, true),
        new Scan().withStartRow(LONGEST, false),
        new Scan().withStartRow(of('b', 1)).withStopRow(LONGEST, true),
        new Scan().withStartRow(LONGEST, false).withStopRow(of('c', 1), true),
        new Scan().withStartRow(LONGEST, false).withStopRow(of('c', LONGEST.length), true),
        new Scan().withStartRow(LONGEST).withStopRow(LONGEST, true));
  }

  /** What the tasks of a job read. */
  private List<String> read(OpenedConnections connections, Scan scan) throws Exception {
    conf.set(TableInputFormat.INPUT_TABLE, OpenedConnections.NAME.getNameAsString());
    conf.set(TableInputFormat.SCAN, TableMapReduceUtil.convertScanToString(scan));
    SaltedTableInputFormat format = new SaltedTableInputFormat(connections);
    format.setConf(conf);
    TaskAttemptContext task = new TaskAttemptContextImpl(conf, new TaskAttemptID());
    List<String> read = new ArrayList<>();
    for (InputSplit split : format.getSplits(new JobContextImpl(conf, new JobID("job", 1)))) {
      try (RecordReader<ImmutableBytesWritable, Result> reader =
          format.createRecordReader(split, task)) {
        reader.initialize(split, task);
        while (reader.nextKeyValue()) {
          read.add(Bytes.toString(reader.getCurrentKey().copyBytes()));
        }
      }
    }
    return read;
  }

  private void reads(OpenedConnections connections, List<String> rows) throws Exception {
    for (Scan scan : scans()) {
      KeyRange range = ScanRange.of(scan);
      assertThat(read(connections, scan))
          .as("%s", range)
          .containsExactlyInAnyOrderElementsOf(
              rows.stream().filter(row -> range.contains(Bytes.toBytes(row))).toList());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "salt=random % 4",
        "salt=none",
        "salt=hash(*) % 4",
        "key=row:1 rest:*,salt=reverse(row)",
        "key=row:1 rest:*,salt=md5(row)[0:4]"
      })
  void theRowsBetweenLongBoundsAreRead(String text) throws Exception {
    List<String> rows = rows(SaltingSpec.parse(text));
    reads(new OpenedConnections(text, rows), rows);
  }

  @Test
  void theRowsOfATableWithoutHaliteBetweenLongBoundsAreRead() throws Exception {
    List<String> rows = rows(SaltingSpec.parse("salt=none"));
    OpenedConnections connections = new OpenedConnections("salt=none", rows);
    connections.haveNoHalite();
    reads(connections, rows);
  }

  @Test
  void keysAreSampledBetweenLongBounds() throws Exception {
    String spec = "salt=hash(*) % 4";
    List<String> rows = rows(SaltingSpec.parse(spec));
    for (Scan scan : scans()) {
      conf.set(TableInputFormat.SCAN, TableMapReduceUtil.convertScanToString(scan));
      try (Connection connection = new OpenedConnections(spec, rows).open(conf);
          Table table = connection.getTable(OpenedConnections.NAME);
          RegionLocator regions = connection.getRegionLocator(OpenedConnections.NAME)) {
        List<byte[]> starts = List.of(regions.getStartEndKeys().getFirst());
        List<KeyRange> tiles =
            new SampledTiles(conf, table, table, System::nanoTime)
                .of(starts)
                .orElse(List.of(KeyRange.all()));
        assertThat(rows)
            .allSatisfy(
                row ->
                    assertThat(tiles.stream().filter(tile -> tile.contains(Bytes.toBytes(row))))
                        .hasSize(1));
      }
    }
  }

  /** Between two keys of the greatest length, the middle is one byte longer. */
  @Test
  void storedKeysAreSampledOnBothSidesOfALongCut() throws Exception {
    String spec = "key=row:1 rest:*,salt=md5(row)[0:4]";
    List<String> rows = rows(SaltingSpec.parse(spec));
    SaltedTable salted = new SaltedTable(OpenedConnections.NAME, SaltingSpec.parse(spec));
    byte[] cut = KeyBytes.next(LONGEST);
    try (Connection connection = new OpenedConnections(spec, rows).open(conf);
        Table table = connection.getTable(OpenedConnections.NAME)) {
      StoredKeys keys = new StoredKeys(table, salted, Set.of());
      List<byte[]> both = new ArrayList<>(keys.first(KeyRange.of(new byte[0], cut), 9));
      both.addAll(keys.first(KeyRange.of(cut, new byte[0]), 9));
      assertThat(both).hasSameSizeAs(rows);
    }
  }
}
