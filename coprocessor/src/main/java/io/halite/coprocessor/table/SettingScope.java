package io.halite.coprocessor.table;

/** Who may set a key of the configuration. */
public enum SettingScope {
  /** The operator, in {@code hbase-site.xml} of the servers. */
  SITE("site"),

  /**
   * A table's owner too, in the table's CONFIGURATION, over the site's value. A key has this scope
   * only if its worst value harms nobody but the table's own users.
   */
  SITE_OR_TABLE("site or table"),

  /**
   * A table's owner alone, in the table's CONFIGURATION: the key says what is so of one table. Its
   * worst value harms nobody but the table's own users, either.
   */
  TABLE("table");

  private final String text;

  SettingScope(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
