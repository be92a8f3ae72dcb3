package io.halite.filters.segment;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.BlockCacheFactory;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.util.Pair;

/** One region over few store files in a temporary directory, all of them in the block cache. */
final class RealRegion implements AutoCloseable {
  private static final byte[] F = {'f'};

  private final HBaseTestingUtility utility;
  private final HRegion region;

  private RealRegion(HBaseTestingUtility utility, HRegion region) {
    this.utility = utility;
    this.region = region;
  }

  /**
   * A region of these rows, dealt out to so many files, each with the given columns of one byte.
   */
  static RealRegion of(AscendingKeys keys, int files, String... columns) throws IOException {
    HBaseTestingUtility utility = new HBaseTestingUtility();
    Configuration configuration = utility.getConfiguration();
    Path root = utility.getDataTestDir();
    configuration.set("hbase.rootdir", root.toUri().toString());
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("bench"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
            .build();
    RegionInfo info = RegionInfoBuilder.newBuilder(table.getTableName()).build();
    HRegion region =
        HBaseTestingUtility.createRegionAndWAL(
            info, root, configuration, table, BlockCacheFactory.createBlockCache(configuration));
    for (int i = 0; i < files; i++) {
      Path file = new Path(root, "load/f/rows" + i);
      write(configuration, file, keys, i, files, columns);
      region.bulkLoadHFiles(List.of(new Pair<>(F, file.toString())), false, null);
    }
    ofStoreFileScanner("instrument");
    return new RealRegion(utility, region);
  }

  private static void write(
      Configuration configuration,
      Path file,
      AscendingKeys keys,
      int first,
      int step,
      String[] columns)
      throws IOException {
    FileSystem files = file.getFileSystem(configuration);
    try (HFile.Writer writer =
        HFile.getWriterFactory(configuration, CacheConfig.DISABLED)
            .withPath(files, file)
            .withFileContext(new HFileContextBuilder().withBlockSize(64 * 1024).build())
            .create()) {
      for (int i = first; i < keys.count(); i += step) {
        byte[] row = keys.at(i);
        for (String column : columns) {
          writer.append(new KeyValue(row, F, Digits.of(column), 1, F));
        }
      }
    }
  }

  HRegion region() {
    return region;
  }

  /** How often a store file was asked to seek since the last call; HBase counts for its tests. */
  static long storeFileSeeks() {
    long seeks = (long) ofStoreFileScanner("getSeekCount");
    ofStoreFileScanner("instrument");
    return seeks;
  }

  private static Object ofStoreFileScanner(String name) {
    try {
      Method method = StoreFileScanner.class.getDeclaredMethod(name);
      method.setAccessible(true);
      return method.invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this HBase counts its seeks in another way", e);
    }
  }

  @Override
  public void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    utility.cleanupTestDir();
  }
}
