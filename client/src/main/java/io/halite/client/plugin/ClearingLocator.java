package io.halite.client.plugin;

import io.halite.client.mapreduce.LocatorDecorator;
import org.apache.hadoop.hbase.client.RegionLocator;

/** The real locator; the connection for scans forgets locations with it. As safe for threads. */
final class ClearingLocator extends LocatorDecorator {
  private final ScanConnection scans;

  ClearingLocator(RegionLocator real, ScanConnection scans) {
    super(real);
    this.scans = scans;
  }

  @Override
  public void clearRegionLocationCache() {
    super.clearRegionLocationCache();
    scans.clearRegionLocationCache(getName());
  }
}
