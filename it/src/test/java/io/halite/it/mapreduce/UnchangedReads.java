package io.halite.it.mapreduce;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.mapreduce.TableSplit;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** What a job with HBase's {@code TableInputFormat} does over the connection plug-in. */
public final class UnchangedReads {
  private final Configuration configuration;

  /** Reads of a table by this scan, with the settings of a cluster and the plug-in's line. */
  public UnchangedReads(Configuration cluster, TableName table, Scan scan) throws Exception {
    configuration = PlugIn.into(new Configuration(cluster));
    configuration.set(TableInputFormat.INPUT_TABLE, table.getNameAsString());
    configuration.set(TableInputFormat.SCAN, TableMapReduceUtil.convertScanToString(scan));
  }

  /** Sets a key of the job's configuration. */
  public UnchangedReads with(String key, String value) {
    configuration.set(key, value);
    return this;
  }

  private TableInputFormat format() {
    TableInputFormat format = new TableInputFormat();
    format.setConf(configuration);
    return format;
  }

  /** The splits. */
  public List<TableSplit> splits() throws Exception {
    List<InputSplit> splits =
        format().getSplits(new JobContextImpl(configuration, new JobID("job", 1)));
    return splits.stream().map(TableSplit.class::cast).toList();
  }

  /** The row keys of each split. */
  List<List<String>> keys() throws Exception {
    List<List<String>> keys = new ArrayList<>();
    for (TableSplit split : splits()) {
      keys.add(keys(split));
    }
    return keys;
  }

  private List<String> keys(TableSplit split) throws Exception {
    TaskAttemptContext task = new TaskAttemptContextImpl(configuration, new TaskAttemptID());
    List<String> keys = new ArrayList<>();
    try (RecordReader<ImmutableBytesWritable, Result> reader =
        format().createRecordReader(split, task)) {
      reader.initialize(split, task);
      while (reader.nextKeyValue()) {
        keys.add(Bytes.toString(reader.getCurrentKey().copyBytes()));
      }
    }
    return keys;
  }
}
