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

/** One region in a temporary directory; its store files are in the block cache. */
public final class RealRegion implements AutoCloseable {
  private static final byte[] F = {'f'};

  private final HBaseTestingUtility utility;
  private final HRegion region;

  private RealRegion(HBaseTestingUtility utility, HRegion region) {
    this.utility = utility;
    this.region = region;
  }

  /** A region without rows, of the family {@code f}. */
  public static RealRegion empty() throws IOException {
    HBaseTestingUtility utility = new HBaseTestingUtility();
    Configuration configuration = utility.getConfiguration();
    Path root = utility.getDataTestDir();
    configuration.set("hbase.rootdir", root.toUri().toString());
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("bench"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
            .build();
    RegionInfo info = RegionInfoBuilder.newBuilder(table.getTableName()).build();
    return new RealRegion(
        utility,
        HBaseTestingUtility.createRegionAndWAL(
            info, root, configuration, table, BlockCacheFactory.createBlockCache(configuration)));
  }

  /**
   * A region of these rows, dealt out to so many files, each with the given columns of one byte.
   */
  static RealRegion of(AscendingKeys keys, int files, String... columns) throws IOException {
    RealRegion empty = empty();
    Configuration configuration = empty.utility.getConfiguration();
    for (int i = 0; i < files; i++) {
      Path file = new Path(empty.utility.getDataTestDir(), "load/f/rows" + i);
      write(configuration, file, keys, i, files, columns);
      empty.region.bulkLoadHFiles(List.of(new Pair<>(F, file.toString())), false, null);
    }
    ofStoreFileScanner("instrument");
    return empty;
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

  public HRegion region() {
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
