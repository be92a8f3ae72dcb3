package io.halite.client.mapreduce;

import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.HFileOutputFormat2;
import org.apache.hadoop.mapreduce.Job;

/** The set-up of jobs that write files for a salted table. Stateless. */
final class SaltedOutput {
  private SaltedOutput() {}

  /**
   * Sets a job up whose mapper writes rows of natural keys, to write files of stored keys.
   *
   * @throws IOException if such files cannot be made for the table, or not of what the mapper
   *     writes
   */
  static void install(Job job, SaltedTable salted, Table table, RegionLocator regions)
      throws IOException {
    requireNoIndex(salted);
    if (!StoredOutput.takes(job.getMapOutputValueClass())) {
      throw new IOException(
          "the mapper of job '%s' writes values of %s: %s"
              .formatted(
                  job.getJobName(), job.getMapOutputValueClass().getName(), StoredOutput.rule()));
    }
    if (job.getConfiguration()
        .getBoolean(HFileOutputFormat2.DISK_BASED_SORTING_ENABLED_KEY, false)) {
      throw new IOException(
          HFileOutputFormat2.DISK_BASED_SORTING_ENABLED_KEY
              + " is true: then the keys of the mapper are not rows, and cannot be given stored"
              + " keys; set it to false");
    }
    HFileOutputFormat2.configureIncrementalLoad(job, table, regions);
    SaltingMapper.install(job, salted);
    job.setOutputFormatClass(StoredKeysOutputFormat.class);
  }

  /** Refuses a table with indexes, whose regions refuse all files. */
  static void requireNoIndex(SaltedTable salted) throws IOException {
    if (!salted.spec().indexes().isEmpty()) {
      throw new IOException(
          "files are not loaded into an indexed table, since its index would not find their rows:"
              + " put the rows, or take index=… out of the table's attribute, load the files, put"
              + " it back, and run fill_index for each index ("
              + salted
              + ")");
    }
  }
}
