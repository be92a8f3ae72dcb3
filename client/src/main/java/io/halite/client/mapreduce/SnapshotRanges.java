package io.halite.client.mapreduce;

import io.halite.keys.KeyRange;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.merge.PlainReading;
import io.halite.routing.scan.UnorderedScan;
import io.halite.routing.scan.WhereAttribute;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.mapreduce.TableSnapshotInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableSnapshotInputFormatImpl;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * The ranges of one split, read from the files of a region.
 *
 * <p>No owner shows natural keys to the filter here, so HBase's reader returns whole rows with all
 * their versions, and each row is read once more under its natural key, as joined rows are.
 */
final class SnapshotRanges implements RangeReader.Source {
  private final UnorderedScan scan;
  private final TableSnapshotInputFormatImpl.InputSplit region;

  SnapshotRanges(UnorderedScan scan, TableSnapshotInputFormatImpl.InputSplit region) {
    this.scan = scan;
    this.region = region;
  }

  /** Does nothing: a snapshot keeps the spec that it was taken with. */
  @Override
  public void check() {}

  @Override
  public RangeReader.Part open(KeyRange range, TaskAttemptContext context)
      throws IOException, InterruptedException {
    TableSnapshotInputFormat.TableSnapshotRegionSplit part =
        new TableSnapshotInputFormat.TableSnapshotRegionSplit(
            new TableSnapshotInputFormatImpl.InputSplit(
                withoutPolicy(region.getTableDescriptor()),
                region.getRegionInfo(),
                List.of(region.getLocations()),
                stored(range, context.getConfiguration()),
                new Path(region.getRestoreDir())));
    TaskAttemptContext task = RangeTask.of(context);
    RecordReader<ImmutableBytesWritable, Result> reader =
        new TableSnapshotInputFormat().createRecordReader(part, task);
    reader.initialize(part, task);
    return new RangeReader.Part(reader, conversion());
  }

  /** HBase would look for the class of the table's split policy, which only servers have. */
  static TableDescriptor withoutPolicy(TableDescriptor table) {
    return TableDescriptorBuilder.newBuilder(table)
        .removeValue(Bytes.toBytes(TableDescriptorBuilder.SPLIT_POLICY))
        .build();
  }

  private Scan stored(KeyRange range, Configuration ofTask) throws IOException {
    SaltedTable table = scan.natural().table();
    Scan whole =
        new Scan(scan.natural().scan())
            .setScanMetricsEnabled(
                ofTask.getBoolean(
                    TableSnapshotInputFormatImpl.SNAPSHOT_INPUTFORMAT_SCAN_METRICS_ENABLED,
                    TableSnapshotInputFormatImpl
                        .SNAPSHOT_INPUTFORMAT_SCAN_METRICS_ENABLED_DEFAULT));
    return table.reads().copiesForJoin(whole, List.of(range), 0).get(0);
  }

  private RangeReader.Conversion conversion() throws IOException {
    // Each range has a filter of its own, since a filter remembers that it has ended its range.
    String asked = TableMapReduceUtil.convertScanToString(scan.natural().scan());
    Scan natural = TableMapReduceUtil.convertStringToScan(asked);
    WhereAttribute.installUnbounded(natural, scan.natural().table());
    if (scan.scattered() && natural.getFilter() != null) {
      // Rows come in no natural order, so a filter of its own judges each of them.
      String text = TableMapReduceUtil.convertScanToString(natural);
      return row -> read(row, reading(TableMapReduceUtil.convertStringToScan(text)));
    }
    PlainReading reading = reading(natural);
    return row -> read(row, reading);
  }

  private PlainReading reading(Scan natural) throws IOException {
    return new PlainReading(
        natural, FamilyRules.of(region.getTableDescriptor()), System::currentTimeMillis);
  }

  private Optional<Result> read(Result stored, PlainReading reading) throws IOException {
    Optional<Result> natural = scan.natural(stored);
    if (natural.isEmpty() || reading.isDone()) {
      return Optional.empty();
    }
    List<Cell> cells = reading.read(Arrays.asList(natural.get().rawCells()));
    return cells.isEmpty() ? Optional.empty() : Optional.of(Result.create(cells));
  }

  @Override
  public void close() {}
}
