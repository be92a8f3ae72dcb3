package io.halite.coprocessor.latest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.StoreScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.wal.WALFactory;

/** A region of HBase without its server: a memstore, files in a directory, and no log. */
public final class RegionOnDisk implements AutoCloseable {
  /** The family {@code f}. */
  public static final byte[] F = Bytes.toBytes("f");

  /** The family {@code g}. */
  public static final byte[] G = Bytes.toBytes("g");

  private static final int DAY_SECONDS = 24 * 60 * 60;

  private final WALFactory logs;
  private final HRegion region;

  private RegionOnDisk(WALFactory logs, HRegion region) {
    this.logs = logs;
    this.region = region;
  }

  /**
   * A region of families {@code f} and {@code g}, whose scanners look at the time at each cell. The
   * cells of {@code g} live for a day.
   */
  public static RegionOnDisk create(Path directory) throws IOException {
    return create(directory, Map.of());
  }

  /** The same, of a table with these values. */
  public static RegionOnDisk create(Path directory, Map<String, String> values) throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.set(HConstants.HBASE_DIR, directory.toUri().toString());
    conf.setBoolean(WALFactory.WAL_ENABLED, false);
    // Chunks are made by a server.
    conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    conf.setLong(StoreScanner.HBASE_CELLS_SCANNED_PER_HEARTBEAT_CHECK, 1);
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(G).setTimeToLive(DAY_SECONDS).build());
    values.forEach(table::setValue);
    RegionInfo info = RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();
    WALFactory logs = new WALFactory(conf, "region-on-disk");
    return new RegionOnDisk(
        logs,
        HRegion.createHRegion(
            info,
            new org.apache.hadoop.fs.Path(directory.toUri()),
            conf,
            table.build(),
            logs.getWAL(info)));
  }

  /** From now on each look at HBase's clock moves it on by a millisecond, until {@link #close}. */
  public AtomicLong tick() {
    AtomicLong now = new AtomicLong(1_000_000);
    EnvironmentEdgeManager.injectEdge(now::incrementAndGet);
    return now;
  }

  /** The open region. */
  public HRegion region() {
    return region;
  }

  @Override
  public void close() throws IOException {
    EnvironmentEdgeManager.reset();
    region.close();
    logs.close();
  }
}
