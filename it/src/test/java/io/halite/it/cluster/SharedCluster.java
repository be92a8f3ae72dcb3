package io.halite.it.cluster;

/** A plain {@link EmbeddedCluster} of three region servers. Tests leave no table behind. */
public final class SharedCluster extends ClusterOfRun<EmbeddedCluster> {
  /** For JUnit. */
  public SharedCluster() {
    super(EmbeddedCluster.class, () -> EmbeddedCluster.start(3));
  }

  @Override
  protected boolean runs(EmbeddedCluster cluster) {
    return cluster.hasMaster();
  }
}
