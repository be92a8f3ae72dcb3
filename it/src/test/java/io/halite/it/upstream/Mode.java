package io.halite.it.upstream;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * With or without Halite's observer on every user table: the same two on wide clusters ({@link
 * WideClusters}), the second with doors; and with the plug-in for all clients, or for half of them.
 */
enum Mode {
  WITHOUT("without", Change.NONE, Map.of()),
  WITH("with", Change.NONE, observerOnEveryUserTable()),
  WIDE_WITHOUT("doors-without", Change.WIDE, Map.of()),
  WIDE_WITH_DOORS("doors-with", Change.WIDE_WITH_DOORS, doorsOnEveryServer()),
  PLUG_IN("plug-in-with", Change.PLUG_IN, plugInOfEveryClient()),
  HALF_PLUG_IN("half-with", Change.HALF_PLUG_IN, plugInOfEveryClient());

  private final String directory;
  private final Change change;
  private final Map<String, String> settings;

  Mode(String directory, Change change, Map<String, String> settings) {
    this.directory = directory;
    this.change = change;
    this.settings = settings;
  }

  /** The only settings in which the two modes of a comparison differ. */
  Map<String, String> settings() {
    return settings;
  }

  /** What is changed in the JVM of the suite before HBase's classes are loaded. */
  Change change() {
    return change;
  }

  /** How the suites' requests come to the owners. */
  JudgedWay way() {
    return this == WIDE_WITH_DOORS
        ? JudgedWay.DOORS
        : throughPlugIn() ? JudgedWay.PLUG_IN : JudgedWay.GATEWAYS;
  }

  /** Whether suites write and read through the plug-in. */
  private boolean throughPlugIn() {
    return change == Change.PLUG_IN || change == Change.HALF_PLUG_IN;
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

  /** The suites' servers have the same site; connections that they open are plain ones. */
  private static Map<String, String> plugInOfEveryClient() {
    Map<String, String> settings = new LinkedHashMap<>(observerOnEveryUserTable());
    settings.put("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    settings.put(
        "hbase.client.async.connection.impl", "io.halite.client.plugin.SaltedAsyncConnection");
    return settings;
  }

  private static Map<String, String> observerOnEveryUserTable() {
    Map<String, String> settings = new LinkedHashMap<>();
    // The number is PRIORITY_USER: without one HBase would sort the class among the system's own.
    settings.put(
        "hbase.coprocessor.user.region.classes",
        "io.halite.coprocessor.SaltingObserver|1073741823");
    settings.put("halite.default.spec", "key=row:*,salt=hash(*) % 4");
    // Filters of HBase's tests that judge each row by that row alone, as their site would say.
    settings.put(
        "halite.filters.row-local",
        Stream.of(
                "client.ColumnCountOnRowFilter",
                "client.AbstractTestScanCursor$SparseFilter",
                "filter.FilterAllFilter",
                "regionserver.TestRegionInterrupt$DelayingFilter",
                "regionserver.TestScannerHeartbeatMessages$SparseCellFilter",
                "regionserver.TestScannerHeartbeatMessages$SparseRowFilter")
            .map("org.apache.hadoop.hbase."::concat)
            .collect(Collectors.joining(",")));
    // The endpoint of TestAccessController, which counts its calls and touches no rows.
    settings.put("halite.endpoints.allowed", "hbase.test.pb.PingService");
    return settings;
  }
}
