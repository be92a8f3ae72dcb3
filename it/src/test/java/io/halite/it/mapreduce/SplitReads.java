package io.halite.it.mapreduce;

import io.halite.client.mapreduce.SaltedTableInputFormat;
import io.halite.client.mapreduce.SaltedTableSplit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
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

/** What a job would do with the splits of a table: make them, send them, read them. */
public final class SplitReads {
  private final Configuration configuration;

  /** Reads of a table by this scan, with the settings of a cluster. */
  public SplitReads(Configuration cluster, TableName table, Scan scan) throws Exception {
    configuration = new Configuration(cluster);
    configuration.set(TableInputFormat.INPUT_TABLE, table.getNameAsString());
    configuration.set(TableInputFormat.SCAN, TableMapReduceUtil.convertScanToString(scan));
  }

  SplitReads with(String key, String value) {
    configuration.set(key, value);
    return this;
  }

  private SaltedTableInputFormat format() {
    SaltedTableInputFormat format = new SaltedTableInputFormat();
    format.setConf(configuration);
    return format;
  }

  /** The splits, as tasks receive them. */
  public List<SaltedTableSplit> splits() throws Exception {
    List<SaltedTableSplit> splits = new ArrayList<>();
    for (InputSplit split :
        format().getSplits(new JobContextImpl(configuration, new JobID("job", 1)))) {
      splits.add(sent((SaltedTableSplit) split));
    }
    return splits;
  }

  private static SaltedTableSplit sent(SaltedTableSplit split) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    split.write(new DataOutputStream(bytes));
    SaltedTableSplit read = new SaltedTableSplit();
    read.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    return read;
  }

  /** The rows of one split. */
  public List<Result> read(SaltedTableSplit split) throws Exception {
    TaskAttemptContext task = new TaskAttemptContextImpl(configuration, new TaskAttemptID());
    List<Result> rows = new ArrayList<>();
    try (RecordReader<ImmutableBytesWritable, Result> reader =
        format().createRecordReader(split, task)) {
      reader.initialize(split, task);
      while (reader.nextKeyValue()) {
        Result row = reader.getCurrentValue();
        if (!Bytes.equals(row.getRow(), reader.getCurrentKey().copyBytes())) {
          throw new AssertionError("key " + reader.getCurrentKey() + " of row " + row);
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** The row keys of these splits, one by one. */
  List<String> keys(List<SaltedTableSplit> splits) throws Exception {
    List<String> keys = new ArrayList<>();
    for (SaltedTableSplit split : splits) {
      read(split).forEach(row -> keys.add(Bytes.toString(row.getRow())));
    }
    return keys;
  }

  /** The row keys of all splits. */
  List<String> keys() throws Exception {
    return keys(splits());
  }
}
