package io.halite.it.upstream;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * With or without Halite's observer on every user table; and the same two on wide clusters ({@link
 * WideClusters}), the second with doors.
 */
enum Mode {
  WITHOUT("without", false, Map.of()),
  WITH("with", false, observerOnEveryUserTable()),
  WIDE_WITHOUT("doors-without", true, Map.of()),
  WIDE_WITH_DOORS("doors-with", true, doorsOnEveryServer());

  private final String directory;
  private final boolean wide;
  private final Map<String, String> settings;

  Mode(String directory, boolean wide, Map<String, String> settings) {
    this.directory = directory;
    this.wide = wide;
    this.settings = settings;
  }

  /** The only settings in which the two modes of a comparison differ. */
  Map<String, String> settings() {
    return settings;
  }

  /** Whether the suite's clusters have three region servers, and its tables three regions. */
  boolean isWide() {
    return wide;
  }

  String directory() {
    return directory;
  }

  private static Map<String, String> doorsOnEveryServer() {
    Map<String, String> settings = new LinkedHashMap<>(observerOnEveryUserTable());
    settings.put("hbase.rpc.server.impl", "io.halite.coprocessor.door.DoorRpcServer");
    settings.put("halite.doors", "all");
    return settings;
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
