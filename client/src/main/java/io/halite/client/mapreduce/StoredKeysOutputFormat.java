package io.halite.client.mapreduce;

import io.halite.keys.KeyBytes;
import io.halite.keys.RowKeyException;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.HFileOutputFormat2;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;

/**
 * {@code HFileOutputFormat2} for stored keys alone.
 *
 * <p>A mapper that is set after {@link SaltingMapper} takes its place, and the job would write
 * natural keys. Such a job ends before it begins. What reaches the files in another way, such as an
 * RDD of Spark, is verified row by row; a random salt does not distinguish all natural keys from
 * stored ones.
 */
public final class StoredKeysOutputFormat extends HFileOutputFormat2 {
  /** Public, since MapReduce and Spark make one by reflection; a job names the class alone. */
  public StoredKeysOutputFormat() {}

  @Override
  public void checkOutputSpecs(JobContext job) throws IOException {
    try {
      Class<?> mapper = job.getMapperClass();
      if (mapper != SaltingMapper.class) {
        throw new IOException(
            "mapper %s of job '%s' replaces the one that salts its rows for table '%s':"
                    .formatted(
                        mapper.getName(),
                        job.getJobName(),
                        SaltingMapper.table(job.getConfiguration()).name())
                + " set the mapper before configureIncrementalLoad");
      }
    } catch (ClassNotFoundException e) {
      throw new IOException("the mapper of job '" + job.getJobName() + "' was not found", e);
    }
    super.checkOutputSpecs(job);
  }

  @Override
  public RecordWriter<ImmutableBytesWritable, Cell> getRecordWriter(TaskAttemptContext context)
      throws IOException, InterruptedException {
    return new Verifying(
        super.getRecordWriter(context), SaltingMapper.table(context.getConfiguration()));
  }

  /** Writes cells of stored keys, and no others. */
  static final class Verifying extends RecordWriter<ImmutableBytesWritable, Cell> {
    private final RecordWriter<ImmutableBytesWritable, Cell> files;
    private final SaltedTable table;
    private byte[] verified = new byte[0];

    Verifying(RecordWriter<ImmutableBytesWritable, Cell> files, SaltedTable table) {
      this.files = files;
      this.table = table;
    }

    /** Writes a cell; none means that HBase begins another file. */
    @Override
    public void write(@Nullable ImmutableBytesWritable row, @Nullable Cell cell)
        throws IOException, InterruptedException {
      if (cell != null && !CellUtil.matchingRows(cell, verified)) {
        verify(CellUtil.cloneRow(cell));
      }
      files.write(row, cell);
    }

    private void verify(byte[] row) throws IOException {
      try {
        table.salt().verify(row, 0, row.length);
        verified = row;
      } catch (RowKeyException e) {
        throw new IOException(
            "row %s is not a stored key, so that nobody would find it: let the job's mapper write"
                    .formatted(KeyBytes.readable(row))
                + " all rows, and set the mapper before configureIncrementalLoad ("
                + table
                + ")",
            e);
      }
    }

    @Override
    public void close(TaskAttemptContext context) throws IOException, InterruptedException {
      files.close(context);
    }
  }
}
