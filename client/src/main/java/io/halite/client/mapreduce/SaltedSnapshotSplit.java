package io.halite.client.mapreduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.hbase.mapreduce.TableSnapshotInputFormatImpl;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * The part of a snapshot that one task reads: stored ranges of one region.
 *
 * <p>It says what it is, as {@link SaltedTableSplit} does. Hadoop fills it once; after that it is
 * not changed.
 */
public final class SaltedSnapshotSplit extends InputSplit implements Writable {
  private final SaltedTableSplit part;
  private final TableSnapshotInputFormatImpl.InputSplit region;

  /** For Hadoop, which then calls {@link #readFields}. */
  public SaltedSnapshotSplit() {
    this(new SaltedTableSplit(), new TableSnapshotInputFormatImpl.InputSplit());
  }

  SaltedSnapshotSplit(SaltedTableSplit part, TableSnapshotInputFormatImpl.InputSplit region) {
    this.part = part;
    this.region = region;
  }

  /** What is read. */
  SaltedTableSplit part() {
    return part;
  }

  /** The region's files. */
  TableSnapshotInputFormatImpl.InputSplit region() {
    return region;
  }

  /** Never 0, which is what HBase 2.6.4 gives for each region: Spark reads no split of size 0. */
  @Override
  public long getLength() {
    return Math.max(1, region.getLength());
  }

  @Override
  public String[] getLocations() {
    return region.getLocations();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    part.write(out);
    region.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    part.readFields(in);
    region.readFields(in);
  }

  @Override
  public String toString() {
    return "snapshot: " + part;
  }
}
