package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.backup.BackupDriver;
import org.apache.hadoop.hbase.backup.RestoreDriver;
import org.apache.hadoop.hbase.backup.impl.BackupManager;
import org.apache.hadoop.hbase.backup.impl.BackupSystemTable;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * {@code hbase backup} and {@code hbase restore} on a cluster that has backups on.
 *
 * @param root the directory of the backups
 * @param site what the site of the tools has besides
 */
record Backups(
    EmbeddedCluster cluster, LocalJobs jobs, String root, UnaryOperator<Configuration> site) {
  /** Backups into a new directory. */
  static Backups of(EmbeddedCluster cluster, Path directory) throws Exception {
    String root = cluster.unusedPath().toString();
    return new Backups(cluster, new LocalJobs(cluster, directory), root, conf -> conf);
  }

  /** The same backups, by tools whose connections are those of the plug-in. */
  Backups overPlugIn() {
    return new Backups(cluster, jobs, root, PlugIn::into);
  }

  /** What HBase's book says a site needs for backups. */
  static void turnOn(Configuration site) {
    site.setBoolean("hbase.backup.enable", true);
    BackupManager.decorateMasterConfiguration(site);
    BackupManager.decorateRegionServerConfiguration(site);
  }

  /** Runs a tool of HBase or Halite on this cluster's files; returns its exit code. */
  int run(Tool tool, String... arguments) throws Exception {
    Configuration conf = jobs.configuration();
    conf.set("fs.defaultFS", cluster.configuration().get("fs.defaultFS"));
    conf.set("hbase.fs.tmp.dir", cluster.unusedPath().toString());
    conf.setInt("hbase.client.retries.number", 2);
    conf.setInt("hbase.bulkload.retries.number", 1);
    return ToolRunner.run(site.apply(conf), tool, arguments);
  }

  /** Makes a {@code full} or {@code incremental} backup of tables; returns its id. */
  String create(String type, TableName... tables) throws Exception {
    List<String> names = new ArrayList<>();
    for (TableName table : tables) {
      names.add(table.getNameAsString());
    }
    assertThat(run(new BackupDriver(), "create", type, root, "-t", String.join(",", names)))
        .isZero();
    try (BackupSystemTable history = new BackupSystemTable(cluster.connection())) {
      return history.getBackupHistory().get(0).getBackupId();
    }
  }

  /** Merges incremental backups into the last of them. */
  void merge(String... ids) throws Exception {
    assertThat(run(new BackupDriver(), "merge", String.join(",", ids))).isZero();
  }

  /** Restores a table of a backup under its own or another name; returns the exit code. */
  int restore(String id, TableName from, TableName to, String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(root, id, "-t", from.getNameAsString()));
    if (!from.equals(to)) {
      arguments.addAll(List.of("-m", to.getNameAsString()));
    }
    arguments.addAll(List.of(options));
    return run(new RestoreDriver() {}, arguments.toArray(String[]::new));
  }
}
