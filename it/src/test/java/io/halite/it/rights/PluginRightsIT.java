package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.mapreduce.SaltedTableSplit;
import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.TestTable;
import io.halite.it.mapreduce.SplitReads;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
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
      cluster.grant("clerk", name, F, Q, Action.READ, Action.WRITE);
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

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aJobReadsWhatItsUserMayRead(boolean early) throws Exception {
    SplitReads reads =
        new SplitReads(cluster.cluster().configuration(), name(early), new Scan().addColumn(F, Q));
    List<String> rows =
        cluster.as(
            "reader",
            connection -> {
              List<String> read = new ArrayList<>();
              for (SaltedTableSplit split : reads.splits()) {
                assertThat(split.isStored()).isTrue();
                reads.read(split).forEach(row -> read.add(Bytes.toString(row.getRow())));
              }
              return read;
            });
    assertThat(rows).containsExactly("ATL1");
    List<SaltedTableSplit> told = cluster.as("nobody", connection -> reads.splits());
    assertThat(told)
        .as("who may read nothing learns nothing")
        .noneMatch(SaltedTableSplit::isStored);
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

  /** The first time asks, and gateways see no other one. */
  private static void asksGatewaysOnce(TableName name, Work read) throws Exception {
    read.once();
    long before = plugin.readsOfGateways(name);
    read.once();
    assertThat(plugin.readsOfGateways(name)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void scansOfOneQualifierAskForThatQualifierAndReadAtTheOwners(boolean early) throws Exception {
    Scan scan = new Scan().addColumn(F, Q);
    plugin.blocking(
        "reader",
        connection ->
            asksGatewaysOnce(
                name(early),
                () -> {
                  try (ResultScanner rows = connection.getTable(name(early)).getScanner(scan)) {
                    assertThat(rows.next().getRow()).isEqualTo(ROW);
                  }
                }));
    plugin.async(
        "reader",
        connection ->
            asksGatewaysOnce(
                name(early),
                () ->
                    assertThat(connection.getTable(name(early)).scanAll(scan).get())
                        .extracting(Result::value)
                        .containsExactly(Q)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void mutatorsOfWhoMayReadAndWriteOneQualifierWriteAtTheOwners(boolean early) throws Exception {
    TableName name = name(early);
    plugin.blocking(
        "clerk",
        connection -> {
          try (BufferedMutator mutator = connection.getBufferedMutator(name)) {
            assertThat(
                    rpcs(
                        () -> {
                          mutator.mutate(put());
                          mutator.flush();
                        }))
                .isEqualTo(new RpcCount(0, REQUESTS, 0, 0));
          }
        });
    plugin.async(
        "clerk",
        connection -> {
          try (AsyncBufferedMutator mutator = connection.getBufferedMutator(name)) {
            assertThat(
                    rpcs(
                        () -> {
                          var done = mutator.mutate(put());
                          mutator.flush();
                          done.get();
                        }))
                .isEqualTo(new RpcCount(0, REQUESTS, 0, 0));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aMutatorThatMayNotAskLeavesThePutsOfItsConnectionToTheOwners(boolean early)
      throws Exception {
    plugin.blocking(
        "writer",
        connection -> {
          try (BufferedMutator mutator = connection.getBufferedMutator(name(early))) {
            mutator.mutate(put());
            mutator.flush();
          }
          Table table = connection.getTable(name(early));
          assertThat(rpcs(() -> table.put(put())).mutate()).isEqualTo(REQUESTS);
        });
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
