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
    try (SplitReader reader = open(List.of(split)).get(0)) {
      return reader.next(Integer.MAX_VALUE);
    }
  }

  /** A reader of each split, all of one input format. */
  List<SplitReader> open(List<SaltedTableSplit> splits) throws Exception {
    SaltedTableInputFormat format = format();
    TaskAttemptContext task = new TaskAttemptContextImpl(configuration, new TaskAttemptID());
    List<SplitReader> readers = new ArrayList<>();
    for (SaltedTableSplit split : splits) {
      SplitReader reader = new SplitReader(format.createRecordReader(split, task));
      readers.add(reader);
      reader.rows().initialize(split, task);
    }
    return readers;
  }

  /** A reader of one split. */
  record SplitReader(RecordReader<ImmutableBytesWritable, Result> rows) implements AutoCloseable {
    /** The next rows, so many at most. */
    List<Result> next(int most) throws Exception {
      List<Result> read = new ArrayList<>();
      while (read.size() < most && rows.nextKeyValue()) {
        Result row = rows.getCurrentValue();
        if (!Bytes.equals(row.getRow(), rows.getCurrentKey().copyBytes())) {
          throw new AssertionError("key " + rows.getCurrentKey() + " of row " + row);
        }
        read.add(row);
      }
      return read;
    }

    @Override
    public void close() throws Exception {
      rows.close();
    }
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
