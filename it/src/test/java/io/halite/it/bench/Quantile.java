package io.halite.it.bench;

import java.util.stream.DoubleStream;

/** Quantiles of figures, between two of them in proportion. Stateless. */
final class Quantile {
  private Quantile() {}

  /** What half of the values stay below. */
  static double median(DoubleStream values) {
    return of(values, 0.5);
  }

  /** What this share of the values stays below. */
  static double of(DoubleStream values, double share) {
    double[] sorted = values.sorted().toArray();
    double at = share * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
