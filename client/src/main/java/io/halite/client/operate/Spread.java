package io.halite.client.operate;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.RegionFacts;
import java.util.ArrayList;
import java.util.List;

/**
 * How a table's rows, bytes and requests are spread over its buckets, and requests under natural
 * keys over its gateways. Immutable.
 *
 * @param buckets one share for each bucket, with the requests that its stored rows have had
 * @param gateways one share for each region that has forwarded requests; its bytes are those that
 *     the region itself stores, its rows are not counted
 */
public record Spread(List<Share> buckets, List<Share> gateways) {
  /**
   * A part of the table.
   *
   * @param name the bucket's prefix or the region's bounds, in readable bytes
   * @param rows stored rows
   * @param bytes the size in store files and in memory
   * @param reads of a bucket, the rows read since its regions opened, by {@code spread} and {@code
   *     verify} too; of a gateway, gets, existence checks and scans by natural key
   * @param writes of a bucket, the mutations since its regions opened; of a gateway, those by
   *     natural key
   */
  public record Share(String name, long rows, long bytes, long reads, long writes) {}

  static Spread of(SaltingSpec spec, List<RegionFacts> facts, List<Long> rows) {
    List<Share> buckets = new ArrayList<>();
    List<byte[]> prefixes = spec.salt().prefixes();
    for (int i = 0; i < prefixes.size(); i++) {
      KeyRange bucket = spec.salt().image(prefixes.get(i), KeyRange.all());
      buckets.add(bucket(KeyBytes.readable(prefixes.get(i)), bucket, rows.get(i), spec, facts));
    }
    List<Share> gateways =
        facts.stream()
            .filter(region -> region.forwardedReads() + region.forwardedWrites() > 0)
            .map(
                region ->
                    new Share(
                        region.rows().toString(),
                        0,
                        region.bytes(),
                        region.forwardedReads(),
                        region.forwardedWrites()))
            .toList();
    return new Spread(List.copyOf(buckets), gateways);
  }

  /** Divides what a region of several buckets holds evenly among them. */
  private static Share bucket(
      String name, KeyRange bucket, long rows, SaltingSpec spec, List<RegionFacts> facts) {
    double bytes = 0;
    double reads = 0;
    double writes = 0;
    for (RegionFacts region : facts) {
      if (!region.rows().intersect(bucket).isEmpty()) {
        long sharing =
            spec.salt().prefixes().stream()
                .map(prefix -> spec.salt().image(prefix, KeyRange.all()))
                .filter(other -> !other.intersect(region.rows()).isEmpty())
                .count();
        bytes += (double) region.bytes() / sharing;
        reads += (double) region.reads() / sharing;
        writes += (double) region.writes() / sharing;
      }
    }
    return new Share(name, rows, Math.round(bytes), Math.round(reads), Math.round(writes));
  }

  /**
   * The rows of the fullest bucket divided by the mean: 1.0 if all buckets have as many rows, N if
   * one of N buckets has all rows.
   */
  public double imbalance() {
    long most = buckets.stream().mapToLong(Share::rows).max().orElse(0);
    long all = buckets.stream().mapToLong(Share::rows).sum();
    return all == 0 ? 1 : (double) most * buckets.size() / all;
  }
}
