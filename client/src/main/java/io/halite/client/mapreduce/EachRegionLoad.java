package io.halite.client.mapreduce;

import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.tool.BulkLoadHFilesTool;
import org.apache.hadoop.hbase.tool.LoadIncrementalHFiles;

/**
 * HBase's bulk load, which goes on with the other regions when one refuses its files.
 *
 * <p>HBase's own gives up at the first refusal and deletes its staging directory, while other
 * regions may still be moving files through it. Here each region has loaded its files, or they are
 * back where they were, when the error is thrown. For one load.
 */
final class EachRegionLoad extends BulkLoadHFilesTool {
  private final Queue<IOException> refusals = new ConcurrentLinkedQueue<>();

  EachRegionLoad(Configuration conf) {
    super(conf);
  }

  /**
   * Loads a directory of files.
   *
   * @throws IOException the first refusal of a region, after all regions have answered
   */
  void load(TableName table, Path directory) throws IOException {
    bulkLoad(table, directory);
    Iterator<IOException> refused = refusals.iterator();
    if (refused.hasNext()) {
      throw refused.next();
    }
  }

  @Override
  protected List<LoadIncrementalHFiles.LoadQueueItem> tryAtomicRegionLoad(
      Connection connection,
      TableName table,
      byte[] first,
      Collection<LoadIncrementalHFiles.LoadQueueItem> files,
      boolean copyFile)
      throws IOException {
    try {
      return super.tryAtomicRegionLoad(connection, table, first, files, copyFile);
    } catch (IOException e) {
      refusals.add(e);
      return List.of();
    }
  }
}
