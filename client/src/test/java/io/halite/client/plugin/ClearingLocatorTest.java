package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

class ClearingLocatorTest {
  private final Fake<RegionLocator> locator =
      new Fake<>(RegionLocator.class)
          .on("getName", any -> Salted.NAME)
          .on("clearRegionLocationCache", any -> null)
          .on("close", any -> null);
  private final Fake<Table> ownTable =
      new Fake<>(Table.class)
          .on("getName", any -> Salted.NAME)
          .on("getRequestAttributes", any -> Map.of())
          .on("getRegionLocator", any -> locator.build())
          .on("close", any -> null);
  private final Connection real =
      new Fake<>(Connection.class)
          .on("getRegionLocator", any -> locator.build())
          .on("getTable", any -> ownTable.build())
          .build();
  private final Fake<AsyncTableRegionLocator> ofScans =
      new Fake<>(AsyncTableRegionLocator.class).on("clearRegionLocationCache", any -> null);
  private final AsyncTableBuilder<?> builder =
      new Fake<>(AsyncTableBuilder.class).on("build", any -> Salted.asyncTable().build()).build();
  private final AsyncConnection connectionOfScans =
      new Fake<>(AsyncConnection.class)
          .on("getTableBuilder", any -> builder)
          .on("getRegionLocator", any -> ofScans.build())
          .build();
  private final ScanConnection scans =
      new ScanConnection(() -> CompletableFuture.completedFuture(connectionOfScans));
  private final SaltedConnection connection =
      new SaltedConnection(Salted.conf(), real, scans, IdleScanners.never());

  private void scan() throws Exception {
    assertThat(scans.like(ownTable.build())).isNotNull();
  }

  /** Both have a cache of regions of their own. */
  @Test
  void theLocationsOfATableAreForgottenByTheConnectionForScansToo() throws Exception {
    scan();
    connection.getRegionLocator(Salted.NAME).clearRegionLocationCache();
    assertThat(locator.count("clearRegionLocationCache")).isEqualTo(1);
    assertThat(ofScans.count("clearRegionLocationCache")).isEqualTo(1);
  }

  @Test
  void theLocationsOfATableAreForgottenByTheLocatorOfATable() throws Exception {
    scan();
    try (Table table = connection.getTable(Salted.NAME);
        RegionLocator ofTable = table.getRegionLocator()) {
      ofTable.clearRegionLocationCache();
    }
    assertThat(locator.count("clearRegionLocationCache")).isEqualTo(1);
    assertThat(ofScans.count("clearRegionLocationCache")).isEqualTo(1);
  }

  @Test
  void thereIsNoneToForgetBeforeTheFirstScan() throws Exception {
    connection.getRegionLocator(Salted.NAME).clearRegionLocationCache();
    assertThat(locator.count("clearRegionLocationCache")).isEqualTo(1);
    assertThat(ofScans.count("clearRegionLocationCache")).isZero();
  }

  /** The defaults of the interface ask otherwise than HBase's own locator. */
  @Test
  void everyOtherCallIsThatOfHbase() throws Exception {
    for (Method method : RegionLocator.class.getMethods()) {
      locator.on(method.getName(), any -> null);
      Object[] arguments = new Object[method.getParameterCount()];
      for (int i = 0; i < arguments.length; i++) {
        Class<?> type = method.getParameterTypes()[i];
        arguments[i] = type == int.class ? (Object) 1 : type == boolean.class ? true : new byte[0];
      }
      int before = locator.count(method.getName());
      method.invoke(connection.getRegionLocator(Salted.NAME), arguments);
      assertThat(locator.count(method.getName())).as(method.toString()).isEqualTo(before + 1);
    }
  }
}
