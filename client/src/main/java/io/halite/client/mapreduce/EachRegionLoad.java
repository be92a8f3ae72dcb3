package io.halite.client.mapreduce;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.tool.BulkLoadHFilesTool;
import org.apache.hadoop.hbase.tool.LoadIncrementalHFiles;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.common.collect.Multimap;

/**
 * HBase's bulk load, which goes on with the other regions when one refuses its files.
 *
 * <p>HBase's own gives up at the first refusal and deletes its staging directory, while other
 * regions may still be moving files through it. Here each region has loaded its files, or they are
 * back where they were, when the error is thrown. For one load; final but for its test, which has no
 * cluster.
 */
class EachRegionLoad extends BulkLoadHFilesTool {
  private final StoredFiles stored;
  private final Queue<IOException> refusals = new ConcurrentLinkedQueue<>();

  /** A load of these files. */
  EachRegionLoad(Configuration conf, StoredFiles stored) {
    super(conf);
    this.stored = stored;
  }

  /**
   * Loads the files.
   *
   * @throws IOException the first refusal of a region, after all regions have answered; or that
   *     files are not loaded, though no region refused any
   */
  void load(TableName table) throws IOException {
    bulkLoad(table, stored.directory());
    Iterator<IOException> refused = refusals.iterator();
    if (refused.hasNext()) {
      throw refused.next();
    }
    // HBase passes over files, of which it says nothing.
    if (stored.count() > 0) {
      throw new IOException(
          "HBase's bulk load ended without an error and without %d files of stored keys"
              .formatted(stored.count()));
    }
  }

  @Override
  protected Pair<List<LoadIncrementalHFiles.LoadQueueItem>, String> groupOrSplit(
      Multimap<ByteBuffer, LoadIncrementalHFiles.LoadQueueItem> regions,
      LoadIncrementalHFiles.LoadQueueItem file,
      Table table,
      Pair<byte[][], byte[][]> borders)
      throws IOException {
    Pair<List<LoadIncrementalHFiles.LoadQueueItem>, String> result =
        super.groupOrSplit(regions, file, table, borders);
    // Null if the file lies in one region, or is gone.
    if (result != null && result.getFirst() != null) {
      stored.split(file.getFilePath(), paths(result.getFirst()));
    }
    return result;
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
      List<LoadIncrementalHFiles.LoadQueueItem> again =
          super.tryAtomicRegionLoad(connection, table, first, files, copyFile);
      if (again.isEmpty()) {
        stored.loaded(paths(files));
      }
      return again;
    } catch (IOException e) {
      refusals.add(e);
    } catch (RuntimeException e) {
      refusals.add(new IOException(e));
    }
    return List.of();
  }

  private static List<Path> paths(Collection<LoadIncrementalHFiles.LoadQueueItem> files) {
    return files.stream().map(LoadIncrementalHFiles.LoadQueueItem::getFilePath).toList();
  }
}
