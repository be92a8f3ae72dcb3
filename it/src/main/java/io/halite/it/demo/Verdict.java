package io.halite.it.demo;

import java.util.Locale;

/** What the demonstration showed, in its last line and its exit status. */
record Verdict(
    int written, int readBack, int differences, double busiestOfMean, double plainBusiestOfMean) {

  boolean isGood() {
    return written == readBack && differences == 0;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "demo: %d rows written, %d read back, %d differences; busiest region %.2f of the mean"
            + " (plain table %.2f)",
        written,
        readBack,
        differences,
        busiestOfMean,
        plainBusiestOfMean);
  }
}
