package io.halite.it.cluster;

/** The same as {@link SharedCluster}, on HDFS: for tests of tools that ask for it. */
public final class SharedHdfsCluster extends SharedEmbeddedCluster {
  /** For JUnit. */
  public SharedHdfsCluster() {
    super(() -> EmbeddedCluster.start(3));
  }
}
