package io.halite.it.rights;

import static io.halite.it.rights.QualifierClients.F;
import static io.halite.it.rights.QualifierClients.Q;
import static io.halite.it.rights.QualifierClients.REQUESTS;
import static io.halite.it.rights.QualifierClients.get;
import static io.halite.it.rights.QualifierClients.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.mapreduce.SaltedTableSplit;
import io.halite.it.cluster.RpcCount;
import io.halite.it.mapreduce.SplitReads;
import io.halite.routing.scan.UnorderedAttribute;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.UserProvider;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ConnectionCache;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client with a plug-in needs no right but those for its own requests: not on the table's
 * descriptor, and not on endpoints, which the servers check here.
 */
class PluginRightsIT {
  private static final String RANDOM = "random % 4";
  private static final String INDEXED = "hash(unit) % 4,index=byTs(ts)";
  private static QualifierClients users;

  /** Tables whose {@code early_out} is true or false, and one whose salt scatters its rows. */
  private enum Kind {
    EARLY("hash(unit) % 4", true),
    LATE("hash(unit) % 4", false),
    SCATTERED("md5(unit)[0:4]", false);

    final String salt;
    final boolean early;

    Kind(String salt, boolean early) {
      this.salt = salt;
      this.early = early;
    }

    TableName table() {
      return TableName.valueOf("plugin-" + name());
    }

    /** A scan that needs no gateway. */
    Scan scan() {
      Scan scan = new Scan().addColumn(F, Q);
      return this == SCATTERED ? scan.setStartStopRowForPrefixScan(Bytes.toBytes("ATL")) : scan;
    }
  }

  @BeforeAll
  static void start() throws Exception {
    users = QualifierClients.start();
    for (Kind kind : Kind.values()) {
      users.create(kind.table(), kind.salt, kind.early);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    users.close();
  }

  @ParameterizedTest
  @EnumSource
  void whoMayReadOneQualifierReadsItFromItsOwner(Kind kind) throws Exception {
    users.readRowsFromTheirOwners(kind.table(), RpcCount::get);
  }

  @ParameterizedTest
  @EnumSource(names = {"EARLY", "LATE"})
  void aJobReadsWhatItsUserMayRead(Kind kind) throws Exception {
    SplitReads reads =
        new SplitReads(users.cluster().cluster().configuration(), kind.table(), kind.scan());
    List<String> rows =
        users
            .cluster()
            .as(
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
    List<SaltedTableSplit> told = users.cluster().as("nobody", connection -> reads.splits());
    assertThat(told)
        .as("who may read nothing learns nothing")
        .noneMatch(SaltedTableSplit::isStored);
  }

  /** REST and Thrift servers that impersonate their users take tables from such a cache. */
  @Test
  void aServerThatImpersonatesLearnsTheSpecByTheRightsOfEachUser() throws Exception {
    String name = Kind.EARLY.table().getNameAsString();
    Configuration conf = users.plugin().direct();
    ConnectionCache cache =
        new ConnectionCache(conf, UserProvider.instantiate(conf), 60_000, 60_000);
    try {
      cache.setEffectiveUser("reader");
      try (Table table = cache.getTable(name)) {
        assertThat(users.rpcs(() -> assertThat(table.get(get()).value()).isEqualTo(Q)).get())
            .isEqualTo(REQUESTS);
      }
      cache.setEffectiveUser("nobody");
      try (Table table = cache.getTable(name)) {
        assertThatThrownBy(() -> table.get(get()))
            .hasStackTraceContaining("AccessDeniedException")
            .hasStackTraceContaining("nobody")
            .satisfies(FailureText::tellsNoSpec);
      }
    } finally {
      cache.shutdown();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EARLY", "SCATTERED"})
  void withoutAPluginTheSameRequestsCostMore(Kind kind) throws Exception {
    try (Table usual = users.cluster().table("reader", kind.table())) {
      assertThat(users.rpcs(() -> usual.get(get())).get()).isEqualTo(2 * REQUESTS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoMayWriteOneQualifierWritesItAtItsOwner(Kind kind) throws Exception {
    users.writeRowsAtTheirOwners(kind.table());
  }

  @ParameterizedTest
  @EnumSource
  void scansOfOneQualifierAskForThatQualifierAndReadAtTheOwners(Kind kind) throws Exception {
    users.scanRowsAtTheirOwners(kind.table(), kind.scan());
  }

  /** The filter by which HBase hides the other columns runs at the owners, too. */
  @ParameterizedTest
  @EnumSource
  void whoMayReadOneQualifierIsShownItOfWholeRows(Kind kind) throws Exception {
    Scan ofUnit = new Scan().setStartStopRowForPrefixScan(Bytes.toBytes("ATL"));
    users.readOneColumnOfWholeRows(
        kind.table(), List.of(ofUnit, UnorderedAttribute.putOn(new Scan(), 4)));
  }

  @ParameterizedTest
  @EnumSource
  void mutatorsOfWhoMayReadAndWriteOneQualifierWriteAtTheOwners(Kind kind) throws Exception {
    users.writeBufferedRowsAtTheirOwners(kind.table());
  }

  @ParameterizedTest
  @EnumSource
  void aMutatorThatMayNotAskLeavesThePutsOfItsConnectionToTheOwners(Kind kind) throws Exception {
    users
        .plugin()
        .blocking(
            "writer",
            connection -> {
              try (BufferedMutator mutator = connection.getBufferedMutator(kind.table())) {
                QualifierClients.write(mutator);
              }
              Table table = connection.getTable(kind.table());
              assertThat(users.rpcs(() -> table.put(put())).mutate()).isEqualTo(REQUESTS);
            });
  }

  @ParameterizedTest
  @EnumSource
  void whoMayWriteMayNotRead(Kind kind) throws Exception {
    users.readNothing("writer", kind.table(), kind.early);
  }

  /**
   * Owners take no writes of such rows from clients. {@link PluginRightsOfSaltsIT} has the rest.
   */
  @ParameterizedTest
  @ValueSource(strings = {RANDOM, INDEXED})
  void rowsInManyPlacesAndIndexedOnesAreReadAtTheirOwnersAndWrittenAtTheGateways(String salt)
      throws Exception {
    TableName name = TableName.valueOf(salt.equals(RANDOM) ? "plugin-random" : "plugin-indexed");
    users.create(name, salt, false);
    // A row in many places is read by one list, as there is one server.
    users.readRowsFromTheirOwners(name, salt.equals(RANDOM) ? RpcCount::multi : RpcCount::get);
    users.writeRowsAtTheirGateways(name);
    users.readNothing("writer", name, salt.equals(RANDOM));
  }
}
