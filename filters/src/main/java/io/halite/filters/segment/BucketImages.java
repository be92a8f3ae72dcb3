package io.halite.filters.segment;

import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The stored ranges in which keys can match a branch: one for each bucket. Stateless. */
final class BucketImages {
  private static final int MAX_FOR_IMAGES = 1024;

  /** Each range is narrowed to bounds as long as the whole key. */
  private static final int MAX_BYTES_FOR_IMAGES = 1 << 19;

  private BucketImages() {}

  /** How many ranges of keys of so many bytes a scan may have. */
  static int most(int width) {
    return Math.min(MAX_FOR_IMAGES, MAX_BYTES_FOR_IMAGES / width);
  }

  /** The ranges of each bucket; so many branches share the work that a query may make. */
  static List<KeyRange> of(BranchRanges branch, Salt salt, KeyRange natural, int branches) {
    int buckets = salt.prefixes().size();
    if (buckets == 1) {
      return salt.images(branch.narrow(natural));
    }
    int most = most(branch.width()) / branches;
    List<KeyRange> ranges = branch.ranges(natural, Math.max(1, most));
    Map<byte[], KeyRange> images = imagesUntilIn(buckets, ranges, salt);
    if (images.size() == buckets) {
      // Each bucket has its start. The last ranges give it its stop, and the others change nothing.
      Collections.reverse(ranges);
      imagesUntilIn(buckets, ranges, salt).values().forEach(image -> add(image, salt, images));
    }
    return List.copyOf(images.values());
  }

  /** The images of the ranges, in their order, until so many buckets have one. */
  private static Map<byte[], KeyRange> imagesUntilIn(
      int buckets, List<KeyRange> ranges, Salt salt) {
    Map<byte[], KeyRange> images = new TreeMap<>(Arrays::compareUnsigned);
    for (KeyRange range : ranges) {
      if (images.size() == buckets) {
        break;
      }
      salt.images(range).forEach(image -> add(image, salt, images));
    }
    return images;
  }

  /** One range for each bucket, which holds all its images; in stored order. */
  static List<KeyRange> byBucket(Salt salt, Stream<KeyRange> images) {
    Map<byte[], KeyRange> byPrefix = new TreeMap<>(Arrays::compareUnsigned);
    images.forEach(image -> add(image, salt, byPrefix));
    return List.copyOf(byPrefix.values());
  }

  private static void add(KeyRange image, Salt salt, Map<byte[], KeyRange> byPrefix) {
    byte[] prefix = Arrays.copyOf(image.start(), salt.prefixWidth());
    byPrefix.merge(prefix, image, KeyRange::hull);
  }
}
