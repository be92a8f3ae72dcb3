package io.halite.coprocessor.host;

import java.io.IOException;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/** The files of one region, which hold what is no longer read from a WAL. Stateless. */
public final class FlushedFiles {
  private FlushedFiles() {}

  /** When the newest was written, in milliseconds since the epoch by its file system; 0 if none. */
  public static long newestMillis(HRegion region) throws IOException {
    long newest = 0;
    for (HStore store : region.getStores()) {
      for (HStoreFile file : store.getStorefiles()) {
        newest = Math.max(newest, file.getModificationTimestamp());
      }
    }
    return newest;
  }
}
