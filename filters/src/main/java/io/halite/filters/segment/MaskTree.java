package io.halite.filters.segment;

import java.util.List;

/**
 * Which branches admit each of a segment's ranges, one bit for each, and a tree over the ranges
 * that holds the branches of each half: so the next range of given branches is found in
 * O(log(ranges)). Immutable. Abstract, so that a test can count the nodes that it looks at.
 */
abstract class MaskTree {
  private final int size;
  private final int leaves;
  private final long[] masks;

  /** The tree over ranges, of the branches of each, in order. */
  static MaskTree of(List<Long> branches) {
    return new MaskTree(branches) {};
  }

  MaskTree(List<Long> branches) {
    size = branches.size();
    leaves = Math.max(1, Integer.highestOneBit(2 * size - 1));
    masks = new long[2 * leaves];
    for (int i = 0; i < size; i++) {
      masks[leaves + i] = branches.get(i);
    }
    for (int i = leaves - 1; i > 0; i--) {
      masks[i] = masks[2 * i] | masks[2 * i + 1];
    }
  }

  /** Whether one of the branches admits a range below the node. */
  boolean admits(int node, long branches) {
    return (masks[node] & branches) != 0;
  }

  /** The branches that admit the values of a range. */
  long branches(int range) {
    return masks[leaves + range];
  }

  /** The first range from there on that one of the branches admits; the size if there is none. */
  int next(int from, long branches) {
    if (from >= size) {
      return size;
    }
    int node = leaves + from;
    while (!admits(node, branches)) {
      // Up to the first half on the right that has not been looked at.
      while ((node & 1) == 1) {
        node >>= 1;
      }
      if (node == 0) {
        return size;
      }
      node++;
    }
    while (node < leaves) {
      node = 2 * node;
      node += admits(node, branches) ? 0 : 1;
    }
    return node - leaves;
  }

  /** The last range up to there that one of the branches admits; -1 if there is none. */
  int previous(int upTo, long branches) {
    if (upTo < 0) {
      return -1;
    }
    int node = leaves + upTo;
    while (!admits(node, branches)) {
      while ((node & 1) == 0) {
        node >>= 1;
      }
      if (node == 1) {
        return -1;
      }
      node--;
    }
    while (node < leaves) {
      node = 2 * node + 1;
      node -= admits(node, branches) ? 0 : 1;
    }
    return node - leaves;
  }
}
