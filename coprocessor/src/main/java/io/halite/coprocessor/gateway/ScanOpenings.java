package io.halite.coprocessor.gateway;

import io.halite.coprocessor.rights.ScannerOwner;
import java.io.IOException;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hbase.thirdparty.com.google.common.collect.MapMaker;

/**
 * What the hook before a scanner opens leaves to the hook after it, for each scan of one region.
 *
 * <p>HBase opens the region's own scanner between the two hooks, with the same {@link Scan} object.
 * A scan that never opens is forgotten with its object. Thread-safe.
 */
public final class ScanOpenings {
  // Weak keys are compared by identity, which is what makes two scans alike two openings.
  private final ConcurrentMap<Scan, Replacement> openings = new MapMaker().weakKeys().makeMap();

  /** Puts a scanner in place of the region's own. */
  public interface Replacement {
    /**
     * The scanner that answers the client.
     *
     * @param core the region's own scanner
     * @param owner who may read on and close the scanner
     */
    RegionScanner of(RegionScanner core, ScannerOwner owner) throws IOException;
  }

  /** Notes what is to replace the scanner of a scan, which HBase is about to open. */
  public void before(Scan scan, Replacement replacement) {
    openings.put(scan, replacement);
  }

  /**
   * The scanner in place of the one that HBase has opened.
   *
   * @throws DoNotRetryIOException if the scan was opened without its first hook
   */
  public RegionScanner after(Scan scan, RegionScanner core, ScannerOwner owner) throws IOException {
    Replacement replacement = openings.remove(scan);
    if (replacement == null) {
      throw new DoNotRetryIOException(
          "region "
              + core.getRegionInfo().getRegionNameAsString()
              + " opened a scan for which no coprocessor hook ran before: a coprocessor before"
              + " SaltingObserver has exchanged the scan");
    }
    return replacement.of(core, owner);
  }
}
