package io.halite.it.cluster;

/**
 * The same as {@link SharedCluster}, on HDFS: for tests of jobs and of files, whose tools ask for
 * it.
 */
public final class SharedHdfsCluster extends ClusterOfRun<EmbeddedCluster> {
  /** For JUnit. */
  public SharedHdfsCluster() {
    super(EmbeddedCluster.class, () -> EmbeddedCluster.start(3));
  }

  @Override
  protected boolean runs(EmbeddedCluster cluster) {
    return cluster.hasMaster();
  }
}
