package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/** A job of mappers alone in this JVM, with its files below one directory. */
final class LocalJob {
  private final Path directory;
  private final Job job;

  LocalJob(EmbeddedCluster cluster, Path directory, String name) throws IOException {
    this.directory = directory;
    this.job = Job.getInstance(configuration(cluster, directory), name);
    job.setNumReduceTasks(0);
  }

  /** What a client of the cluster needs to run jobs in this JVM. */
  static Configuration configuration(EmbeddedCluster cluster, Path directory) throws IOException {
    Configuration configuration = new Configuration(cluster.configuration());
    // Absolute before the default file system changes, for jobs over snapshots.
    CommonFSUtils.setRootDir(configuration, CommonFSUtils.getRootDir(cluster.configuration()));
    configuration.set("mapreduce.framework.name", "local");
    configuration.set("mapreduce.cluster.local.dir", directory.resolve("local").toString());
    configuration.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    configuration.set(
        "mapreduce.jobtracker.staging.root.dir", directory.resolve("staging").toUri().toString());
    configuration.set("fs.defaultFS", "file:///");
    return configuration;
  }

  /** The job, to be set up. */
  Job job() {
    return job;
  }

  /** Runs the job of a {@link KeyMapper}; returns what it wrote, in any order. */
  List<String> keys() throws Exception {
    job.setOutputFormatClass(TextOutputFormat.class);
    Path output = directory.resolve("keys");
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output.toUri()));
    assertThat(job.waitForCompletion(false)).isTrue();
    try (Stream<Path> parts = Files.list(output)) {
      List<String> keys = new ArrayList<>();
      for (Path part : parts.filter(p -> p.getFileName().toString().startsWith("part")).toList()) {
        keys.addAll(Files.readAllLines(part));
      }
      return keys;
    }
  }
}
