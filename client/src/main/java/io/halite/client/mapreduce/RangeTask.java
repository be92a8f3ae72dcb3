package io.halite.client.mapreduce;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.mapreduce.TableSnapshotInputFormatImpl;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * The task of one range of a split, as HBase's reader of that range sees it: without the limit of
 * rows, which is for the whole split and counts what the filter passes. It counts for the task.
 */
final class RangeTask extends TaskAttemptContextImpl {
  private static final String LIMIT =
      TableSnapshotInputFormatImpl.SNAPSHOT_INPUTFORMAT_ROW_LIMIT_PER_INPUTSPLIT;

  private final TaskAttemptContext task;

  private RangeTask(TaskAttemptContext task, Configuration ofRange) {
    super(ofRange, task.getTaskAttemptID());
    this.task = task;
  }

  /** The task for each of its ranges. */
  static RangeTask of(TaskAttemptContext task) {
    Configuration ofRange = new Configuration(task.getConfiguration());
    ofRange.unset(LIMIT);
    return new RangeTask(task, ofRange);
  }

  /** The most rows of one split; 0 or less for all. */
  static int rowLimit(Configuration ofJob) {
    return ofJob.getInt(LIMIT, 0);
  }

  @Override
  public Counter getCounter(Enum<?> name) {
    return task.getCounter(name);
  }

  @Override
  public Counter getCounter(String group, String name) {
    return task.getCounter(group, name);
  }

  @Override
  public void progress() {
    task.progress();
  }
}
