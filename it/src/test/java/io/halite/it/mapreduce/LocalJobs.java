package io.halite.it.mapreduce;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** MapReduce jobs that run in this JVM, with their files below one directory. */
public record LocalJobs(EmbeddedCluster cluster, Path directory) {
  /** The rows that HBase's RowCounter has counted. */
  static long rowsCounted(Job count) throws IOException {
    return count
        .getCounters()
        .findCounter(
            "org.apache.hadoop.hbase.mapreduce.RowCounter$RowCounterMapper$Counters", "ROWS")
        .getValue();
  }

  /** A client's configuration under which jobs run here. */
  public Configuration configuration() throws IOException {
    Configuration configuration = new Configuration(cluster.configuration());
    // Absolute before the default file system changes, for jobs over snapshots.
    CommonFSUtils.setRootDir(configuration, CommonFSUtils.getRootDir(cluster.configuration()));
    configuration.set("mapreduce.framework.name", "local");
    configuration.set("mapreduce.cluster.local.dir", directory.resolve("local").toString());
    configuration.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    configuration.set(
        "mapreduce.jobtracker.staging.root.dir", directory.resolve("staging").toUri().toString());
    configuration.set("hbase.fs.tmp.dir", directory.resolve("partitions").toUri().toString());
    configuration.set("fs.defaultFS", "file:///");
    // There is one data node, and HBase would open a connection for each file to find it.
    configuration.setBoolean("hbase.bulkload.locality.sensitive.enabled", false);
    // How often a waiting tool looks whether its job has ended, 5 seconds by default.
    configuration.setInt("mapreduce.client.completion.pollinterval", 100);
    configuration.setInt("mapreduce.client.progressmonitor.pollinterval", 100);
    return configuration;
  }

  /** A directory that does not exist yet. */
  public String output() {
    return directory.resolve(UUID.randomUUID().toString()).toUri().toString();
  }

  /** Runs a tool of HBase as its command line does; returns the exit code. */
  public int run(Tool tool, String... arguments) throws Exception {
    return ToolRunner.run(configuration(), tool, arguments);
  }
}
