package io.halite.it.oracle;

import io.halite.it.oracle.Population.Kind;
import io.halite.routing.scan.UnorderedAttribute;
import java.util.Set;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A scan of a salted table and the scan of its plain twin that means the same. They differ where
 * the first has a scan attribute of Halite.
 *
 * @param kinds what the scan counts as if it finds a row
 */
record TwinScan(Scan salted, Scan plain, Set<Kind> kinds) {
  /** Whether the salted table may answer in any order; the plain one ignores the attribute. */
  boolean isUnordered() {
    return salted.getAttribute(UnorderedAttribute.ATTRIBUTE) != null;
  }

  /** A scan that both understand. */
  static TwinScan ofBoth(Scan scan) {
    return new TwinScan(scan, scan, Set.of());
  }
}
