package io.halite.routing.merge;

/**
 * A binary heap of the next rows of all images, with the first row in natural order on top.
 *
 * <p>Unlike {@link java.util.PriorityQueue} it can replace its first element, with half of the
 * comparisons of a removal and an insertion. A merge does so at nearly every row. Source: Knuth,
 * The Art of Computer Programming, volume 3, 5.2.3 (heaps) and 5.4.1 (replacement).
 *
 * <p>Not thread-safe.
 */
final class Heads {
  private final Head[] heap;
  private final int sign;
  private int size;

  /** Makes an empty heap with room for {@code images} heads. */
  Heads(int images, boolean reversed) {
    this.heap = new Head[images];
    this.sign = reversed ? -1 : 1;
  }

  boolean isEmpty() {
    return size == 0;
  }

  Head first() {
    return heap[0];
  }

  void add(Head head) {
    int at = size++;
    while (at > 0 && isBefore(head, heap[(at - 1) / 2])) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = head;
  }

  void removeFirst() {
    Head last = heap[--size];
    heap[size] = null;
    if (size > 0) {
      replaceFirst(last);
    }
  }

  void replaceFirst(Head head) {
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isBefore(heap[child], head)) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = head;
  }

  private boolean isBefore(Head a, Head b) {
    return sign * a.compareNaturalKey(b) < 0;
  }
}
