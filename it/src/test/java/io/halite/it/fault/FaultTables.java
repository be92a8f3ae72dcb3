package io.halite.it.fault;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;

/** Tables of this package's tests: a region for each bucket, and three for natural keys. */
final class FaultTables {
  private FaultTables() {}

  /** A table that is created and used by a client that gives up soon. */
  static TestTable create(EmbeddedCluster cluster, String spec) throws IOException {
    return TestTable.numbered("fault")
        .salted(spec)
        .splitBuckets()
        .splits("@", "p")
        .createImpatiently(cluster);
  }
}
