package io.halite.filters.segment;

import io.halite.filters.segment.RangeSet.Range;
import java.util.ArrayList;
import java.util.List;

/** Counts what the searches of production do, by subclasses that only count. */
final class Counts {
  long comparisons;
  long searches;
  long mostOfSearch;
  long nodes;
  long mostOfNext;

  /** The same ranges, whose comparisons are counted. */
  RangeIndex counted(int width, RangeIndex index) {
    List<Range> ranges = new ArrayList<>();
    for (int i = 0; i < index.size(); i++) {
      byte[] low = new byte[width];
      byte[] high = new byte[width];
      index.putLow(i, low, 0);
      index.putHigh(i, high, 0);
      ranges.add(new Range(low, high));
    }
    return width <= Long.BYTES ? new Longs(width, ranges) : new AnyBytes(width, ranges);
  }

  MaskedRanges counted(int width, MaskedRanges ranges) {
    List<Long> branches = new ArrayList<>();
    for (int i = 0; i < ranges.index().size(); i++) {
      branches.add(ranges.branches(i));
    }
    return new MaskedRanges(counted(width, ranges.index()), new Nodes(branches));
  }

  private int searched(long before, int found) {
    searches++;
    mostOfSearch = Math.max(mostOfSearch, comparisons - before);
    return found;
  }

  private final class Longs extends LongRangeIndex {
    Longs(int width, List<Range> ranges) {
      super(width, ranges);
    }

    @Override
    boolean isLess(long one, long other) {
      comparisons++;
      return super.isLess(one, other);
    }

    @Override
    public int firstEndingFrom(byte[] key, int offset, int near) {
      return searched(comparisons, super.firstEndingFrom(key, offset, near));
    }

    @Override
    public int lastBeginningUpTo(byte[] key, int offset, int near) {
      return searched(comparisons, super.lastBeginningUpTo(key, offset, near));
    }
  }

  private final class AnyBytes extends BytesRangeIndex {
    AnyBytes(int width, List<Range> ranges) {
      super(width, ranges);
    }

    @Override
    public boolean beginsAfter(int range, byte[] key, int offset) {
      comparisons++;
      return super.beginsAfter(range, key, offset);
    }

    @Override
    public boolean endsBefore(int range, byte[] key, int offset) {
      comparisons++;
      return super.endsBefore(range, key, offset);
    }

    @Override
    public int firstEndingFrom(byte[] key, int offset, int near) {
      return searched(comparisons, super.firstEndingFrom(key, offset, near));
    }

    @Override
    public int lastBeginningUpTo(byte[] key, int offset, int near) {
      return searched(comparisons, super.lastBeginningUpTo(key, offset, near));
    }
  }

  private final class Nodes extends MaskTree {
    Nodes(List<Long> branches) {
      super(branches);
    }

    @Override
    boolean admits(int node, long branches) {
      nodes++;
      return super.admits(node, branches);
    }

    @Override
    int next(int from, long branches) {
      return moved(nodes, super.next(from, branches));
    }

    @Override
    int previous(int upTo, long branches) {
      return moved(nodes, super.previous(upTo, branches));
    }

    private int moved(long before, int found) {
      mostOfNext = Math.max(mostOfNext, nodes - before);
      return found;
    }
  }
}
