package io.halite.client.mapreduce;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.tool.BulkLoadHFilesTool;
import org.apache.hadoop.hbase.tool.LoadIncrementalHFiles;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.common.collect.Multimap;
import org.jspecify.annotations.Nullable;

/**
 * HBase's bulk load, which goes on with the other regions when one refuses its files.
 *
 * <p>HBase's own gives up at the first refusal and deletes its staging directory, while other
 * regions may still be moving files through it. Here each region has loaded its files, or they are
 * back where they were, when the error is thrown. For one load. A test that has no cluster extends
 * it.
 */
abstract class EachRegionLoad extends BulkLoadHFilesTool {
  private final StoredFiles stored;
  private final Queue<IOException> refusals = new ConcurrentLinkedQueue<>();

  /** Read by each call in HBase's threads, which go on when HBase has thrown an error. */
  private final ReadWriteLock calls = new ReentrantReadWriteLock();

  private volatile boolean ended;
  private volatile boolean stopped;

  /** A load of these files into a cluster. */
  static EachRegionLoad of(Configuration conf, StoredFiles stored) {
    return new EachRegionLoad(conf, stored) {};
  }

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
    try {
      bulkLoad(table, stored.directory());
    } catch (IOException | RuntimeException e) {
      end();
      refusals.forEach(e::addSuppressed);
      throw e;
    }
    Iterator<IOException> refused = refusals.iterator();
    if (refused.hasNext()) {
      IOException first = refused.next();
      refused.forEachRemaining(first::addSuppressed);
      throw first;
    }
    // HBase passes over some files, and says nothing of them.
    if (stored.count() > 0) {
      throw new IOException(
          stopped
              ? "the command was ended by a signal"
              : "HBase's bulk load ended without an error and without %d files of stored keys"
                  .formatted(stored.count()));
    }
  }

  @Override
  protected @Nullable Pair<List<LoadIncrementalHFiles.LoadQueueItem>, String> groupOrSplit(
      Multimap<ByteBuffer, LoadIncrementalHFiles.LoadQueueItem> regions,
      LoadIncrementalHFiles.LoadQueueItem file,
      Table table,
      Pair<byte[][], byte[][]> borders) {
    calls.readLock().lock();
    try {
      // Null takes the file out of this load, as HBase does with a file of one region.
      return ended ? null : grouped(regions, file, table, borders);
    } catch (IOException | RuntimeException e) {
      refusals.add(e instanceof IOException refusal ? refusal : new IOException(e));
    } finally {
      calls.readLock().unlock();
    }
    return null;
  }

  private @Nullable Pair<List<LoadIncrementalHFiles.LoadQueueItem>, String> grouped(
      Multimap<ByteBuffer, LoadIncrementalHFiles.LoadQueueItem> regions,
      LoadIncrementalHFiles.LoadQueueItem file,
      Table table,
      Pair<byte[][], byte[][]> borders)
      throws IOException {
    Pair<List<LoadIncrementalHFiles.LoadQueueItem>, String> result =
        super.groupOrSplit(regions, file, table, borders);
    // Null if the file lies in one region; without parts if it is gone.
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
      boolean copyFile) {
    calls.readLock().lock();
    try {
      if (!ended) {
        List<LoadIncrementalHFiles.LoadQueueItem> again =
            super.tryAtomicRegionLoad(connection, table, first, files, copyFile);
        if (again.isEmpty()) {
          stored.loaded(paths(files));
        }
        return again;
      }
    } catch (IOException | RuntimeException e) {
      refusals.add(e instanceof IOException refusal ? refusal : new IOException(e));
    } finally {
      calls.readLock().unlock();
    }
    return List.of();
  }

  /** Does not fail before its regions have answered: HBase deletes its staging directory then. */
  @Override
  protected void bulkLoadPhase(
      Table table,
      Connection connection,
      ExecutorService pool,
      Deque<LoadIncrementalHFiles.LoadQueueItem> queue,
      Multimap<ByteBuffer, LoadIncrementalHFiles.LoadQueueItem> regions,
      boolean copyFile,
      Map<LoadIncrementalHFiles.LoadQueueItem, ByteBuffer> loaded)
      throws IOException {
    boolean answered = false;
    try {
      super.bulkLoadPhase(table, connection, pool, queue, regions, copyFile, loaded);
      answered = true;
    } finally {
      if (!answered) {
        end();
      }
    }
  }

  /** Ends the load, from another thread: regions that are loading files finish them. */
  void stop() {
    stopped = true;
    end();
  }

  /** Waits for what runs in HBase's threads, and keeps what has not begun there from beginning. */
  private void end() {
    calls.writeLock().lock();
    try {
      ended = true;
    } finally {
      calls.writeLock().unlock();
    }
  }

  private static List<Path> paths(Collection<LoadIncrementalHFiles.LoadQueueItem> files) {
    return files.stream().map(LoadIncrementalHFiles.LoadQueueItem::getFilePath).toList();
  }
}
