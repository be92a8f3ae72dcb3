package io.halite.it.demo;

import java.util.Locale;
import java.util.Optional;

/**
 * What the demonstration showed, in its last line and its exit status.
 *
 * @param busiestOfMean the rows of the busiest region over the mean, where they are spread best
 * @param worse where they are spread worse, if there is something to compare
 */
record Verdict(
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
