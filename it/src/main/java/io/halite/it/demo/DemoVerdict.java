package io.halite.it.demo;

import java.util.Locale;
import java.util.Optional;

/**
 * The result of the demonstration, for its last line and its exit status.
 *
 * @param busiestOfMean the rows of the busiest region over the mean, in the table that spreads them
 *     best
 * @param worse a table that spreads them worse, if there is one to compare
 */
record DemoVerdict(
    int written, int readBack, int differences, double busiestOfMean, Optional<Worse> worse) {

  /** The busiest region of something else, such as {@code plain table}. */
  record Worse(String name, double busiestOfMean) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, " (%s %.2f)", name, busiestOfMean);
    }
  }

  boolean isGood() {
    return written == readBack && differences == 0;
  }

  @Override
  public String toString() {
    return String.format(
            Locale.ROOT,
            "demo: %d rows written, %d read back, %d differences; busiest region %.2f of the mean",
            written,
            readBack,
            differences,
            busiestOfMean)
        + worse.map(Worse::toString).orElse("");
  }
}
