package io.halite.client.mapreduce;

import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.HFileInputFormat;
import org.apache.hadoop.hbase.mapreduce.HFileOutputFormat2;
import org.apache.hadoop.hbase.util.MapReduceExtendedCell;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The job that makes files of stored keys, one for each family and region, of files of natural
 * keys. Where no MapReduce framework is configured it runs in this JVM. Not thread-safe.
 */
final class StoredFilesJob {
  private static final Logger LOG = LoggerFactory.getLogger(StoredFilesJob.class);
  private static final String LOCAL = "local";
  private static final long POLL_MILLIS = 500;

  /** How often a job that was killed is looked at until it has ended. */
  private static final int MOST_POLLS = 60;

  private final Job job;
  private final Path output;
  private final Path refusal;
  private volatile boolean submitted;

  private StoredFilesJob(Job job, Path output, Path refusal) {
    this.job = job;
    this.output = output;
    this.refusal = refusal;
  }

  /** Sets the job up; it writes into {@code output}, which must not exist. */
  static StoredFilesJob of(
      Configuration site,
      NaturalFiles files,
      SaltedTable salted,
      Table table,
      RegionLocator regions,
      Path output)
      throws IOException {
    Job job = Job.getInstance(site, "files of stored keys for " + table.getName());
    Configuration conf = job.getConfiguration();
    Path refusal = output.suffix(".refusal");
    conf.set(NaturalFileMapper.REFUSAL, refusal.toString());
    // A job that a site allows to lose tasks would succeed without their rows.
    conf.setInt(MRJobConfig.MAP_FAILURES_MAX_PERCENT, 0);
    conf.setInt(MRJobConfig.REDUCE_FAILURES_MAXPERCENT, 0);
    // Of equal cells in a file, the one with the higher sequence id is the newer one.
    conf.setBoolean(HFileOutputFormat2.EXTENDED_CELL_SERIALIZATION_ENABLED_KEY, true);
    job.setJarByClass(StoredFilesJob.class);
    job.setInputFormatClass(HFileInputFormat.class);
    FileInputFormat.setInputPaths(job, files.paths().toArray(Path[]::new));
    FileOutputFormat.setOutputPath(job, output);
    job.setMapperClass(NaturalFileMapper.class);
    job.setMapOutputKeyClass(ImmutableBytesWritable.class);
    job.setMapOutputValueClass(MapReduceExtendedCell.class);
    SaltedOutput.install(job, salted, table, regions);
    if (conf.get("mapreduce.framework.name", LOCAL).equals(LOCAL)) {
      runHere(conf);
    }
    return new StoredFilesJob(job, output, refusal);
  }

  /** For a test: what the job's tasks read. */
  Configuration configuration() {
    return job.getConfiguration();
  }

  private static void runHere(Configuration conf) {
    // Tasks run on this class path, and the local runner would copy each jar.
    conf.unset("tmpjars");
    String processors = Integer.toString(Runtime.getRuntime().availableProcessors());
    conf.setIfUnset("mapreduce.local.map.tasks.maximum", processors);
    conf.setIfUnset("mapreduce.local.reduce.tasks.maximum", processors);
  }

  /**
   * Runs the job. If this thread is interrupted, or the job cannot be followed, the job is killed.
   *
   * @return how many cells it wrote
   * @throws IOException with the reason if it failed; then it has left no file
   */
  long run(PrintStream progress) throws IOException, InterruptedException {
    boolean made = false;
    // The command may be ended by a signal, while its job runs on other servers.
    AtExit atExit = AtExit.run(this::endAtExit);
    try {
      follow(progress);
      // A framework that lets tasks fail all the same has left out the file that one refused.
      made = job.isSuccessful() && !isRefused();
      if (!made) {
        throw failure();
      }
      return job.getCounters().findCounter(TaskCounter.REDUCE_OUTPUT_RECORDS).getValue();
    } finally {
      atExit.forget();
      end(made);
    }
  }

  private void endAtExit() {
    try {
      end(false);
    } catch (IOException e) {
      LOG.warn("{} may still run, and '{}' may hold files of it", job.getJobID(), output, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void follow(PrintStream progress) throws IOException, InterruptedException {
    try {
      job.submit();
    } catch (ClassNotFoundException e) {
      throw new IOException("a class of the job was not found", e);
    }
    submitted = true;
    int shown = -1;
    while (!job.isComplete()) {
      shown = show(shown, progress);
      Thread.sleep(POLL_MILLIS);
    }
    show(shown, progress);
  }

  /** Leaves no job, no reason, and files only if they are all made. */
  private void end(boolean made) throws IOException, InterruptedException {
    if (!submitted) {
      return;
    }
    FileSystem files = output.getFileSystem(job.getConfiguration());
    if (!made) {
      kill();
      files.delete(output, true);
    }
    files.delete(refusal, false);
  }

  private void kill() throws IOException, InterruptedException {
    if (job.isComplete()) {
      return;
    }
    job.killJob();
    // Its tasks would write below the directory that is about to be deleted.
    for (int polls = 0; polls < MOST_POLLS && !job.isComplete(); polls++) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Hadoop's figures may go back for a moment; these never do. */
  private int show(int shown, PrintStream progress) throws IOException {
    int now = Math.round(50 * (job.mapProgress() + job.reduceProgress()));
    if (now > shown) {
      progress.printf("made %d%% of the files of stored keys%n", now);
    }
    return Math.max(now, shown);
  }

  private boolean isRefused() throws IOException {
    return refusal.getFileSystem(job.getConfiguration()).exists(refusal);
  }

  private IOException failure() throws IOException, InterruptedException {
    String ended =
        job.isSuccessful()
            ? "left a file out"
            : job.getJobState().toString().toLowerCase(Locale.ROOT);
    return new IOException(
        "job %s %s: %s; nothing was loaded".formatted(job.getJobID(), ended, reason()));
  }

  private String reason() throws IOException {
    if (!isRefused()) {
      return "its log has the cause";
    }
    FileSystem files = refusal.getFileSystem(job.getConfiguration());
    try (FSDataInputStream in = files.open(refusal)) {
      return in.readUTF();
    }
  }
}
