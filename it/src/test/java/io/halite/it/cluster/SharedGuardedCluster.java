package io.halite.it.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.hbase.security.Superusers;

/**
 * A {@link GuardedCluster} of two region servers. Each test class has tables and users of its own
 * names.
 */
public final class SharedGuardedCluster extends ClusterOfRun<GuardedCluster> {
  /** For JUnit. */
  public SharedGuardedCluster() {
    super(GuardedCluster.class, () -> GuardedCluster.startOnHdfs(2, settings -> {}));
  }

  @Override
  protected boolean runs(GuardedCluster cluster) {
    return cluster.cluster().hasMaster();
  }

  /** HBase keeps one list of superusers for the whole JVM, of the cluster started last. */
  @Override
  protected void prepare(GuardedCluster cluster) {
    try {
      Superusers.initialize(cluster.cluster().configuration());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
