package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/** A job of mappers alone in this JVM, with its files below one directory. */
final class LocalJob {
  private final Path directory;
  private final Job job;

  LocalJob(EmbeddedCluster cluster, Path directory, String name) throws IOException {
    this.directory = directory;
    this.job = Job.getInstance(new LocalJobs(cluster, directory).configuration(), name);
    job.setNumReduceTasks(0);
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
