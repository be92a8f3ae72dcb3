package io.halite.it.cluster;

/** A plain {@link EmbeddedCluster} of three region servers, without HDFS. */
public final class SharedCluster extends SharedEmbeddedCluster {
  /** For JUnit. */
  public SharedCluster() {
    super(() -> EmbeddedCluster.startWithoutHdfs(3, settings -> {}));
  }
}
