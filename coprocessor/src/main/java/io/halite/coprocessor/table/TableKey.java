package io.halite.coprocessor.table;

/**
 * What a table's owner may decide for the table, in its CONFIGURATION, over the site's value.
 *
 * <p>A key is here only if the worst value of it harms nobody but the table's own users. Everything
 * else is read from the site alone, see {@link RegionSettings}.
 */
public enum TableKey {
  /** What writes with cluster ids hold: it is the table's own rows that a wrong word would lose. */
  REPLICATED_WRITES("halite.replicated.writes"),

  /** The most passes of a scan: {@code scan=passes} in the table's attribute lifts it as well. */
  SCAN_PASSES("halite.scan.passes"),

  /** The most rows that passes are sent: {@code scan=passes} lifts it as well. */
  SCAN_PASS_ROWS("halite.scan.pass.rows"),

  /** Filters that judge each row by itself: a wrong one gives wrong rows to this table's users. */
  ROW_LOCAL_FILTERS("halite.filters.row-local");

  private final String key;

  TableKey(String key) {
    this.key = key;
  }

  /** The key as it is written in configurations. */
  public String key() {
    return key;
  }
}
