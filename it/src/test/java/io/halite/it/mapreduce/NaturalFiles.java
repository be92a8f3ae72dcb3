package io.halite.it.mapreduce;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;

/** A directory of HFiles, one below each family, in the file system of the cluster. */
record NaturalFiles(EmbeddedCluster cluster, Path directory) {
  /** An empty directory. */
  static NaturalFiles in(EmbeddedCluster cluster) throws IOException {
    Path directory = cluster.unusedPath();
    directory.getFileSystem(cluster.configuration()).mkdirs(directory);
    return new NaturalFiles(cluster, directory);
  }

  /** Adds one file for each family of these cells, which come in any order. */
  NaturalFiles with(List<KeyValue> cells) throws IOException {
    Map<String, TreeSet<KeyValue>> families = new TreeMap<>();
    for (KeyValue cell : cells) {
      families
          .computeIfAbsent(
              Bytes.toString(CellUtil.cloneFamily(cell)),
              family -> new TreeSet<>(CellComparator.getInstance()))
          .add(cell);
    }
    FileSystem files = directory.getFileSystem(cluster.configuration());
    for (Map.Entry<String, TreeSet<KeyValue>> family : families.entrySet()) {
      Path file = new Path(new Path(directory, family.getKey()), UUID.randomUUID().toString());
      try (HFile.Writer writer =
          HFile.getWriterFactory(cluster.configuration(), CacheConfig.DISABLED)
              .withPath(files, file)
              .withFileContext(new HFileContextBuilder().withIncludesTags(true).build())
              .create()) {
        for (KeyValue cell : family.getValue()) {
          writer.append(cell);
        }
      }
    }
    return this;
  }

  /** Loads them as they are, by HBase's own tool, and keeps them. */
  void loadAsTheyAre(TableName table) throws IOException {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setBoolean(BulkLoadHFiles.ALWAYS_COPY_FILES, true);
    BulkLoadHFiles.create(conf).bulkLoad(table, directory);
  }
}
