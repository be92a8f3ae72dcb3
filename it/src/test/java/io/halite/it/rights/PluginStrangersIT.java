package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.rights.PluginConnections.Asked;
import java.security.PrivilegedExceptionAction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.security.access.AccessControlConstants;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Users without any right on a salted table, whose clients have a plug-in. */
@ExtendWith(SharedGuardedCluster.class)
class PluginStrangersIT {
  private static final String STRANGER = "plugin-stranger";
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] ROW = Bytes.toBytes("ATL1");

  private final GuardedCluster cluster;

  PluginStrangersIT(GuardedCluster cluster) {
    this.cluster = cluster;
  }

  private static Put put() {
    return new Put(ROW).addColumn(F, Q, Q);
  }

  private static Get get() {
    return new Get(ROW).addColumn(F, Q);
  }

  private static CheckAndMutate check() {
    return CheckAndMutate.newBuilder(ROW).ifNotExists(F, Q).build(put());
  }

  private static Map<String, Asked<Connection>> blocking(TableName name) {
    Map<String, Asked<Connection>> requests = new LinkedHashMap<>();
    requests.put("get", client -> client.getTable(name).get(get()));
    requests.put("exists", client -> client.getTable(name).exists(get()));
    requests.put("gets", client -> client.getTable(name).get(List.of(get(), get())));
    requests.put("put", client -> client.getTable(name).put(put()));
    requests.put("puts", client -> client.getTable(name).put(List.of(put(), put())));
    requests.put("delete", client -> client.getTable(name).delete(new Delete(ROW)));
    requests.put("increment", client -> client.getTable(name).incrementColumnValue(ROW, F, Q, 1));
    requests.put(
        "append", client -> client.getTable(name).append(new Append(ROW).addColumn(F, Q, Q)));
    requests.put("check", client -> client.getTable(name).checkAndMutate(check()));
    requests.put(
        "scan",
        client -> {
          try (ResultScanner rows = client.getTable(name).getScanner(new Scan())) {
            rows.next();
          }
        });
    requests.put(
        "mutator",
        client -> {
          try (BufferedMutator mutator = client.getBufferedMutator(name)) {
            mutator.mutate(put());
          }
        });
    return requests;
  }

  private static Map<String, Asked<AsyncConnection>> async(TableName name) {
    Map<String, Asked<AsyncConnection>> requests = new LinkedHashMap<>();
    requests.put("get", client -> client.getTable(name).get(get()).get());
    requests.put("gets", client -> client.getTable(name).getAll(List.of(get(), get())).get());
    requests.put("put", client -> client.getTable(name).put(put()).get());
    requests.put("puts", client -> client.getTable(name).putAll(List.of(put(), put())).get());
    requests.put(
        "increment",
        client -> client.getTable(name).increment(new Increment(ROW).addColumn(F, Q, 1)).get());
    requests.put("check", client -> client.getTable(name).checkAndMutate(check()).get());
    requests.put("scanAll", client -> client.getTable(name).scanAll(new Scan()).get());
    requests.put(
        "scanner",
        client -> {
          try (ResultScanner rows = client.getTable(name).getScanner(new Scan())) {
            rows.next();
          }
        });
    requests.put(
        "mutator",
        client -> {
          try (AsyncBufferedMutator mutator = client.getBufferedMutator(name)) {
            var done = mutator.mutate(put());
            mutator.flush();
            done.get();
          }
        });
    return requests;
  }

  /** What comes of each request: nothing, or a failure with its causes. */
  private static <C> Map<String, String> outcomes(Map<String, Asked<C>> requests, C client) {
    Map<String, String> outcomes = new LinkedHashMap<>();
    requests.forEach(
        (name, request) -> {
          Throwable failure = catchThrowable(() -> request.ask(client));
          outcomes.put(name, failure == null ? "" : FailureText.of(failure));
        });
    return outcomes;
  }

  private static void assertNothingIsShown(Map<String, String> outcomes) {
    assertThat(outcomes.values()).allSatisfy(FailureText::assertTellsNoSpec);
  }

  private static Map<String, Boolean> denied(Map<String, String> outcomes) {
    Map<String, Boolean> denied = new LinkedHashMap<>();
    outcomes.forEach((name, text) -> denied.put(name, text.contains("AccessDeniedException")));
    return denied;
  }

  @ParameterizedTest(name = "early_out {0}, salt {1}")
  @CsvSource({
    "true, hash(unit) % 4",
    "false, hash(unit) % 4",
    "true, random % 4",
    "false, md5(unit)[0:4]"
  })
  void strangersGetTheAnswerOfEveryClientAndNotTheSpec(boolean early, String salt)
      throws Exception {
    PluginConnections plugin = new PluginConnections(cluster);
    try (TestTable table =
        TestTable.numbered("plugin-strangers")
            .salted("key=unit:3 ts:1,salt=" + salt)
            .value(AccessControlConstants.CF_ATTRIBUTE_EARLY_OUT, String.valueOf(early))
            .create(cluster.cluster())) {
      table.table().put(put());
      TableName name = table.name();
      Map<String, Boolean> usual =
          cluster
              .user(STRANGER)
              .runAs(
                  (PrivilegedExceptionAction<Map<String, Boolean>>)
                      () -> {
                        try (Connection client =
                            ConnectionFactory.createConnection(cluster.cluster().configuration())) {
                          return denied(outcomes(blocking(name), client));
                        }
                      });
      assertThat(usual.get("put")).isTrue();
      plugin.blocking(
          STRANGER,
          client -> {
            Map<String, String> outcomes = outcomes(blocking(name), client);
            assertNothingIsShown(outcomes);
            assertThat(denied(outcomes)).isEqualTo(usual);
          });
      plugin.async(
          STRANGER,
          client -> {
            Map<String, String> outcomes = outcomes(async(name), client);
            assertNothingIsShown(outcomes);
            assertThat(denied(outcomes))
                .allSatisfy(
                    (request, is) ->
                        assertThat(is)
                            .as(request)
                            .isEqualTo(usual.get(request.startsWith("scan") ? "scan" : request)));
          });
    }
  }
}
