package io.halite.it.demo;

import java.util.Locale;

/**
 * What a technique costs: a row of the README's table.
 *
 * @param busiestOfMean the rows of the busiest region over the mean
 * @param get the RPCs that the servers answer for a get
 * @param prefix the RPCs that they answer for a scan by prefix
 * @param all the RPCs that they answer for a full scan
 */
record TechniqueCosts(Technique technique, double busiestOfMean, long get, long prefix, long all) {
  /** The lines above the rows. */
  static final String HEAD =
      "| name | salt | key begins with | busiest region | get | scan by prefix | scan of all |\n"
          + "|---|---|---|---|---|---|---|";

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "| `%s` | `%s` | %s | %.2f | %d | %d | %d |",
        technique,
        technique.salt(),
        technique.keys().beginning(),
        busiestOfMean,
        get,
        prefix,
        all);
  }
}
