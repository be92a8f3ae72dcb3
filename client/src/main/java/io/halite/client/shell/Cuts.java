package io.halite.client.shell;

import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.keys.SplitPoints;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hbase.util.Bytes;

/** Where {@code create_salted} cuts a new table into regions. Immutable. */
public final class Cuts {
  private static final int REGIONS_WITHOUT_BUCKETS = 16;

  private final Function<SaltingSpec, List<byte[]>> points;

  private Cuts(Function<SaltingSpec, List<byte[]>> points) {
    this.points = points;
  }

  /** One region for each bucket, or 16 if the salt has no buckets. */
  public static Cuts usual() {
    return new Cuts(
        spec -> {
          List<byte[]> buckets = spec.salt().splitPoints();
          return buckets.isEmpty() ? SplitPoints.of(spec, REGIONS_WITHOUT_BUCKETS) : buckets;
        });
  }

  /** So many regions, each with its share of what the spec stores. */
  public static Cuts regions(Object count) {
    int regions = CountOption.of("REGIONS", count);
    return new Cuts(spec -> SplitPoints.of(spec, regions));
  }

  /** At these stored keys, in which HBase's shell may have written bytes as {@code \x04}. */
  public static Cuts at(List<byte[]> keys) {
    List<byte[]> points = keys.stream().map(Cuts::read).sorted(KeyBytes::compare).toList();
    return new Cuts(spec -> points);
  }

  private static byte[] read(byte[] key) {
    // A character for each byte, so that bytes as they are stay as they are.
    return Bytes.toBytesBinary(new String(key, StandardCharsets.ISO_8859_1));
  }

  List<byte[]> of(SaltingSpec spec) {
    return points.apply(spec);
  }
}
