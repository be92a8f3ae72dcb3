package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.TestTable;
import io.halite.it.rights.PluginConnections.Asked;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.UserProvider;
import org.apache.hadoop.hbase.security.access.AccessControlConstants;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ConnectionCache;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client with a plug-in needs no right but those for its own requests: not on the table's
 * descriptor, and not on endpoints, which the servers check here.
 */
class PluginRightsIT {
  private static final String LINE = "key=unit:3 ts:1,salt=hash(unit) % 4";
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] ROW = Bytes.toBytes("ATL1");
  private static final int REQUESTS = 20;
  private static GuardedCluster cluster;
  private static PluginConnections plugin;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        GuardedCluster.start(
            1,
            settings -> {
              settings.setBoolean("hbase.security.exec.permission.checks", true);
              String server = "hadoop.proxyuser." + System.getProperty("user.name");
              settings.set(server + ".users", "*");
              settings.set(server + ".hosts", "*");
            });
    plugin = new PluginConnections(cluster);
    for (boolean early : new boolean[] {true, false}) {
      TableName name = name(early);
      TestTable.named(name)
          .salted(LINE)
          .value(AccessControlConstants.CF_ATTRIBUTE_EARLY_OUT, String.valueOf(early))
          .create(cluster.cluster());
      try (Table table = cluster.cluster().connection().getTable(name)) {
        table.put(put());
      }
      cluster.grant("reader", name, F, Q, Action.READ);
      cluster.grant("writer", name, F, Q, Action.WRITE);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static TableName name(boolean early) {
    return TableName.valueOf("plugin-early-" + early);
  }

  private static Put put() {
    return new Put(ROW).addColumn(F, Q, Q);
  }

  private static Get get() {
    return new Get(ROW).addColumn(F, Q);
  }

  private interface Work {
    void once() throws Exception;
  }

  /** RPCs of so many requests, after one that asks for the spec. */
  private static RpcCount rpcs(Work work) throws Exception {
    work.once();
    RpcCount before = RpcCount.of(cluster.cluster());
    for (int i = 0; i < REQUESTS; i++) {
      work.once();
    }
    return RpcCount.of(cluster.cluster()).since(before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoMayReadOneQualifierReadsItFromItsOwner(boolean early) throws Exception {
    plugin.blocking(
        "reader",
        connection -> {
          Table table = connection.getTable(name(early));
          assertThat(rpcs(() -> assertThat(table.get(get()).value()).isEqualTo(Q)).get())
              .isEqualTo(REQUESTS);
        });
    plugin.async(
        "reader",
        connection -> {
          var table = connection.getTable(name(early));
          assertThat(rpcs(() -> assertThat(table.get(get()).get().value()).isEqualTo(Q)).get())
              .isEqualTo(REQUESTS);
        });
  }

  /** Marked writes under such a salt need a superuser, marked reads do not. */
  @Test
  void underARandomSaltReadersReadAtAllPlacesAndWritersWriteThroughTheGateway() throws Exception {
    TableName random = TableName.valueOf("plugin-random");
    TestTable.named(random).salted("key=unit:3 ts:1,salt=random % 4").create(cluster.cluster());
    cluster.grant("reader", random, F, Q, Action.READ);
    cluster.grant("writer", random, F, Q, Action.WRITE);
    plugin.blocking("writer", connection -> connection.getTable(random).put(put()));
    plugin.async("writer", connection -> connection.getTable(random).put(put()).get());
    Get other = new Get(ROW).addColumn(F, Bytes.toBytes("secret"));
    Throwable usual;
    try (Table throughGateway = cluster.table("reader", random)) {
      usual = catchThrowable(() -> throughGateway.get(other));
    }
    assertThat(usual).isInstanceOf(AccessDeniedException.class);
    plugin.blocking(
        "reader",
        connection -> {
          Table table = connection.getTable(random);
          assertThat(table.get(get()).value()).isEqualTo(Q);
          long before = readsOfGateways(random);
          assertThat(table.get(get()).value()).isEqualTo(Q);
          assertThat(table.exists(List.of(get(), get()))).containsExactly(true, true);
          assertThatThrownBy(() -> table.get(other))
              .hasSameClassAs(usual)
              .satisfies(e -> assertThat(e.toString()).doesNotContain("salt="));
          assertThatThrownBy(() -> table.getScanner(new Scan(other)).next())
              .hasStackTraceContaining("AccessDeniedException")
              .satisfies(e -> assertThat(e.toString()).doesNotContain("salt="));
          assertThat(readsOfGateways(random)).isEqualTo(before);
        });
    plugin.async(
        "reader",
        connection -> {
          var table = connection.getTable(random);
          assertThat(table.get(get()).get().value()).isEqualTo(Q);
          long before = readsOfGateways(random);
          assertThat(table.get(get()).get().value()).isEqualTo(Q);
          assertThatThrownBy(() -> table.get(other).get())
              .hasStackTraceContaining("AccessDeniedException")
              .satisfies(e -> assertThat(e.toString()).doesNotContain("salt="));
          assertThat(readsOfGateways(random)).isEqualTo(before);
        });
    plugin.blocking(
        "nobody",
        connection ->
            assertThatThrownBy(() -> connection.getTable(random).get(get()))
                .hasSameClassAs(usual)
                .satisfies(e -> assertThat(e.toString()).doesNotContain("salt=")));
  }

  private static long readsOfGateways(TableName name) throws Exception {
    return SaltedTableOperations.of(cluster.cluster().connection(), name)
        .spread()
        .gateways()
        .stream()
        .mapToLong(gateway -> gateway.reads())
        .sum();
  }

  /** REST and Thrift servers that impersonate their users take tables from such a cache. */
  @Test
  void aServerThatImpersonatesLearnsTheSpecByTheRightsOfEachUser() throws Exception {
    Configuration conf = plugin.direct();
    ConnectionCache cache =
        new ConnectionCache(conf, UserProvider.instantiate(conf), 60_000, 60_000);
    try {
      cache.setEffectiveUser("reader");
      try (Table table = cache.getTable(name(true).getNameAsString())) {
        assertThat(rpcs(() -> assertThat(table.get(get()).value()).isEqualTo(Q)).get())
            .isEqualTo(REQUESTS);
      }
      cache.setEffectiveUser("nobody");
      try (Table table = cache.getTable(name(true).getNameAsString())) {
        assertThatThrownBy(() -> table.get(get()))
            .hasStackTraceContaining("AccessDeniedException")
            .hasStackTraceContaining("nobody")
            .satisfies(e -> assertThat(e.toString()).doesNotContain("salt="));
      }
    } finally {
      cache.shutdown();
    }
  }

  @Test
  void withoutAPluginTheSameRequestsCostMore() throws Exception {
    try (Table usual = cluster.table("reader", name(true))) {
      assertThat(rpcs(() -> usual.get(get())).get()).isEqualTo(2 * REQUESTS);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoMayWriteOneQualifierWritesItAtItsOwner(boolean early) throws Exception {
    plugin.blocking(
        "writer",
        connection -> {
          Table table = connection.getTable(name(early));
          assertThat(rpcs(() -> table.put(put())).mutate()).isEqualTo(REQUESTS);
        });
    plugin.async(
        "writer",
        connection -> {
          var table = connection.getTable(name(early));
          assertThat(rpcs(() -> table.put(put()).get()).mutate()).isEqualTo(REQUESTS);
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void scansOfOneQualifierAskForThatQualifier(boolean early) throws Exception {
    Scan scan = new Scan().addColumn(F, Q);
    plugin.blocking(
        "reader",
        connection -> {
          try (ResultScanner rows = connection.getTable(name(early)).getScanner(scan)) {
            assertThat(rows.next().getRow()).isEqualTo(ROW);
          }
        });
    plugin.async(
        "reader",
        connection ->
            assertThat(connection.getTable(name(early)).scanAll(scan).get())
                .extracting(Result::value)
                .containsExactly(Q));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoMayDoNothingGetsTheAnswerOfEveryClientAndIsNotToldTheSpec(boolean early)
      throws Exception {
    try (Table usual = cluster.table("nobody", name(early))) {
      plugin.blocking(
          "nobody",
          connection -> {
            Table table = connection.getTable(name(early));
            for (Asked<Table> request :
                List.<Asked<Table>>of(each -> each.get(get()), each -> each.put(put()))) {
              Throwable expected = catchThrowable(() -> request.ask(usual));
              Throwable answer = catchThrowable(() -> request.ask(table));
              assertThat(String.valueOf(answer)).doesNotContain("salt=");
              assertThat(answer == null).isEqualTo(expected == null);
              if (expected != null) {
                assertThat(answer).hasSameClassAs(expected);
              }
            }
          });
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoMayWriteMayNotRead(boolean early) throws Exception {
    if (early) {
      plugin.async(
          "writer",
          connection ->
              assertThatThrownBy(() -> connection.getTable(name(true)).get(get()).get())
                  .hasStackTraceContaining("AccessDeniedException")
                  .satisfies(e -> assertThat(e.toString()).doesNotContain("salt=")));
    } else {
      plugin.async(
          "writer",
          connection ->
              assertThat(connection.getTable(name(false)).get(get()).get().isEmpty()).isTrue());
    }
  }
}
