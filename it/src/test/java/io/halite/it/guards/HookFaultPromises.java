package io.halite.it.guards;

import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.FaultyObserver;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever goes wrong inside a hook: one request fails clearly, and everything else goes on. */
@Timeout(60)
abstract class HookFaultPromises {
  private static final TableName NAME = TableName.valueOf("faulty");

  private final EmbeddedCluster cluster;

  HookFaultPromises(EmbeddedCluster cluster) throws Exception {
    this.cluster = cluster;
    theServerIsAlive();
    if (!cluster.connection().getAdmin().tableExists(NAME)) {
      TestTable.named(NAME)
          .attribute("|" + FaultyObserver.class.getName() + "||" + FOUR_BUCKETS)
          .splits("\u0001", "\u0002", "\u0003")
          .create(cluster);
    }
  }

  private static Map<String, RequestKind> requests() {
    Map<String, RequestKind> requests = new LinkedHashMap<>();
    requests.put("postStartRegionOperation", RequestKind.PUT);
    requests.put("prePut", RequestKind.PUT);
    requests.put("postBatchMutateIndispensably", RequestKind.PUT);
    requests.put("postCloseRegionOperation", RequestKind.PUT);
    requests.put("preDelete", RequestKind.DELETE_ROW);
    requests.put("preIncrement", RequestKind.INCREMENT);
    requests.put("preAppend", RequestKind.APPEND);
    requests.put("preCheckAndMutate", RequestKind.CHECK_PUT);
    requests.put("preGetOp", RequestKind.GET);
    requests.put("preScannerOpen", RequestKind.SCAN);
    requests.put("postScannerOpen", RequestKind.SCAN);
    return requests;
  }

  static Stream<Arguments> faults() {
    List<Arguments> faults = new ArrayList<>();
    for (String hook : requests().keySet()) {
      faults.add(Arguments.of(hook, new IllegalStateException("injected")));
      faults.add(Arguments.of(hook, new NoClassDefFoundError("injected")));
      faults.add(Arguments.of(hook, new DoNotRetryIOException("injected")));
    }
    return faults.stream();
  }

  @AfterEach
  void disarm() {
    FaultyObserver.disarm();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void aFaultInsideAHookFailsTheRequestAndNothingElse(String hook, Throwable fault)
      throws Exception {
    // HBase makes a retriable exception of whatever comes out of this hook.
    Class<? extends Exception> seen =
        hook.equals("postStartRegionOperation") ? IOException.class : DoNotRetryIOException.class;
    Configuration once = new Configuration(cluster.configuration());
    once.setInt("hbase.client.retries.number", 1);
    once.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 20_000);
    once.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, 20_000);
    try (Connection client = ConnectionFactory.createConnection(once);
        Table table = client.getTable(NAME)) {
      FaultyObserver.arm(hook, fault);
      assertThatThrownBy(() -> requests().get(hook).send(table))
          .isInstanceOf(seen)
          .hasStackTraceContaining("injected");
      assertThat(FaultyObserver.disarm()).as("faults in %s", hook).isPositive();
      requests().get(hook).send(table);
      table.put(TextRows.put("after", hook));
      assertThat(TextRows.get(table, "after")).isEqualTo(hook);
    }
    everythingIsStillThere();
  }

  @ParameterizedTest
  @MethodSource("silentFaults")
  void aFaultInAHookThatMustNotFailIsOnlyLogged(String hook, Throwable fault) throws Exception {
    FaultyObserver.arm(hook, fault);
    cluster.connection().getAdmin().disableTable(NAME);
    cluster.connection().getAdmin().enableTable(NAME);
    assertThat(FaultyObserver.disarm()).as("faults in %s", hook).isPositive();
    cluster.connection().getAdmin().disableTable(NAME);
    cluster.connection().getAdmin().enableTable(NAME);
    try (Table table = cluster.connection().getTable(NAME)) {
      table.put(TextRows.put("after", hook));
      assertThat(TextRows.get(table, "after")).isEqualTo(hook);
    }
    everythingIsStillThere();
  }

  static Stream<Arguments> silentFaults() {
    return Stream.of(
        Arguments.of("start", new NoClassDefFoundError("injected")),
        Arguments.of("postOpen", new IllegalStateException("injected")),
        Arguments.of("preClose", new DoNotRetryIOException("injected")),
        Arguments.of("preClose", new IllegalStateException("injected")),
        Arguments.of("stop", new IllegalStateException("injected")));
  }

  private void theServerIsAlive() {
    assertThat(cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads()).hasSize(1);
    assertThat(cluster.utility().getMiniHBaseCluster().getRegionServer(0).isAborted())
        .as("the region server has aborted")
        .isFalse();
  }

  private void everythingIsStillThere() {
    theServerIsAlive();
    List<HRegion> regions = cluster.utility().getMiniHBaseCluster().getRegions(NAME);
    assertThat(regions).hasSize(4);
    for (HRegion region : regions) {
      assertThat(region.getCoprocessorHost().findCoprocessor(FaultyObserver.class.getName()))
          .as("the observer of %s", region)
          .isNotNull();
    }
  }
}
