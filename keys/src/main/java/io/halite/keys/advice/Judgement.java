package io.halite.keys.advice;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.RowKeyException;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.keys.SplitPoints;
import io.halite.keys.advice.KeySample.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a spec makes of a sample: how evenly its rows lie in N regions, and what requests cost.
 *
 * <p>The regions are those that {@code create_salted} makes, one for each bucket. Where the spec
 * does not determine split points, as without a salt, they are cut so that the older rows of the
 * sample fill them evenly. Immutable.
 *
 * @param spec the layout and the salt
 * @param regions how many regions there are
 * @param all the busiest region's share of all rows, 0 to 1
 * @param newest the busiest region's share of the newest rows, 0 to 1; 0 if there are none
 * @param bytesAdded how much longer a stored key is than its natural key, in bytes
 * @param gets how many places a get reads
 * @param prefix what a scan of one value of the first segment reads
 * @param range what a scan over the sample's keys reads
 */
public record Judgement(
    SaltingSpec spec,
    int regions,
    double all,
    double newest,
    int bytesAdded,
    int gets,
    Reading prefix,
    Reading range) {
  /** A region may have half as much again as the mean: that is no hot spot. */
  private static final double TOLERANCE = 1.5;

  /** So many standard deviations of a random spread are chance. */
  private static final double CHANCE = 3;

  /**
   * What a scan reads.
   *
   * @param places how many buckets, or other places that lie apart
   * @param isSorted whether the rows must be sorted in passes to come in natural order
   */
  public record Reading(int places, boolean isSorted) {
    static Reading of(Salt salt, KeyRange range) {
      return new Reading(salt.images(range).size(), !salt.keepsNaturalOrder(range));
    }
  }

  /** Returns the judgement; empty if the salt cannot store each of the keys. */
  static Optional<Judgement> of(SaltingSpec spec, KeySample sample, int regions) {
    try {
      return Optional.of(judged(spec, sample, regions));
    } catch (RowKeyException unfit) {
      return Optional.empty();
    }
  }

  private static Judgement judged(SaltingSpec spec, KeySample sample, int regions) {
    Salt salt = spec.salt();
    List<byte[]> cuts = cuts(spec, sample, regions);
    byte[] key = sample.kept().get(0).key();
    byte[] first = sample.kept().stream().map(Row::key).min(KeyBytes::compare).orElse(key);
    byte[] last = sample.kept().stream().map(Row::key).max(KeyBytes::compare).orElse(key);
    return new Judgement(
        spec,
        regions,
        busiest(salt, sample.kept(), cuts),
        busiest(salt, sample.newest(), cuts),
        salt.salt(key).length - key.length,
        salt.places(key).size(),
        Reading.of(salt, KeyRange.prefix(firstSegment(spec, key))),
        Reading.of(salt, KeyRange.ofScan(first, true, last, true)));
  }

  /** The bytes of the first segment, with its delimiter; of a single segment the first half. */
  private static byte[] firstSegment(SaltingSpec spec, byte[] key) {
    if (spec.layout().segments().size() == 1) {
      return Arrays.copyOf(key, (key.length + 1) / 2);
    }
    String second = spec.layout().segments().get(1).name();
    return Arrays.copyOf(key, spec.layout().slice(second, key).orElseThrow().offset());
  }

  private static List<byte[]> cuts(SaltingSpec spec, KeySample sample, int regions) {
    try {
      return SplitPoints.of(spec, regions);
    } catch (IllegalArgumentException undetermined) {
      return evenCuts(spec.salt(), sample.older(), regions);
    }
  }

  private static List<byte[]> evenCuts(Salt salt, List<Row> rows, int regions) {
    List<byte[]> stored =
        rows.stream()
            .map(row -> salt.salt(row.key(), row.number()))
            .sorted(KeyBytes::compare)
            .toList();
    List<byte[]> cuts = new ArrayList<>();
    for (int i = 1; i < regions && !stored.isEmpty(); i++) {
      cuts.add(stored.get((int) ((long) i * stored.size() / regions)));
    }
    return cuts;
  }

  private static double busiest(Salt salt, List<Row> rows, List<byte[]> cuts) {
    long[] counts = new long[cuts.size() + 1];
    for (Row row : rows) {
      counts[region(salt.salt(row.key(), row.number()), cuts)]++;
    }
    return rows.isEmpty() ? 0 : (double) Arrays.stream(counts).max().orElse(0) / rows.size();
  }

  /** How many cuts are not after the key. */
  private static int region(byte[] stored, List<byte[]> cuts) {
    int low = 0;
    int high = cuts.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (KeyBytes.compare(cuts.get(middle), stored) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Whether a share of so many rows is no hot spot: at most 1.5 times the mean of a region, and
   * what chance may add in a sample of this size.
   */
  boolean isEven(double share, int rows) {
    double mean = 1.0 / regions;
    return rows == 0 || share <= TOLERANCE * mean + CHANCE * Math.sqrt(mean * (1 - mean) / rows);
  }
}
