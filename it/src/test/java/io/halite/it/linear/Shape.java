package io.halite.it.linear;

/** In which calls of HBase's client a client sends its requests. */
enum Shape {
  /** Each alone, by the method of its kind. */
  SINGLE(5, 1),
  /** Each alone, writes and removes by {@code mutateRow}. */
  MUTATE_ROW(2, 1),
  /** Those of several rows by {@code batch}, some of them as mutations of a row; no exchanges. */
  BATCH(2, 6),
  /** Exchanges of several rows, by {@code checkAndMutate}. */
  EXCHANGES(1, 6);

  private final int weight;
  private final int most;

  Shape(int weight, int most) {
    this.weight = weight;
    this.most = most;
  }

  /** How often it is drawn among the others. */
  int weight() {
    return weight;
  }

  /** How many requests it has at most. */
  int most() {
    return most;
  }
}
