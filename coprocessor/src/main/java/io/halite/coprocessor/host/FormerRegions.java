package io.halite.coprocessor.host;

import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.io.HFileLink;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;

/**
 * The regions that were split or merged into one region, by the names of the files that it has of
 * them: HBase names a part of a file {@code <file>.<region>}, and a whole file {@code
 * <table>=<region>-<file>}. Stateless.
 */
public final class FormerRegions {
  private FormerRegions() {}

  /** The encoded names of the regions whose files {@code region} reads. */
  public static Set<String> of(HRegion region) {
    Set<String> names = new TreeSet<>();
    for (HStore store : region.getStores()) {
      for (HStoreFile file : store.getStorefiles()) {
        String name = file.getPath().getName();
        if (StoreFileInfo.isReference(name)) {
          names.add(StoreFileInfo.getReferredToRegionAndFile(name).getFirst());
        } else if (HFileLink.isHFileLink(name)) {
          names.add(HFileLink.getReferencedRegionName(name));
        }
      }
    }
    return names;
  }
}
