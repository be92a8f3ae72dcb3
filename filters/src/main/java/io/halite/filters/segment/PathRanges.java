package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The ranges of a branch over moving segments. */
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
      return KeyRange.none();
    }
    byte[] start = natural.start();
    switch (seeker.forward(start)) {
      case DONE -> {
        return KeyRange.none();
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
          return KeyRange.none();
        }
        case SEEK -> stop = seeker.target();
        default -> {}
      }
    }
    KeyRange narrowed = KeyRange.of(start, stop).intersect(natural);
    return narrowed.isEmpty() ? KeyRange.none() : narrowed;
  }

  @Override
  public List<KeyRange> leading(int most) {
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
  public boolean hasAtMostRanges(int most) {
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
