package io.halite.coprocessor.gateway;

import io.halite.coprocessor.rights.ScannerOwner;
import java.io.IOException;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hbase.thirdparty.com.google.common.collect.MapMaker;

/**
 * Keeps what the hook before a scanner opens passes to the hook after it, for each scan of one
 * region.
 *
 * <p>HBase opens the region's own scanner between the two hooks, with the same {@link Scan} object.
 * The entry of a scan that never opens goes with its object. Thread-safe.
 */
public final class ScanOpenings {
  // The map compares weak keys by identity, so two equal scans are two openings.
  private final ConcurrentMap<Scan, Replacement> openings = new MapMaker().weakKeys().makeMap();

  /** Makes the scanner that replaces the one which HBase has opened in the region. */
  public interface Replacement {
    /**
     * Returns the scanner that answers the client.
     *
     * @param core the region's own scanner
     * @param owner the user who may read and close the scanner
     */
    RegionScanner of(RegionScanner core, ScannerOwner owner) throws IOException;
  }

  /** Notes the replacement of the scanner that HBase is about to open for a scan. */
  public void before(Scan scan, Replacement replacement) {
    openings.put(scan, replacement);
  }

  /**
   * Returns the scanner that takes the place of the one that HBase has opened.
   *
   * @throws DoNotRetryIOException if the scan was opened without its first hook
   */
  public RegionScanner after(Scan scan, RegionScanner core, ScannerOwner owner) throws IOException {
    Replacement replacement = openings.remove(scan);
    if (replacement == null) {
      throw new DoNotRetryIOException(
          "region "
              + core.getRegionInfo().getRegionNameAsString()
              + " opened a scan for which the hook preScannerOpen of SaltingObserver did not run");
    }
    return replacement.of(core, owner);
  }
}
