package io.halite.client.mapreduce;

import io.halite.filters.natural.FilterAdmission;
import io.halite.filters.segment.ScanRange;
import io.halite.keys.KeyRange;
import io.halite.routing.merge.WantedRanges;
import io.halite.routing.scan.UnorderedScan;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.mapreduce.TableSnapshotInputFormatImpl;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * {@code TableSnapshotInputFormat} for a snapshot of a salted table: a split for each region that
 * holds rows of the scan, read from its files, with natural keys.
 *
 * <p>The tasks read the files of HBase themselves, so the user needs the right to read them, and no
 * region server judges what is read. {@link SaltedTableJobs#initSnapshotMapperJob} sets it up. The
 * scan's filter sees natural keys. Snapshots of tables without salt are read by {@code
 * TableSnapshotInputFormat}; those of multi-place salts cannot be read, because the cells of a row
 * lie in several regions.
 */
public final class SaltedSnapshotInputFormat extends InputFormat<ImmutableBytesWritable, Result> {
  /** For Hadoop. */
  public SaltedSnapshotInputFormat() {}

  /**
   * Returns the splits; each row of the scan is in exactly one of them.
   *
   * @throws IOException if the scan is reversed, the table of the snapshot has no salt, or regions
   *     cannot answer the scan alone
   */
  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration all = new Configuration(context.getConfiguration());
    Scan scan = scan(all);
    all.set(
        TableInputFormat.SCAN,
        TableMapReduceUtil.convertScanToString(
            new Scan(scan).withStartRow(new byte[0]).withStopRow(new byte[0])));
    List<InputSplit> splits = new ArrayList<>();
    Optional<UnorderedScan> asked = Optional.empty();
    WantedRanges wanted = WantedRanges.ALL;
    List<TableSnapshotInputFormatImpl.InputSplit> cuts =
        TableSnapshotInputFormatImpl.getSplits(all);
    for (int i = 0; i < cuts.size(); i++) {
      TableSnapshotInputFormatImpl.InputSplit region = cuts.get(i);
      if (asked.isEmpty()) {
        asked = Optional.of(unordered(table(region.getTableDescriptor()), scan, all));
        wanted = asked.get().natural().wanted();
      }
      SaltedTable table = asked.get().natural().table();
      List<KeyRange> part = RegionPart.of(asked.get(), wanted, range(cuts, i));
      if (!part.isEmpty()) {
        SaltedTableSplit of =
            SaltedTableSplit.ofStored(
                table.name().getNameAsString(),
                table.spec().toString(),
                asked.get().natural().range(),
                part,
                String.join(" ", region.getLocations()),
                region.getLength());
        splits.add(new SaltedSnapshotSplit(of, region));
      }
    }
    return splits;
  }

  private static Scan scan(Configuration conf) throws IOException {
    Scan scan = TableSnapshotInputFormatImpl.extractScanFromConf(conf);
    RangeReader.requireForward(scan);
    return scan;
  }

  /**
   * Returns the range of a split. HBase cuts a region of open ends between a first and a last key
   * of its own, such as eight bytes {@code FF}: the outer splits reach to the region's ends.
   */
  private static KeyRange range(List<TableSnapshotInputFormatImpl.InputSplit> cuts, int i)
      throws IOException {
    RegionInfo region = cuts.get(i).getRegionInfo();
    KeyRange cut = ScanRange.of(TableMapReduceUtil.convertStringToScan(cuts.get(i).getScan()));
    boolean first = i == 0 || !cuts.get(i - 1).getRegionInfo().equals(region);
    boolean last = i == cuts.size() - 1 || !cuts.get(i + 1).getRegionInfo().equals(region);
    return KeyRange.of(
        first ? region.getStartKey() : cut.start(), last ? region.getEndKey() : cut.stop());
  }

  private static SaltedTable table(TableDescriptor descriptor) throws IOException {
    return RegionSpec.stored(descriptor)
        .orElseThrow(
            () ->
                new IOException(
                    "table '"
                        + descriptor.getTableName()
                        + "' was not salted when the snapshot was taken: read it with"
                        + " TableSnapshotInputFormat"));
  }

  private static UnorderedScan unordered(SaltedTable table, Scan scan, Configuration conf)
      throws IOException {
    if (scan.getBatch() > 0) {
      throw new IOException(
          "the scan of this job has a batch of "
              + scan.getBatch()
              + ", and a task over a snapshot gives whole rows: leave setBatch out, or read the"
              + " table with SaltedTableInputFormat ("
              + table
              + ")");
    }
    Set<String> rowLocal =
        Set.copyOf(Arrays.asList(conf.getTrimmedStrings(FilterAdmission.ROW_LOCAL_SETTING)));
    return UnorderedScan.of(scan, table, rowLocal)
        .orElseThrow(
            () ->
                new IOException(
                    "the regions of a snapshot cannot answer this scan one by one: a row has"
                        + " several places under a random salt, and a limit, a page or"
                        + " halite.latest counts over all regions; a table without salt is read by"
                        + " TableSnapshotInputFormat: leave the limit out, or read the table with"
                        + " SaltedTableInputFormat ("
                        + table
                        + ")"));
  }

  /** Returns a reader of one split; Hadoop initializes and closes it. */
  @Override
  public RecordReader<ImmutableBytesWritable, Result> createRecordReader(
      InputSplit split, TaskAttemptContext context) throws IOException {
    if (!(split instanceof SaltedSnapshotSplit of)) {
      throw RangeReader.foreign(split, SaltedSnapshotInputFormat.class);
    }
    Configuration conf = context.getConfiguration();
    SaltedTable table = table(of.region().getTableDescriptor());
    return new RangeReader(
        new SnapshotRanges(unordered(table, scan(conf), conf), of.region()),
        of.part().ranges(),
        RangeTask.rowLimit(conf));
  }
}
