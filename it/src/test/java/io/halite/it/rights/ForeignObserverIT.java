package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SaltedTables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Observers ahead of Halite are asked once for each request, for the user, and nothing is hidden.
 */
class ForeignObserverIT {
  private static final TableName SALTED = TableName.valueOf("watched");
  private static final TableName PLAIN = TableName.valueOf("watched-plain");
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] N = Bytes.toBytes("n");
  private static GuardedCluster cluster;

  private interface Request {
    void send(Table table) throws Exception;
  }

  @BeforeAll
  static void start() throws Exception {
    cluster = GuardedCluster.start(1);
    create(SaltedTables.descriptor(SALTED, F, "key=row:*,salt=hash(*) % 4"));
    create(SaltedTables.plain(PLAIN, F));
  }

  private static void create(TableDescriptorBuilder table) throws Exception {
    table.setColumnFamily(ColumnFamilyDescriptorBuilder.of("g"));
    table.setValue("coprocessor$2", "|" + WatchingObserver.class.getName() + "|1000|");
    TableName name = table.build().getTableName();
    cluster.cluster().connection().getAdmin().createTable(table.build());
    cluster.grant("user", name, null, null, Action.READ, Action.WRITE);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static CheckAndMutate.Builder always() {
    return CheckAndMutate.newBuilder(ROW).ifMatches(new FilterList());
  }

  private static Put put() {
    return new Put(ROW).addColumn(F, Q, Q);
  }

  private static Map<String, Request> requests() {
    Map<String, Request> requests = new LinkedHashMap<>();
    requests.put("put", table -> table.put(put()));
    requests.put("delete of a column", table -> table.delete(new Delete(ROW).addColumns(F, Q)));
    requests.put("delete of a row", table -> table.delete(new Delete(ROW)));
    requests.put("increment", table -> table.increment(new Increment(ROW).addColumn(F, N, 1)));
    requests.put("append", table -> table.append(new Append(ROW).addColumn(F, Q, Q)));
    requests.put(
        "batch",
        table ->
            table.batch(
                List.of(put(), new Put(Bytes.toBytes("s")).addColumn(F, Q, Q), new Get(ROW)),
                new Object[3]));
    requests.put(
        "mutateRow",
        table ->
            table.mutateRow(RowMutations.of(List.of(put(), new Delete(ROW).addColumns(F, N)))));
    requests.put("conditional put", table -> table.checkAndMutate(always().build(put())));
    requests.put(
        "put if a value",
        table ->
            table.checkAndMutate(
                CheckAndMutate.newBuilder(ROW).ifNotExists(F, Bytes.toBytes("none")).build(put())));
    requests.put(
        "conditional delete", table -> table.checkAndMutate(always().build(new Delete(ROW))));
    requests.put(
        "conditional increment",
        table -> table.checkAndMutate(always().build(new Increment(ROW).addColumn(F, N, 1))));
    requests.put(
        "conditional append",
        table -> table.checkAndMutate(always().build(new Append(ROW).addColumn(F, Q, Q))));
    requests.put(
        "conditional mutateRow",
        table ->
            table.checkAndMutate(
                always().build(RowMutations.of(List.of(put(), new Delete(ROW).addColumns(F, N))))));
    requests.put("get", table -> table.get(new Get(ROW)));
    requests.put(
        "gets", table -> table.get(List.of(new Get(ROW), new Get(Bytes.toBytes("other")))));
    requests.put(
        "scan",
        table -> {
          try (ResultScanner rows = table.getScanner(new Scan())) {
            rows.forEach(row -> {});
          }
        });
    return requests;
  }

  static Stream<String> names() {
    return requests().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void anObserverAheadSeesWhatItSeesOnAPlainTable(String name) throws Exception {
    assertThat(seen(name, SALTED)).isNotEmpty().isEqualTo(seen(name, PLAIN));
  }

  private static Map<String, Integer> seen(String name, TableName table) throws Exception {
    // A plain region does not look at what a condition that does not hold would do.
    cluster.table("user", table).put(put());
    WatchingObserver.take();
    requests().get(name).send(cluster.table("user", table));
    return WatchingObserver.take();
  }

  @ParameterizedTest
  @ValueSource(strings = {"add", "stamp", "ttl", "take over"})
  void whatAnObserverAheadWouldChangeInsideOfAConditionIsRefused(String mischief) throws Exception {
    Put put = put();
    put.setAttribute(WatchingObserver.MISCHIEF, Bytes.toBytes(mischief));
    Table table = cluster.table("user", SALTED);
    table.delete(new Delete(ROW));
    assertThatThrownBy(() -> table.checkAndMutate(always().build(put)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(WatchingObserver.class.getName())
        .hasMessageContaining("without a condition");
    assertThat(table.exists(new Get(ROW))).isFalse();
  }
}
