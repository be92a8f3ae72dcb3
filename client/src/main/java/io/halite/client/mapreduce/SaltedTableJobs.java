package io.halite.client.mapreduce;

import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.HFileOutputFormat2;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.mapreduce.TableMapper;
import org.apache.hadoop.hbase.mapreduce.TableSnapshotInputFormat;
import org.apache.hadoop.hbase.util.RegionSplitter;
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
 * <p>Mappers are given and write natural keys. Credentials and jars are those of {@code
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
   * Sets a job up to read a snapshot of a salted table with {@link SaltedSnapshotInputFormat}, with
   * a split of each region that stores rows.
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
    initRestoredMapperJob(snapshot, scan, mapper, outputKey, outputValue, job, addDependencyJars);
  }

  /**
   * The same, with several splits of each region.
   *
   * @param algorithm how HBase cuts a region, such as {@code RegionSplitter.UniformSplit}
   * @param splitsPerRegion how many splits of a region, at most
   */
  public static void initSnapshotMapperJob(
      String snapshot,
      Scan scan,
      Class<? extends TableMapper<?, ?>> mapper,
      Class<?> outputKey,
      Class<?> outputValue,
      Job job,
      boolean addDependencyJars,
      Path restoreDir,
      RegionSplitter.SplitAlgorithm algorithm,
      int splitsPerRegion)
      throws IOException {
    TableSnapshotInputFormat.setInput(job, snapshot, restoreDir, algorithm, splitsPerRegion);
    initRestoredMapperJob(snapshot, scan, mapper, outputKey, outputValue, job, addDependencyJars);
  }

  private static void initRestoredMapperJob(
      String snapshot,
      Scan scan,
      Class<? extends TableMapper<?, ?>> mapper,
      Class<?> outputKey,
      Class<?> outputValue,
      Job job,
      boolean addDependencyJars)
      throws IOException {
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

  /**
   * Sets a job up whose mapper writes rows of natural keys, to write files of stored keys, in place
   * of {@code HFileOutputFormat2.configureIncrementalLoad}.
   *
   * <p>The mapper's class, and {@code Put}, {@code KeyValue} or {@code MapReduceExtendedCell} as
   * the class of its values, must be set before. Under {@code hash(*) % 16} its row {@code 41 54
   * 4C} goes to the file of the region that holds {@code 0C·41 54 4C}. {@code BulkLoadHFiles} loads
   * the files. For a table without salt this is the method of {@code HFileOutputFormat2}.
   *
   * @throws IOException if the table is indexed, or the mapper's values are of another class
   */
  public static void configureIncrementalLoad(Job job, Table table, RegionLocator regions)
      throws IOException {
    Optional<SaltedTable> salted = RegionSpec.writable(table);
    if (salted.isEmpty()) {
      HFileOutputFormat2.configureIncrementalLoad(job, table, regions);
      return;
    }
    Class<?> mapper = SaltingMapper.mapper(job);
    SaltedOutput.install(job, salted.get(), table, regions);
    TableMapReduceUtil.addDependencyJarsForClasses(job.getConfiguration(), mapper);
    addJars(job, true);
  }

  private static void addJars(Job job, boolean wanted) throws IOException {
    if (wanted) {
      TableMapReduceUtil.addDependencyJarsForClasses(
          job.getConfiguration(), SaltedTableJobs.class, SegmentFilter.class, SaltingSpec.class);
    }
  }
}
