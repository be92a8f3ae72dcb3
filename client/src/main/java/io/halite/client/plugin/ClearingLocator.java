package io.halite.client.plugin;

import io.halite.client.mapreduce.LocatorDecorator;
import org.apache.hadoop.hbase.client.RegionLocator;

/** The real locator; the tables for scans forget locations with it. As safe for threads. */
final class ClearingLocator extends LocatorDecorator {
  private final ScanTables scans;

  ClearingLocator(RegionLocator real, ScanTables scans) {
    super(real);
    this.scans = scans;
  }

  @Override
  public void clearRegionLocationCache() {
    super.clearRegionLocationCache();
    scans.clearRegionLocationCache(getName());
  }
}
