package io.halite.it.cluster;

/**
 * A plain {@link EmbeddedCluster} of three region servers, without HDFS. Tests leave no table
 * behind.
 */
public final class SharedCluster extends ClusterOfRun<EmbeddedCluster> {
  /** For JUnit. */
  public SharedCluster() {
    super(EmbeddedCluster.class, () -> EmbeddedCluster.startWithoutHdfs(3, settings -> {}));
  }

  @Override
  protected boolean runs(EmbeddedCluster cluster) {
    return cluster.hasMaster();
  }
}
