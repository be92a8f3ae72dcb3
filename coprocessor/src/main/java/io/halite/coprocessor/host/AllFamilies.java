package io.halite.coprocessor.host;

import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * The families of a scan that names none. Before HBase checks the rights to a client's scan, it
 * names all of them; who may read one of them, or a part of it, is refused a scan without any.
 * Stateless.
 */
public final class AllFamilies {
  private AllFamilies() {}

  /** Names all families of the region's table on a scan that names none; returns the scan. */
  public static Scan putOn(Scan scan, Region region) {
    if (!scan.hasFamilies()) {
      region.getTableDescriptor().getColumnFamilyNames().forEach(scan::addFamily);
    }
    return scan;
  }
}
