package io.halite.client.mapreduce;

import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.mapreduce.TableMapper;
import org.apache.hadoop.hbase.mapreduce.TableSnapshotInputFormat;
import org.apache.hadoop.mapreduce.Job;

/**
 * Sets up jobs over salted tables, in the manner of {@code TableMapReduceUtil}.
 *
 * <pre>{@code
 * SaltedTableJobs.initTableMapperJob(
 *     TableName.valueOf("flights"), new Scan(),
 *     Arrivals.class, Text.class, LongWritable.class, job);
 * }</pre>
 *
 * <p>The mapper is given natural keys. Credentials and jars are those of {@code
 * TableMapReduceUtil}, with Halite's jars added. Stateless.
 */
public final class SaltedTableJobs {
  private SaltedTableJobs() {}

  /**
   * Sets a job up to read a table with {@link SaltedTableInputFormat}, and sends the jars of the
   * job, of HBase and of Halite with it.
   *
   * @param scan of natural keys
   */
  public static void initTableMapperJob(
      TableName table,
      Scan scan,
      Class<? extends TableMapper<?, ?>> mapper,
      Class<?> outputKey,
      Class<?> outputValue,
      Job job)
      throws IOException {
    initTableMapperJob(table, scan, mapper, outputKey, outputValue, job, true);
  }

  /**
   * The same.
   *
   * @param addDependencyJars whether to send jars with the job; tasks without them need Halite on
   *     the class path of the cluster
   */
  public static void initTableMapperJob(
      TableName table,
      Scan scan,
      Class<? extends TableMapper<?, ?>> mapper,
      Class<?> outputKey,
      Class<?> outputValue,
      Job job,
      boolean addDependencyJars)
      throws IOException {
    TableMapReduceUtil.initTableMapperJob(
        table.getNameAsString(),
        scan,
        mapper,
        outputKey,
        outputValue,
        job,
        addDependencyJars,
        true,
        SaltedTableInputFormat.class);
    addJars(job, addDependencyJars);
  }

  /**
   * Sets a job up to read a snapshot of a salted table with {@link SaltedSnapshotInputFormat}.
   *
   * @param scan of natural keys
   * @param addDependencyJars whether to send jars with the job
   * @param restoreDir a directory outside of HBase's root directory, to which the job links the
   *     files of the snapshot; it can be deleted when the job has ended
   */
  public static void initSnapshotMapperJob(
      String snapshot,
      Scan scan,
      Class<? extends TableMapper<?, ?>> mapper,
      Class<?> outputKey,
      Class<?> outputValue,
      Job job,
      boolean addDependencyJars,
      Path restoreDir)
      throws IOException {
    TableSnapshotInputFormat.setInput(job, snapshot, restoreDir);
    TableMapReduceUtil.initTableMapperJob(
        snapshot,
        scan,
        mapper,
        outputKey,
        outputValue,
        job,
        addDependencyJars,
        false,
        SaltedSnapshotInputFormat.class);
    TableMapReduceUtil.resetCacheConfig(job.getConfiguration());
    addJars(job, addDependencyJars);
  }

  private static void addJars(Job job, boolean wanted) throws IOException {
    if (wanted) {
      TableMapReduceUtil.addDependencyJarsForClasses(
          job.getConfiguration(), SaltedTableJobs.class, SegmentFilter.class, SaltingSpec.class);
    }
  }
}
