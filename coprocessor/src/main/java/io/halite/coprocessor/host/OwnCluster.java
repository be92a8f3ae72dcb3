package io.halite.coprocessor.host;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;

/**
 * Which writes come from another cluster, by the ids that HBase's replication puts on them.
 *
 * <p>Import and CopyTable put the id of the cluster on their writes whose site they read, most
 * often this one. Stateless.
 */
public final class OwnCluster {
  /** What {@link Mutation#setClusterIds} sets. */
  private static final String IDS = "_cs.id";

  /** The ids of 250 clusters; a client may send any number, before its rights are judged. */
  private static final int MOST_BYTES = 4_096;

  private OwnCluster() {}

  /** Whether a write has the id of another cluster than that of {@code env}. */
  public static Predicate<Mutation> otherThan(RegionCoprocessorEnvironment env) {
    Optional<String> here = idOf(env.getOnlineRegions());
    return write -> isOfOther(write, here);
  }

  /**
   * Whether a write, as it arrives, has the id of another cluster than that of {@code server}; not
   * if the ids cannot be read, or are more than 250.
   */
  public static boolean isOfOther(MutationProto write, Object server) {
    for (NameBytesPair attribute : write.getAttributeList()) {
      if (attribute.getName().equals(IDS) && attribute.getValue().size() <= MOST_BYTES) {
        // HBase reads the ids from a mutation of its client alone, of any row.
        Put read = new Put(new byte[1]);
        read.setAttribute(IDS, attribute.getValue().toByteArray());
        try {
          return isOfOther(read, idOf(server));
        } catch (IllegalStateException tooShort) {
          return false;
        }
      }
    }
    return false;
  }

  private static boolean isOfOther(Mutation write, Optional<String> here) {
    return write.getClusterIds().stream()
        .map(UUID::toString)
        .anyMatch(id -> here.filter(id::equals).isEmpty());
  }

  private static Optional<String> idOf(Object server) {
    return server instanceof HRegionServer regions
        ? Optional.ofNullable(regions.getClusterId())
        : Optional.empty();
  }
}
