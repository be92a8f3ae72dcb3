package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The ranges of a branch over segments of fixed offsets. */
final class LeadingRanges implements BranchRanges {
  private final SegmentTable table;
  private final SegmentSeeker seeker;

  LeadingRanges(SegmentTable table) {
    this.table = table;
    this.seeker = new SegmentSeeker(table);
  }

  @Override
  public KeyRange narrow(KeyRange natural) {
    if (natural.isEmpty()) {
      return KeyRange.none();
    }
    byte[] start = natural.start();
    switch (seeker.forward(start)) {
      case DONE -> {
        return KeyRange.none();
      }
      case SEEK -> start = seeker.target().clone();
      default -> {}
    }
    byte[] stop = natural.stop();
    switch (before(stop)) {
      case DONE -> {
        return KeyRange.none();
      }
      case SEEK -> stop = KeyBytes.prefixSuccessor(seeker.target());
      default -> {}
    }
    KeyRange narrowed = KeyRange.of(start, stop);
    return narrowed.isEmpty() ? KeyRange.none() : narrowed;
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

  /** All combinations of values of the leading segments, until there would be too many. */
  @Override
  public List<KeyRange> leading(int most) {
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
  public boolean hasAtMostRanges(int most) {
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

  @Override
  public int width() {
    return seeker.scratch().length;
  }
}
