package io.halite.it.door;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedEmbeddedCluster;

/**
 * An {@link EmbeddedCluster} of three region servers that redirect the connections of all gateway
 * regions, with quotas enabled. Tests leave no changed setting and no dead server behind.
 */
public final class SharedDoorCluster extends SharedEmbeddedCluster {
  /** For JUnit. */
  public SharedDoorCluster() {
    super(
        () ->
            EmbeddedCluster.startWithoutHdfs(
                3,
                settings -> {
                  DoorCluster.turnOn(settings);
                  settings.setBoolean("hbase.quota.enabled", true);
                  // Owners read the blocks, as docs/operations.md says.
                  settings.setBoolean("hbase.quota.use.result.size.bytes", true);
                  // HBase would count the regions of a table again after 12 hours.
                  settings.setInt("hbase.quota.cache.ttl.region.states.ms", 0);
                }));
  }
}
