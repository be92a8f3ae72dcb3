package io.halite.it.outcome;

import java.util.Locale;

/**
 * How many of a number of trials had an outcome, with the 95 % interval of its rate by Wilson.
 *
 * @param hits those that had it
 * @param trials all of them
 */
public record Proportion(long hits, long trials) {
  private static final double Z = 1.959964;

  double rate() {
    return (double) hits / trials;
  }

  /** The lower end of the interval. */
  public double lower() {
    return Math.max(0, middle() - half());
  }

  /** The upper end of the interval. */
  public double upper() {
    return middle() + half();
  }

  private double middle() {
    return (rate() + Z * Z / (2 * trials)) / (1 + Z * Z / trials);
  }

  private double half() {
    double spread = rate() * (1 - rate()) / trials + Z * Z / (4.0 * trials * trials);
    return Z * Math.sqrt(spread) / (1 + Z * Z / trials);
  }

  /**
   * The rate of {@code this} over that of {@code other}, with its interval by Katz; without a hit
   * up to Wilson's upper bound over the other's lower one.
   */
  public Ratio over(Proportion other) {
    double ratio = rate() / other.rate();
    if (hits == 0) {
      return new Ratio(0, 0, upper() / other.lower());
    }
    double spread = Z * Math.sqrt((1 - rate()) / hits + (1 - other.rate()) / other.hits);
    return new Ratio(ratio, ratio * Math.exp(-spread), ratio * Math.exp(spread));
  }

  /** The outcomes of both together. */
  public Proportion and(Proportion other) {
    return new Proportion(hits + other.hits, trials + other.trials);
  }

  /** One rate over another, with its 95 % interval. */
  public record Ratio(double value, double lower, double upper) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.3f (%.3f to %.3f)", value, lower, upper);
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d of %,d, %.2f %% (%.2f to %.2f)",
        hits,
        trials,
        100 * rate(),
        100 * lower(),
        100 * upper());
  }
}
