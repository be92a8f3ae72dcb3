package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The asynchronous client gains nothing on a salted table either, beside a plain twin. */
@ExtendWith(SharedGuardedCluster.class)
class AsyncRightsIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final TableName PLAIN = TableName.valueOf("async-plain");
  private static final List<String> SALTS = List.of("hash(*) % 4", "random % 4", "md5(*)[0:1]");
  private static final List<String> USERS =
      List.of("async-nobody", "async-column", "async-family", "async-reader", "async-owner");
  private static GuardedCluster cluster;

  private interface Request {
    CompletableFuture<?> send(AsyncTable<?> table) throws Exception;
  }

  @BeforeAll
  static void start(GuardedCluster shared) throws Exception {
    cluster = shared;
    create(TestTable.named(PLAIN));
    for (String salt : SALTS) {
      create(TestTable.named(salted(salt)).salted("key=row:*,salt=" + salt));
    }
  }

  private static TableName salted(String salt) {
    return TableName.valueOf("async-" + salt.replaceAll("[^a-z0-9]+", "_"));
  }

  private static void create(TablePlan plan) throws Exception {
    TableName name = plan.families(F, G).create(cluster.cluster()).name();
    cluster.grant("async-column", name, F, Q, Action.READ, Action.WRITE);
    cluster.grant("async-family", name, F, null, Action.READ, Action.WRITE);
    cluster.grant("async-reader", name, null, null, Action.READ);
    cluster.grant("async-owner", name, null, null, Action.READ, Action.WRITE);
  }

  private static CheckAndMutate.Builder always(byte[] row) {
    return CheckAndMutate.newBuilder(row).ifMatches(new FilterList());
  }

  private static CheckAndMutate.Builder ifColumn(byte[] row) {
    return CheckAndMutate.newBuilder(row).ifEquals(F, Q, Bytes.toBytes(7L));
  }

  private static Put inG(byte[] row) {
    return new Put(row, 9).addColumn(G, Q, Q);
  }

  private static Map<String, Request> requests(byte[] row) {
    Map<String, Request> requests = new LinkedHashMap<>();
    requests.put("put", table -> table.put(inG(row)));
    requests.put("put of the column", table -> table.put(new Put(row, 9).addColumn(F, Q, Q)));
    requests.put("delete", table -> table.delete(new Delete(row).addColumns(G, Q, 9)));
    requests.put("increment", table -> table.increment(new Increment(row).addColumn(F, Q, 1)));
    requests.put("append", table -> table.append(new Append(row).addColumn(G, Q, Q)));
    requests.put(
        "mutateRow",
        table ->
            table.mutateRow(
                RowMutations.of(List.of(inG(row), new Delete(row).addColumns(F, Q, 1)))));
    requests.put("put if always", table -> table.checkAndMutate(always(row).build(inG(row))));
    requests.put("put if a value", table -> table.checkAndMutate(ifColumn(row).build(inG(row))));
    requests.put(
        "append if always",
        table ->
            table.checkAndMutate(always(row).build(new Append(row).addColumn(G, Q, new byte[0]))));
    requests.put("get", table -> table.get(new Get(row)));
    requests.put(
        "get of columns", table -> table.get(new Get(row).addColumn(F, Q).addColumn(G, Q)));
    requests.put("exists", table -> table.exists(new Get(row).addColumn(G, Q)));
    requests.put(
        "gets",
        table -> table.getAll(List.of(new Get(row).addColumn(F, Q), new Get(row).addColumn(F, Q))));
    requests.put(
        "scan", table -> table.scanAll(new Scan().withStartRow(row).withStopRow(row, true)));
    requests.put(
        "scan of columns",
        table ->
            table.scanAll(
                new Scan()
                    .withStartRow(row)
                    .withStopRow(row, true)
                    .addColumn(F, Q)
                    .addColumn(G, Q)));
    requests.put("batch", table -> table.batchAll(List.of(inG(row), new Get(row).addColumn(F, Q))));
    return requests;
  }

  static Stream<Arguments> questions() {
    return SALTS.stream().flatMap(salt -> USERS.stream().map(user -> Arguments.of(salt, user)));
  }

  private static void fill(TableName name, byte[] row) throws Exception {
    try (Table table = cluster.cluster().connection().getTable(name)) {
      table.put(new Put(row, 8).addColumn(F, Q, Bytes.toBytes(7L)).addColumn(G, Q, G));
    }
  }

  /** All cells of a table, as the superuser sees them, but for the times of servers. */
  private static String cells(TableName name, byte[] row) throws Exception {
    try (Table table = cluster.cluster().connection().getTable(name)) {
      return shown(table.get(new Get(row)));
    }
  }

  private static String shown(Object answer) {
    if (answer instanceof Result result && result.rawCells() != null) {
      List<String> cells = new ArrayList<>();
      for (Cell cell : result.rawCells()) {
        cells.add(
            Bytes.toString(CellUtil.cloneFamily(cell))
                + "="
                + Bytes.toStringBinary(CellUtil.cloneValue(cell)));
      }
      return cells.toString();
    }
    if (answer instanceof List<?> list) {
      return list.stream().map(AsyncRightsIT::shown).toList().toString();
    }
    if (answer instanceof CheckAndMutateResult result) {
      return result.isSuccess() + (result.getResult() == null ? "" : shown(result.getResult()));
    }
    return answer instanceof Boolean ? answer.toString() : "done";
  }

  private static String outcome(AsyncTable<?> table, Request request) throws Exception {
    try {
      return shown(request.send(table).get(60, TimeUnit.SECONDS));
    } catch (ExecutionException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause.toString().contains("AccessDeniedException")) {
          return "denied";
        }
        if (cause instanceof DoNotRetryIOException) {
          return "refused";
        }
      }
      throw e;
    }
  }

  @ParameterizedTest
  @MethodSource("questions")
  void eachAnswerIsTheTwinsOrARefusal(String salt, String user) throws Exception {
    AsyncConnection connection =
        cluster
            .user(user)
            .runAs(
                (java.security.PrivilegedExceptionAction<AsyncConnection>)
                    () ->
                        ConnectionFactory.createAsyncConnection(cluster.cluster().configuration())
                            .get(60, TimeUnit.SECONDS));
    try (connection) {
      for (String asked : requests(new byte[] {1}).keySet()) {
        byte[] row = Bytes.toBytes(user + " " + salt + " " + asked);
        Request request = requests(row).get(asked);
        fill(PLAIN, row);
        fill(salted(salt), row);
        String plain = outcome(connection.getTable(PLAIN), request);
        String before = cells(salted(salt), row);
        String given = outcome(connection.getTable(salted(salt)), request);
        if (given.equals("refused")) {
          assertThat(salt).as(asked).isEqualTo("random % 4");
        } else {
          assertThat(given).as("%s by %s", asked, user).isEqualTo(plain);
        }
        if (given.equals("refused") || given.equals("denied")) {
          assertThat(cells(salted(salt), row)).as(asked).isEqualTo(before);
        }
      }
    }
  }
}
