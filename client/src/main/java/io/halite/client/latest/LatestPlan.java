package io.halite.client.latest;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.LatestException;
import io.halite.routing.latest.LatestKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * The stored ranges that one query reads, bucket by bucket, cut at the boundaries of regions.
 *
 * <p>Under {@code hash(origin) % 16} a query for {@code ATL} and {@code ORD} reads {@code 0C·41 54
 * 4C …} and {@code 05·4F 52 44 …}; a query for all keys reads all 16 buckets, and with the
 * condition {@code origin = ATL} that of {@code ATL}. Immutable.
 */
record LatestPlan(SaltingSpec spec, LatestKeys keys, LatestQuery query, List<KeyRange> rows) {
  /** Of all buckets at a time; each takes some 100 bytes of a client's memory. */
  private static final int MOST_RANGES = 131_072;

  /**
   * As many as the buckets of a salt that keeps order; under another, each key may have its own.
   */
  private static final int MOST_SCATTERED = 256;

  /**
   * Returns the plan of a query.
   *
   * @throws LatestException if the layout does not have the segments that the query names, or if
   *     the rows of a key do not lie in natural order
   */
  static LatestPlan of(LatestQuery query, SaltingSpec spec) {
    LatestKeys keys = query.keys(spec.layout());
    List<KeyRange> rows = query.scope().rows(keys);
    Salt salt = spec.salt();
    for (KeyRange natural : rows) {
      if (!salt.isSinglePlace()) {
        throw new LatestException(
            "salt",
            salt,
            "it keeps a row in one of several places, and newest rows can be found only where each"
                + " row has one",
            "scan, and take the first rows of each key yourself");
      }
      if (!salt.isPrefix() || !salt.keepsNaturalOrder(natural)) {
        throw new LatestException(
            "salt", salt, "it does not store this query's rows in natural order", elsewhere(salt));
      }
    }
    ConditionedRows asked = ConditionedRows.of(rows, query, spec, keys);
    return new LatestPlan(spec, keys, asked.query(), asked.rows());
  }

  /** How else to find the newest rows, under a salt that scatters rows or reverses bytes. */
  private static String elsewhere(Salt salt) {
    List<String> segments = salt.scatteringSegments();
    return segments.equals(List.of("*"))
        ? "get single keys"
        : "scan with the attribute halite.latest over a range in which each of these segments has"
            + " one value: "
            + String.join(", ", segments);
  }

  /**
   * The plan in portions of keys, which are read one after the other, so that a client holds at
   * most some 100,000 stored ranges: 10,000 keys under {@code hash(*) % 256} are 20 portions of 512
   * keys. Under {@code md5(unit)[0:4]}, which may have each key in a bucket of its own, a portion
   * is 256 keys, so that the first key is given after a page of each of them. Ranges of one key of
   * several histories are in one portion.
   */
  List<LatestPlan> portions() {
    if (rows.isEmpty()) {
      return List.of(this);
    }
    int most = mostRows();
    List<LatestPlan> portions = new ArrayList<>();
    int from = 0;
    while (from < rows.size()) {
      int to = Math.min(rows.size(), from + most);
      while (to < rows.size() && keys.mayShareKey(rows.get(to - 1), rows.get(to))) {
        to++;
      }
      portions.add(new LatestPlan(spec, keys, query, rows.subList(from, to)));
      from = to;
    }
    return portions;
  }

  private int mostRows() {
    if (!spec.salt().keepsNaturalOrder()) {
      return MOST_SCATTERED;
    }
    int images = spec.salt().images(rows.get(0)).size();
    return Math.max(1, MOST_RANGES / Math.max(1, images));
  }

  /**
   * The slices of each bucket in stored order: one for each region, as the regions are now.
   *
   * @param newest what has arrived of keys that pages cut
   */
  List<List<BucketSlice>> slices(List<byte[]> regionStarts, NewestTimes newest) {
    List<List<BucketSlice>> buckets = new ArrayList<>();
    for (List<KeyRange> bucket : buckets()) {
      List<BucketSlice> slices = new ArrayList<>();
      List<KeyRange> ranges = new ArrayList<>();
      int region = -1;
      for (KeyRange range : bucket) {
        for (KeyRange piece : cut(range, regionStarts)) {
          int holder = holder(piece.start(), regionStarts);
          if (holder != region && !ranges.isEmpty()) {
            slices.add(new BucketSlice(this, ranges, newest));
            ranges = new ArrayList<>();
          }
          region = holder;
          ranges.add(piece);
        }
      }
      slices.add(new BucketSlice(this, ranges, newest));
      buckets.add(slices);
    }
    return buckets;
  }

  private Collection<List<KeyRange>> buckets() {
    Salt salt = spec.salt();
    TreeMap<byte[], List<KeyRange>> buckets = new TreeMap<>(KeyBytes::compare);
    for (KeyRange natural : rows) {
      for (KeyRange image : salt.images(natural)) {
        byte[] bucket = Arrays.copyOf(image.start(), salt.prefixWidth());
        buckets.computeIfAbsent(bucket, none -> new ArrayList<>()).add(image);
      }
    }
    return buckets.values();
  }

  private static List<KeyRange> cut(KeyRange range, List<byte[]> regionStarts) {
    List<KeyRange> pieces = new ArrayList<>();
    byte[] start = range.start();
    for (int next = holder(start, regionStarts) + 1; next < regionStarts.size(); next++) {
      byte[] border = regionStarts.get(next);
      if (!range.contains(border)) {
        break;
      }
      pieces.add(KeyRange.of(start, border));
      start = border;
    }
    pieces.add(KeyRange.of(start, range.stop()));
    return pieces;
  }

  /** The region that holds a row: the last one that does not start after it. */
  private static int holder(byte[] row, List<byte[]> regionStarts) {
    int low = 0;
    int high = regionStarts.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (KeyBytes.compare(regionStarts.get(middle), row) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
