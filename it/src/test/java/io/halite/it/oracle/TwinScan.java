package io.halite.it.oracle;

import io.halite.it.oracle.Population.Kind;
import io.halite.routing.scan.UnorderedAttribute;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A scan of a salted table and the scan of its plain twin that means the same. They differ where
 * the first has a scan attribute of Halite.
 *
 * @param kinds what the scan counts as if it finds a row
 */
record TwinScan(Scan salted, Scan plain, Set<Kind> kinds) {
  /**
   * This scan, but one with a filter that names columns begins at the least key, not at the empty
   * row. There HBase may call a filter before it has read a key of a region that has been flushed,
   * and a PrefixFilter fails.
   *
   * @param shortestKey so many bytes each key has at least
   */
  TwinScan fromLeastKey(int shortestKey) throws IOException {
    boolean isFromEmptyRow = plain.getStartRow().length == 0 && !plain.isReversed();
    if (!isFromEmptyRow || !plain.hasFilter() || !plain.hasFamilies()) {
      return this;
    }
    byte[] least = new byte[shortestKey];
    return new TwinScan(
        new Scan(salted).withStartRow(least), new Scan(plain).withStartRow(least), kinds);
  }

  /** Whether the salted table may answer in any order; the plain one ignores the attribute. */
  boolean isUnordered() {
    return salted.getAttribute(UnorderedAttribute.ATTRIBUTE) != null;
  }

  /** A scan that both understand. */
  static TwinScan ofBoth(Scan scan) {
    return new TwinScan(scan, scan, Set.of());
  }
}
