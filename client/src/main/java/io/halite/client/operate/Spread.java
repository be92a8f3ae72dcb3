package io.halite.client.operate;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.RegionFacts;
import java.util.ArrayList;
import java.util.List;

/**
 * How a table's rows, bytes and requests are spread over its buckets, and requests under natural
 * keys over its gateways. Immutable.
 *
 * @param buckets one share for each bucket, with the requests that its stored rows have had
 * @param ordinary how many of them, from the first on, get a share of the keys; the one behind them
 *     is the stray bucket of {@code hbasewd % 15}
 * @param gateways one share for each region that has forwarded requests; its bytes are those that
 *     the region itself stores, its rows are not counted
 */
public record Spread(List<Share> buckets, int ordinary, List<Share> gateways) {
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
    Salt salt = spec.salt();
    List<KeyRange> ordinary = images(salt, salt.ordinaryPrefixes());
    List<Share> buckets = new ArrayList<>();
    List<byte[]> prefixes = salt.prefixes();
    for (int i = 0; i < prefixes.size(); i++) {
      KeyRange bucket = salt.image(prefixes.get(i), KeyRange.all());
      buckets.add(bucket(KeyBytes.readable(prefixes.get(i)), bucket, rows.get(i), ordinary, facts));
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
    return new Spread(List.copyOf(buckets), ordinary.size(), gateways);
  }

  private static List<KeyRange> images(Salt salt, List<byte[]> prefixes) {
    return prefixes.stream().map(prefix -> salt.image(prefix, KeyRange.all())).toList();
  }

  /**
   * Divides what a region of several ordinary buckets holds evenly among them. The stray bucket has
   * the regions without any of them.
   */
  private static Share bucket(
      String name, KeyRange bucket, long rows, List<KeyRange> ordinary, List<RegionFacts> facts) {
    double bytes = 0;
    double reads = 0;
    double writes = 0;
    for (RegionFacts region : facts) {
      long sharing =
          ordinary.stream().filter(one -> !one.intersect(region.rows()).isEmpty()).count();
      boolean isHolder = sharing == 0 || ordinary.contains(bucket);
      if (isHolder && !region.rows().intersect(bucket).isEmpty()) {
        bytes += (double) region.bytes() / Math.max(1, sharing);
        reads += (double) region.reads() / Math.max(1, sharing);
        writes += (double) region.writes() / Math.max(1, sharing);
      }
    }
    return new Share(name, rows, Math.round(bytes), Math.round(reads), Math.round(writes));
  }

  /**
   * The rows of the fullest ordinary bucket divided by the mean: 1.0 if all have as many rows, N if
   * one of N buckets has all rows.
   */
  public double imbalance() {
    List<Share> spread = buckets.subList(0, ordinary);
    long most = spread.stream().mapToLong(Share::rows).max().orElse(0);
    long all = spread.stream().mapToLong(Share::rows).sum();
    return all == 0 ? 1 : (double) most * ordinary / all;
  }
}
