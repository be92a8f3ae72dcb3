package io.halite.routing.merge;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where the rows that a scan wants can lie within its images: ranges of natural keys, disjoint and
 * in order. Each bucket may hold keys of some of them.
 *
 * <p>Under {@code hash(*) % 4}, {@code origin in (ATL, ORD)} wants {@code [ATL, ATM)} and {@code
 * [ORD, ORE)} of each bucket: of the image {@code [03·ATL, 03·ORE)} the ranges {@code [03·ATL,
 * 03·ATM)} and {@code [03·ORD, 03·ORE)}. A scan may read more, since the owners drop what it does
 * not want. Immutable and thread-safe.
 */
public final class WantedRanges {
  /** All rows of all images. */
  public static final WantedRanges ALL =
      new WantedRanges(Optional.empty(), List.of(), Map.of(), List.of());

  /** For so many images at most it is found out which buckets hold which ranges. */
  private static final int MOST_IMAGES = 16_384;

  private final Optional<Salt> salt;
  private final List<KeyRange> natural;
  private final Map<byte[], Integer> prefixes;

  /** The buckets of each range, by the order of their prefixes; empty if there is one bucket. */
  private final List<BitSet> buckets;

  private WantedRanges(
      Optional<Salt> salt,
      List<KeyRange> natural,
      Map<byte[], Integer> prefixes,
      List<BitSet> buckets) {
    this.salt = salt;
    this.natural = natural;
    this.prefixes = prefixes;
    this.buckets = buckets;
  }

  /**
   * The wanted ranges of a table; ranges that are too many become fewer and wider ones. Where the
   * salt does not keep natural order, all rows are wanted.
   *
   * @param natural ranges of natural keys, in order, disjoint, none of them empty
   */
  public static WantedRanges of(Salt salt, List<KeyRange> natural) {
    if (!salt.keepsNaturalOrder()) {
      return ALL;
    }
    Map<byte[], Integer> prefixes = numbered(salt.prefixes());
    List<KeyRange> ranges = natural;
    while (true) {
      Optional<List<BitSet>> buckets =
          prefixes.size() == 1 ? Optional.of(List.of()) : buckets(salt, ranges, prefixes);
      if (buckets.isPresent()) {
        return new WantedRanges(Optional.of(salt), List.copyOf(ranges), prefixes, buckets.get());
      }
      ranges = joinedByTwo(ranges);
    }
  }

  private static Map<byte[], Integer> numbered(List<byte[]> prefixes) {
    Map<byte[], Integer> numbers = new TreeMap<>(Arrays::compareUnsigned);
    prefixes.forEach(prefix -> numbers.put(prefix, numbers.size()));
    return numbers;
  }

  /** The buckets of each range; empty if there are too many images. */
  private static Optional<List<BitSet>> buckets(
      Salt salt, List<KeyRange> ranges, Map<byte[], Integer> prefixes) {
    List<BitSet> buckets = new ArrayList<>();
    int images = 0;
    for (KeyRange range : ranges) {
      BitSet ofRange = new BitSet();
      for (KeyRange image : salt.images(range)) {
        ofRange.set(
            Objects.requireNonNull(prefixes.get(Arrays.copyOf(image.start(), salt.prefixWidth()))));
        images++;
      }
      if (images > MOST_IMAGES && ranges.size() > 1) {
        return Optional.empty();
      }
      buckets.add(ofRange);
    }
    return Optional.of(buckets);
  }

  private static List<KeyRange> joinedByTwo(List<KeyRange> ranges) {
    List<KeyRange> joined = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i += 2) {
      KeyRange last = ranges.get(Math.min(i + 1, ranges.size() - 1));
      joined.add(KeyRange.of(ranges.get(i).start(), last.stop()));
    }
    return joined;
  }

  /**
   * Returns the wanted parts of a range of stored keys that lies in one bucket, in stored order.
   */
  public List<KeyRange> within(KeyRange stored) {
    if (stored.isEmpty()) {
      return List.of();
    }
    List<KeyRange> parts = new ArrayList<>();
    Parts wanted = parts(stored, false);
    for (Optional<KeyRange> part = wanted.next(); part.isPresent(); part = wanted.next()) {
      parts.add(part.get());
    }
    return parts;
  }

  /** The same one by one, the last one first if {@code reversed}. */
  Parts parts(KeyRange stored, boolean reversed) {
    int width = salt.map(Salt::prefixWidth).orElse(0);
    byte[] start = stored.start();
    if (salt.isEmpty() || start.length < width || stored.isEmpty()) {
      return new Parts(stored, Optional.empty(), -1, false);
    }
    byte[] prefix = Arrays.copyOf(start, width);
    int bucket = buckets.isEmpty() ? -1 : prefixes.getOrDefault(prefix, -1);
    return new Parts(stored, Optional.of(prefix), bucket, reversed);
  }

  /** The wanted parts of one range; the whole range without a prefix. Not thread-safe. */
  final class Parts {
    private final KeyRange stored;
    private final Optional<byte[]> prefix;
    private final int bucket;
    private final boolean reversed;
    private int passed;

    private Parts(KeyRange stored, Optional<byte[]> prefix, int bucket, boolean reversed) {
      this.stored = stored;
      this.prefix = prefix;
      this.bucket = bucket;
      this.reversed = reversed;
    }

    /** Returns the next part; empty if there is no further one. */
    Optional<KeyRange> next() {
      if (prefix.isEmpty()) {
        return passed++ == 0 && !stored.isEmpty() ? Optional.of(stored) : Optional.empty();
      }
      while (passed < natural.size()) {
        int at = reversed ? natural.size() - 1 - passed : passed;
        passed++;
        if (bucket >= 0 && !buckets.get(at).get(bucket)) {
          continue;
        }
        KeyRange part = salt.orElseThrow().image(prefix.get(), natural.get(at)).intersect(stored);
        if (!part.isEmpty()) {
          return Optional.of(part);
        }
      }
      return Optional.empty();
    }
  }

  /** Returns the ranges of natural keys. */
  @Override
  public String toString() {
    return salt.isEmpty() ? "all" : KeyBytes.cut(natural.toString());
  }
}
