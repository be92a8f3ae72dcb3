package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The ranges of a branch over segments that move. */
final class PathRanges implements BranchRanges {
  private final PathTable table;
  private final PathSeeker seeker;

  PathRanges(PathTable table) {
    this.table = table;
    this.seeker = new PathSeeker(table);
  }

  @Override
  public KeyRange narrow(KeyRange natural) {
    if (natural.isEmpty()) {
      return LeadingRanges.EMPTY;
    }
    byte[] start = natural.start();
    switch (seeker.forward(start)) {
      case DONE -> {
        return LeadingRanges.EMPTY;
      }
      case SEEK -> start = seeker.target();
      default -> {}
    }
    byte[] stop = natural.stop();
    if (stop.length == 0) {
      seeker.seekBehindAll();
      stop = seeker.target();
    } else {
      switch (seeker.reverse(stop)) {
        case DONE -> {
          return LeadingRanges.EMPTY;
        }
        case SEEK -> stop = seeker.target();
        default -> {}
      }
    }
    KeyRange narrowed = KeyRange.of(start, stop).intersect(natural);
    return narrowed.isEmpty() ? LeadingRanges.EMPTY : narrowed;
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

  private List<KeyRange> leading(int most) {
    List<byte[]> fixed = List.of(new byte[0]);
    for (MaskedWords words : table.words) {
      if ((long) fixed.size() * words.size() > most) {
        break;
      }
      List<KeyRange> closed = new ArrayList<>();
      List<byte[]> longer = new ArrayList<>();
      boolean isLast = !areWords(words);
      for (byte[] head : fixed) {
        for (int i = 0; i < words.size(); i++) {
          byte[] low = KeyBytes.concat(head, words.low(i));
          byte[] behind = words.behind(i);
          longer.add(low);
          closed.add(
              KeyRange.of(
                  PathSeeker.cutLow(low),
                  behind.length == 0
                      ? KeyBytes.prefixSuccessor(head)
                      : PathSeeker.cutBehind(KeyBytes.concat(head, behind))));
          isLast |= low.length >= PathSeeker.MAX_TARGET;
        }
      }
      if (isLast) {
        return closed;
      }
      fixed = longer;
    }
    return fixed.stream().map(KeyRange::prefix).toList();
  }

  @Override
  public boolean isAtMost(int most) {
    long combinations = 1;
    for (MaskedWords words : table.words) {
      combinations *= words.size();
      if (combinations > most) {
        return false;
      }
      if (!areWords(words)) {
        return true;
      }
    }
    return true;
  }

  /** Whether each range is one word, which others can follow. */
  private static boolean areWords(MaskedWords words) {
    for (int i = 0; i < words.size(); i++) {
      byte[] low = words.low(i);
      if (!words.extent().isWord(low)
          || !Arrays.equals(words.behind(i), KeyBytes.prefixSuccessor(low))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int width() {
    int width = 1;
    for (MaskedWords words : table.words) {
      width += words.longest();
    }
    return width;
  }
}
