package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The ranges of keys that can match a branch, as far as its leading segments determine them. */
final class LeadingRanges implements BranchRanges {
  private static final int MAX_FOR_IMAGES = 1024;

  /** Each range is narrowed to bounds as long as the whole key. */
  private static final int MAX_BYTES_FOR_IMAGES = 1 << 19;

  static final KeyRange EMPTY = KeyRange.of(new byte[] {0}, new byte[] {0});

  private final SegmentTable table;
  private final SegmentSeeker seeker;

  LeadingRanges(SegmentTable table) {
    this.table = table;
    this.seeker = new SegmentSeeker(table);
  }

  @Override
  public KeyRange narrow(KeyRange natural) {
    if (natural.isEmpty()) {
      return EMPTY;
    }
    byte[] start = natural.start();
    switch (seeker.forward(start)) {
      case DONE -> {
        return EMPTY;
      }
      case SEEK -> start = seeker.target().clone();
      default -> {}
    }
    byte[] stop = natural.stop();
    switch (before(stop)) {
      case DONE -> {
        return EMPTY;
      }
      case SEEK -> stop = KeyBytes.prefixSuccessor(seeker.target());
      default -> {}
    }
    KeyRange narrowed = KeyRange.of(start, stop);
    return narrowed.isEmpty() ? EMPTY : narrowed;
  }

  /** The verdict on the last key before a stop row; an empty stop row is after every key. */
  private KeySeeker.Verdict before(byte[] stop) {
    byte[] key = seeker.scratch();
    if (stop.length == 0) {
      Arrays.fill(key, (byte) 0xFF);
      return seeker.reverse(key.length);
    }
    System.arraycopy(stop, 0, key, 0, Math.min(stop.length, key.length));
    if (stop.length == key.length && !BigEndian.decrement(key, 0, key.length)) {
      return KeySeeker.Verdict.DONE;
    }
    return seeker.reverse(stop.length);
  }

  @Override
  public List<KeyRange> ranges(KeyRange natural, int most) {
    List<KeyRange> ranges = new ArrayList<>();
    for (KeyRange leading : leading(most)) {
      KeyRange narrowed = narrow(leading.intersect(natural));
      if (!narrowed.isEmpty()) {
        ranges.add(narrowed);
      }
    }
    return ranges;
  }

  /** All combinations of values of the leading segments, until there would be too many. */
  private List<KeyRange> leading(int most) {
    List<byte[]> fixed = List.of(new byte[0]);
    for (int i = 0; i < table.offsets.length && table.sets.get(i) != null; i++) {
      List<RangeSet.Range> ranges = table.sets.get(i).ranges();
      if ((long) fixed.size() * ranges.size() > most) {
        break;
      }
      List<KeyRange> closed = new ArrayList<>();
      List<byte[]> longer = new ArrayList<>();
      for (byte[] head : fixed) {
        for (RangeSet.Range range : ranges) {
          byte[] low = KeyBytes.concat(head, range.low());
          longer.add(low);
          byte[] high = KeyBytes.concat(head, range.high());
          closed.add(KeyRange.of(low, KeyBytes.prefixSuccessor(high)));
        }
      }
      if (!ranges.stream().allMatch(LeadingRanges::isOneValue)) {
        return closed;
      }
      fixed = longer;
    }
    return fixed.stream().map(KeyRange::prefix).toList();
  }

  /** Whether {@link #leading} reaches the last of the leading segments. */
  @Override
  public boolean isAtMost(int most) {
    long combinations = 1;
    for (RangeSet set : table.sets) {
      if (set == null) {
        return true;
      }
      combinations *= set.ranges().size();
      if (combinations > most) {
        return false;
      }
      if (!set.ranges().stream().allMatch(LeadingRanges::isOneValue)) {
        return true;
      }
    }
    return true;
  }

  private static boolean isOneValue(RangeSet.Range range) {
    return Arrays.equals(range.low(), range.high());
  }

  /** How many ranges of keys of so many bytes a scan may have. */
  static int most(int width) {
    return Math.min(MAX_FOR_IMAGES, MAX_BYTES_FOR_IMAGES / width);
  }

  @Override
  public int width() {
    return seeker.scratch().length;
  }

  /** The ranges of each bucket; so many branches share the work that a query may make. */
  static List<KeyRange> images(BranchRanges branch, Salt salt, KeyRange natural, int branches) {
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

  /** The images of the ranges, up to the one with which so many buckets have one. */
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
    byPrefix.merge(prefix, image, LeadingRanges::hull);
  }

  static KeyRange hull(KeyRange one, KeyRange two) {
    byte[] start = KeyBytes.compare(one.start(), two.start()) <= 0 ? one.start() : two.start();
    byte[] stop = one.stop();
    if (stop.length > 0 && (two.stop().length == 0 || KeyBytes.compare(two.stop(), stop) > 0)) {
      stop = two.stop();
    }
    return KeyRange.of(start, stop);
  }
}
