package io.halite.it.cluster;

/** An {@link EmbeddedCluster} that test classes share. Tests leave no table behind. */
public abstract class SharedEmbeddedCluster extends ClusterOfRun<EmbeddedCluster> {
  /** One cluster for all test classes that this very extension class is registered for. */
  protected SharedEmbeddedCluster(Start<EmbeddedCluster> start) {
    super(EmbeddedCluster.class, start);
  }

  @Override
  protected final boolean runs(EmbeddedCluster cluster) {
    return cluster.hasMaster();
  }
}
