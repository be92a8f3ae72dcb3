package io.halite.coprocessor.host;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/**
 * Which writes come from another cluster, by the ids that HBase's replication puts on them.
 *
 * <p>Import and CopyTable put the id of the cluster on their writes whose site they read, most
 * often this one. Stateless.
 */
public final class OwnCluster {
  private OwnCluster() {}

  /** Whether a write has the id of another cluster than that of {@code env}. */
  public static Predicate<Mutation> otherThan(RegionCoprocessorEnvironment env) {
    Optional<String> here =
        env.getOnlineRegions() instanceof HRegionServer server
            ? Optional.ofNullable(server.getClusterId())
            : Optional.empty();
    return write ->
        write.getClusterIds().stream()
            .map(UUID::toString)
            .anyMatch(id -> here.filter(id::equals).isEmpty());
  }
}
