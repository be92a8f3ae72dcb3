package io.halite.coprocessor.latest;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.LatestException;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.PageRequest;
import java.util.Arrays;
import org.apache.hadoop.hbase.client.RegionInfo;

/** Which requests for newest rows a region answers. Stateless. */
final class RequestRules {
  private RequestRules() {}

  /**
   * Returns the keys of a request.
   *
   * @throws LatestException if the region cannot answer it
   */
  static LatestKeys check(PageRequest request, SaltingSpec spec, RegionInfo region) {
    if (request.fingerprint() != spec.fingerprint()) {
      throw new LatestException(
          "spec fingerprint",
          "%016x".formatted(request.fingerprint()),
          "this table's spec has %016x, so it is not the one that this client has read"
              .formatted(spec.fingerprint()),
          "open a new LatestClient, and if that fails too, wait until the alter of the table has"
              + " reached all regions");
    }
    if (!spec.salt().isPrefix() || !spec.salt().isSinglePlace()) {
      throw new LatestException(
          "salt",
          spec.salt(),
          "it reverses bytes of the key or keeps a row in one of several places, and this endpoint"
              + " reads neither",
          "scan; where each row has one place, the scan attribute halite.latest gives the newest");
    }
    KeyRange rows = KeyRange.of(region.getStartKey(), region.getEndKey());
    KeyRange first = request.ranges().get(0);
    if (!rows.contains(first.start())) {
      throw new LatestException(
          "range",
          first,
          "it must begin in the region called, " + rows,
          "call the region of the range's first key, as LatestClient does");
    }
    requireOneBucket(request, spec.salt().prefixWidth());
    LatestKeys keys = LatestKeys.of(spec.layout()).ofSegments(request.keySegments());
    if (request.carried() > 0 && !keys.areHistories()) {
      throw new LatestException(
          "carried rows", request.carried(), "there must be none unless all segments make the key");
    }
    return keys;
  }

  /**
   * A filter seeks keys within the bucket in which the page begins, and a page has each key once.
   */
  private static void requireOneBucket(PageRequest request, int saltWidth) {
    byte[] first = request.ranges().get(0).start();
    KeyRange bucket = KeyRange.prefix(Arrays.copyOf(first, saltWidth));
    for (KeyRange range : request.ranges()) {
      if (first.length < saltWidth || !range.intersect(bucket).equals(range)) {
        throw new LatestException(
            "range",
            range,
            "it must lie in one bucket, that of the first range, "
                + KeyBytes.readable(Arrays.copyOf(first, Math.min(first.length, saltWidth))),
            "request the rows of each bucket by themselves, as LatestClient does");
      }
    }
  }
}
