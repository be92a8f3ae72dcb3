package io.halite.coprocessor.door;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRegionLoadStats;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * The load of regions in the answer to a batch, by which clients with {@code
 * hbase.client.backpressure.enabled} wait before their next batch. HBase reports that of the guest,
 * and the client knows the region that it has asked for.
 *
 * <p>Example: region {@code 60} is served by guest {@code 40}, whose memstore is half full, as
 * HBase says. The client reads that of {@code 60}. Stateless.
 */
final class GuestStatistics {
  private GuestStatistics() {}

  /**
   * The answer with the names of the client's regions. Where the client has asked for several
   * regions of one guest, or for the guest itself, too, each has its load.
   *
   * @param targets where each part went
   */
  static MultiResponse renamed(
      MultiResponse response, DoorRequest request, List<Optional<Target>> targets) {
    if (!response.hasRegionStatistics()) {
      return response;
    }
    Map<ByteString, Set<RegionSpecifier>> asked = new HashMap<>();
    for (int part = 0; part < targets.size(); part++) {
      RegionSpecifier region = request.region(part);
      ByteString served = targets.get(part).map(Target::region).orElse(region.getValue());
      asked.computeIfAbsent(served, key -> new LinkedHashSet<>()).add(region);
    }
    MultiRegionLoadStats given = response.getRegionStatistics();
    MultiRegionLoadStats.Builder renamed = MultiRegionLoadStats.newBuilder();
    for (int i = 0; i < given.getRegionCount(); i++) {
      for (RegionSpecifier region : asked.getOrDefault(given.getRegion(i).getValue(), Set.of())) {
        renamed.addRegion(region).addStat(given.getStat(i));
      }
    }
    return response.toBuilder().setRegionStatistics(renamed).build();
  }
}
