package io.halite.filters.segment;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The working form of branches over segments that move: the key cut into contiguous segments up to
 * the last constrained one, each with the words that branches admit. Branch i is bit i. Immutable,
 * so that filters can share it.
 */
final class PathTable {
  /** Of no branch, so that no key matches. */
  static final PathTable NOTHING = new PathTable();

  final MaskedWords[] words;

  /** The branches whose last segment is the one before; one more than there are segments. */
  final long[] complete;

  final long all;

  private PathTable() {
    words = new MaskedWords[0];
    complete = new long[1];
    all = 0;
  }

  /** Takes branches which keys can match, their sets by the number of their segment. */
  PathTable(List<Extent> segments, List<Branch<WordSet>> branches) {
    Branches.checkSize(branches);
    int size = branches.stream().mapToInt(branch -> branch.sets().lastKey() + 1).max().orElse(0);
    List<MaskedWords> cut = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      cut.add(cut(i, segments.get(i), branches));
    }
    words = cut.toArray(MaskedWords[]::new);
    all = -1L >>> (Long.SIZE - branches.size());
    complete = new long[size + 1];
    for (int i = 0; i < branches.size(); i++) {
      complete[branches.get(i).sets().lastKey() + 1] |= 1L << i;
    }
  }

  /**
   * The table of one branch.
   *
   * @param free all words of each segment
   * @param made the words of sets that other branches have, too, and share
   */
  PathTable(List<WordSet> free, Branch<WordSet> branch, Map<WordSet, MaskedWords> made) {
    words = new MaskedWords[branch.sets().lastKey() + 1];
    for (int i = 0; i < words.length; i++) {
      WordSet set = branch.sets().getOrDefault(i, free.get(i));
      words[i] = made.computeIfAbsent(set, MaskedWords::of);
    }
    all = 1;
    complete = new long[words.length + 1];
    complete[words.length] = 1;
  }

  private static MaskedWords cut(int number, Extent segment, List<Branch<WordSet>> branches) {
    Map<WordSet, Long> admitted = new IdentityHashMap<>();
    long free = 0;
    for (int i = 0; i < branches.size(); i++) {
      WordSet set = branches.get(i).sets().get(number);
      if (set == null) {
        free |= 1L << i;
      } else {
        admitted.merge(set, 1L << i, (some, more) -> some | more);
      }
    }
    return MaskedWords.of(segment, admitted, free);
  }
}
