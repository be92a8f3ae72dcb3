package io.halite.client.mapreduce;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.util.Pair;

/** A locator that asks the real one. As safe for threads. */
public abstract class LocatorDecorator implements RegionLocator {
  /** The real locator. */
  protected final RegionLocator real;

  /** Over a locator, which is closed with this one. */
  protected LocatorDecorator(RegionLocator real) {
    this.real = real;
  }

  @Override
  public void clearRegionLocationCache() {
    real.clearRegionLocationCache();
  }

  @Override
  public HRegionLocation getRegionLocation(byte[] row) throws IOException {
    return real.getRegionLocation(row);
  }

  @Override
  public HRegionLocation getRegionLocation(byte[] row, boolean reload) throws IOException {
    return real.getRegionLocation(row, reload);
  }

  @Override
  public HRegionLocation getRegionLocation(byte[] row, int replicaId) throws IOException {
    return real.getRegionLocation(row, replicaId);
  }

  @Override
  public HRegionLocation getRegionLocation(byte[] row, int replicaId, boolean reload)
      throws IOException {
    return real.getRegionLocation(row, replicaId, reload);
  }

  @Override
  public List<HRegionLocation> getRegionLocations(byte[] row) throws IOException {
    return real.getRegionLocations(row);
  }

  @Override
  public List<HRegionLocation> getRegionLocations(byte[] row, boolean reload) throws IOException {
    return real.getRegionLocations(row, reload);
  }

  @Override
  public List<HRegionLocation> getAllRegionLocations() throws IOException {
    return real.getAllRegionLocations();
  }

  /**
   * Not of {@link #getStartEndKeys}, as the default: {@link JobLocator} answers that for splits.
   */
  @Override
  public byte[][] getStartKeys() throws IOException {
    return real.getStartKeys();
  }

  @Override
  public byte[][] getEndKeys() throws IOException {
    return real.getEndKeys();
  }

  @Override
  public Pair<byte[][], byte[][]> getStartEndKeys() throws IOException {
    return real.getStartEndKeys();
  }

  @Override
  public TableName getName() {
    return real.getName();
  }

  @Override
  public void close() throws IOException {
    real.close();
  }
}
