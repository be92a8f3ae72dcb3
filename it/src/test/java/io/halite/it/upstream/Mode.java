package io.halite.it.upstream;

import java.util.LinkedHashMap;
import java.util.Map;

/** With or without Halite's observer on every user table. */
enum Mode {
  WITHOUT(Map.of()),
  WITH(observerOnEveryUserTable());

  private final Map<String, String> settings;

  Mode(Map<String, String> settings) {
    this.settings = settings;
  }

  /** The only settings in which the two modes differ. */
  Map<String, String> settings() {
    return settings;
  }

  String directory() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  private static Map<String, String> observerOnEveryUserTable() {
    Map<String, String> settings = new LinkedHashMap<>();
    // The number is PRIORITY_USER: without one HBase would sort the class among the system's own.
    settings.put(
        "hbase.coprocessor.user.region.classes",
        "io.halite.coprocessor.SaltingObserver|1073741823");
    settings.put("halite.default.spec", "key=row:*,salt=hash(*) % 4");
    // A filter of HBase's tests that judges each row by that row alone.
    settings.put(
        "halite.filters.row-local", "org.apache.hadoop.hbase.client.ColumnCountOnRowFilter");
    return settings;
  }
}
