package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.RegionStub;
import io.halite.routing.endpoint.Walk;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.LatestStub;
import io.halite.routing.latest.PageBudget;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Selection;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.access.AccessControlConstants;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Halite's endpoints refuse whoever has no right at once, also on tables where AccessController
 * does not ({@code hbase.security.access.early_out=false}): it leaves a filter there, or an
 * attribute, that an endpoint would pass over.
 */
@ExtendWith(SharedGuardedCluster.class)
class EarlyOutIT {
  private static final String LINE = "key=unit:2 ts:8:revtime,salt=hash(unit) % 4";
  private static final SaltingSpec SPEC = SaltingSpec.parse(LINE);
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static GuardedCluster cluster;

  private interface Asked {
    Object ask(Table table) throws Exception;
  }

  @BeforeAll
  static void start(GuardedCluster shared) throws Exception {
    cluster = shared;
    for (boolean early : new boolean[] {true, false}) {
      TableName name = name(early);
      TestTable.named(name)
          .salted(LINE)
          .coprocessor(TestTable.LATEST_ENDPOINT)
          .value(AccessControlConstants.CF_ATTRIBUTE_EARLY_OUT, String.valueOf(early))
          .create(cluster.cluster());
      try (Table table = cluster.cluster().connection().getTable(name)) {
        for (String row : new String[] {"A1-------1", "A2-------1", "B1-------1"}) {
          table.put(new Put(Bytes.toBytes(row)).addColumn(F, Q, Q));
        }
      }
      cluster.grant("reader", name, null, null, Permission.Action.READ);
      cluster.grant("family", name, F, null, Permission.Action.READ);
      cluster.grant("qualifier", name, F, Q, Permission.Action.READ);
      cluster.grant("writer", name, F, null, Permission.Action.WRITE);
      cluster.grant("part", name, F, null, Permission.Action.WRITE);
      cluster.grant("part", name, F, Q, Permission.Action.READ);
      cluster.grant("both", name, F, null, Permission.Action.READ, Permission.Action.WRITE);
    }
  }

  private static TableName name(boolean early) {
    return TableName.valueOf("early-" + early);
  }

  private static Object as(String user, boolean early, Asked asked) throws Exception {
    return cluster.as(
        user,
        connection -> {
          try (Table table = connection.getTable(name(early))) {
            return asked.ask(table);
          }
        });
  }

  private static void assertDenied(String user, boolean early, Asked asked) {
    assertThatThrownBy(() -> as(user, early, asked))
        .hasStackTraceContaining("AccessDeniedException: Insufficient permissions")
        .satisfies(e -> assertThat(FailureText.of(e)).doesNotContain("salt=", "A1"));
  }

  private static Object spec(Table table) throws Exception {
    return LatestStub.spec(table.coprocessorService(new byte[0]));
  }

  private static Object facts(Table table) throws Exception {
    return RegionStub.facts(table, new byte[0]).spec();
  }

  private static Asked walk(Walk.Act act, String prefix) {
    return walk(SPEC.fingerprint(), act, prefix);
  }

  private static Asked walk(long fingerprint, Walk.Act act, String prefix) {
    Walk walk = new Walk(fingerprint, act, KeyRange.all(), new Walk.Prefix(Bytes.toBytes(prefix)));
    return table -> RegionStub.walk(table, walk).rows();
  }

  private static Asked latest(long fingerprint) {
    PageRequest request =
        new PageRequest(
            fingerprint, 1, List.of(KeyRange.all()), 0, Selection.ofLimit(1), PageBudget.DEFAULT);
    return table ->
        LatestStub.latest(
            table.coprocessorService(new byte[0]), request, LatestKeys.of(SPEC.layout()));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aUserWhoMayReadNothingLearnsNothing(boolean early) {
    assertDenied("nobody", early, EarlyOutIT::facts);
    assertDenied("nobody", early, EarlyOutIT::spec);
    assertDenied("nobody", early, latest(SPEC.fingerprint()));
    assertDenied("nobody", early, latest(1));
    assertDenied("nobody", early, walk(Walk.Act.VERIFY, ""));
    assertDenied("nobody", early, walk(1, Walk.Act.VERIFY, ""));
    assertDenied("writer", early, EarlyOutIT::facts);
    assertDenied("writer", early, EarlyOutIT::spec);
    assertDenied("writer", early, walk(Walk.Act.VERIFY, ""));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aUserWhoMayNotDeleteDoesNotLearnWhetherThereIsARow(boolean early) throws Exception {
    for (String user : new String[] {"nobody", "reader", "family"}) {
      for (String prefix : new String[] {"A", "Z"}) {
        assertDenied(user, early, walk(Walk.Act.COUNT_PREFIX, prefix));
        assertDenied(user, early, walk(Walk.Act.DELETE_PREFIX, prefix));
        assertDenied(user, early, walk(1, Walk.Act.COUNT_PREFIX, prefix));
      }
    }
    assertThat(as("both", early, walk(Walk.Act.COUNT_PREFIX, "A"))).isEqualTo(2L);
    assertThat(as("writer", early, walk(Walk.Act.DELETE_PREFIX, "B"))).isEqualTo(1L);
    assertThat(as("reader", early, walk(Walk.Act.VERIFY, ""))).isEqualTo(2L);
  }

  /** Who may count by one prefix after the other finds out all keys. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aUserWhoMayNotReadEveryRowCountsNone(boolean early) throws Exception {
    for (String user : new String[] {"writer", "part"}) {
      for (String prefix : new String[] {"A", "Z"}) {
        assertDenied(user, early, walk(Walk.Act.COUNT_PREFIX, prefix));
        assertDenied(user, early, walk(1, Walk.Act.COUNT_PREFIX, prefix));
      }
    }
  }

  /** The key that does not fit would fail alone, with a status that shows the spec. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aUserWhoMayNotWriteDoesNotLearnWhyAKeyOfABatchDoesNotFit(boolean early) throws Exception {
    List<Put> puts =
        List.of(
            new Put(Bytes.toBytes("A1-------1")).addColumn(F, Q, Q),
            new Put(Bytes.toBytes("A")).addColumn(F, Q, Q));
    try (TestTable plain =
        TestTable.numbered("early")
            .salted("key=unit:2 ts:8:revtime,salt=none")
            .value(AccessControlConstants.CF_ATTRIBUTE_EARLY_OUT, String.valueOf(early))
            .create(cluster.cluster())) {
      assertThatThrownBy(
              () ->
                  cluster.as(
                      "nobody",
                      connection -> {
                        try (Table table = connection.getTable(plain.name())) {
                          table.batch(puts, new Object[2]);
                          return puts;
                        }
                      }))
          .hasStackTraceContaining("AccessDeniedException: Insufficient permissions")
          .satisfies(e -> assertThat(FailureText.of(e)).doesNotContain("salt=", "A1"));
      assertThat(plain.scan(new Scan())).isEmpty();
    }
  }

  /** An owner region refuses all requests, and its refusal shows the spec to gateways. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aUserWhoMayReadNothingDoesNotLearnWhyAnOpenScanFails(boolean early) throws Exception {
    TestTable fixture =
        TestTable.numbered("early")
            .splits(new byte[] {1}, new byte[] {2}, new byte[] {3}, new byte[] {4})
            .value(AccessControlConstants.CF_ATTRIBUTE_EARLY_OUT, String.valueOf(early))
            .create(cluster.cluster());
    try (fixture) {
      byte[] wrong = SPEC.salt().salt(Bytes.toBytes("A1-------1"));
      wrong[0] ^= 1;
      fixture.table().put(new Put(wrong).addColumn(F, Q, Q));
      fixture.admin().flush(fixture.name());
      fixture.adopt(LINE);
      cluster.grant("reader", fixture.name(), null, null, Permission.Action.READ);
      for (String user : new String[] {"reader", "nobody"}) {
        assertThatThrownBy(() -> cluster.as(user, all -> scanned(all, fixture.name())))
            .satisfies(
                e -> {
                  if (user.equals("reader")) {
                    assertThat(FailureText.of(e)).contains("stored without this salt", "salt=");
                  } else {
                    assertThat(FailureText.of(e)).contains("Insufficient permissions");
                    FailureText.tellsNoSpec(e);
                  }
                });
      }
    }
  }

  /** Whoever may write, but read nothing, would learn a key. */
  @Test
  void noClientLearnsTheKeyOfARowThatHasNoSalt() throws Exception {
    try (TestTable fixture = TestTable.numbered("early").create(cluster.cluster())) {
      byte[] row = Bytes.toBytes("A1-------1");
      byte[] wrong = SPEC.salt().salt(row);
      wrong[0] ^= 1;
      fixture.table().put(new Put(wrong).addColumn(F, Q, Q));
      fixture.admin().flush(fixture.name());
      fixture.adopt(LINE);
      cluster.grant("writer", fixture.name(), null, null, Permission.Action.WRITE);
      Put put = new Put(Bytes.toBytes("B1-------1")).addColumn(F, Q, Q);
      assertThatThrownBy(() -> cluster.table("writer", fixture.name()).put(put))
          .satisfies(
              e ->
                  assertThat(FailureText.of(e))
                      .contains("stored without this salt")
                      .doesNotContain(KeyBytes.readable(row), "A1"));
      assertThat(RegionStub.server(fixture.table(), new byte[0]).refusal().orElseThrow())
          .contains("stored without this salt", KeyBytes.readable(row));
    }
  }

  private static List<Result> scanned(Connection connection, TableName name) throws Exception {
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(new Scan().withStartRow(Bytes.toBytes("A")))) {
      List<Result> rows = new ArrayList<>();
      scanner.forEach(rows::add);
      return rows;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aUserWhoMayReadAnythingIsShownTheSpec(boolean early) throws Exception {
    for (String user : new String[] {"reader", "family", "qualifier"}) {
      assertThat(as(user, early, EarlyOutIT::facts)).isEqualTo(SPEC.toString());
      assertThat(as(user, early, EarlyOutIT::spec)).isEqualTo(SPEC.toString());
    }
  }
}
