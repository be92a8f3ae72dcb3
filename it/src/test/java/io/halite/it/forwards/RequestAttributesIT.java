package io.halite.it.forwards;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SaltedTables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The attributes of a request reach the owners of its rows, except whom quotas are to charge. */
class RequestAttributesIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] ONE = Bytes.toBytes("one");
  private static final byte[] TWO = Bytes.toBytes("two");
  private static final TableName NAME = TableName.valueOf("attributed");
  private static EmbeddedCluster cluster;

  private interface Request {
    void send(Table table) throws Exception;
  }

  private record Kind(String name, String hook, Request request) {
    @Override
    public String toString() {
      return name;
    }
  }

  @BeforeAll
  static void start() throws Exception {
    cluster =
        EmbeddedCluster.start(1, site -> site.set("hbase.quota.user.override.key", "charged"));
    cluster
        .connection()
        .getAdmin()
        .createTable(
            SaltedTables.descriptor(NAME, F, "key=row:*,salt=hash(*) % 4")
                .setValue("coprocessor$2", "|" + OwnerWitness.class.getName() + "||")
                .build());
    try (Table table = cluster.connection().getTable(NAME)) {
      table.put(List.of(put(ONE), put(TWO)));
    }
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static Put put(byte[] row) {
    return new Put(row).addColumn(F, Q, row);
  }

  private static Stream<Kind> kinds() throws Exception {
    RowMutations atomic = RowMutations.of(List.of(put(ONE), new Delete(ONE).addColumns(F, F)));
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(ONE).ifEquals(F, Q, ONE);
    return Stream.of(
        new Kind("put", "put", table -> table.put(put(ONE))),
        new Kind("delete", "delete", table -> table.delete(new Delete(ONE).addColumn(F, F))),
        new Kind("puts", "put", table -> table.put(List.of(put(ONE), put(TWO)))),
        new Kind(
            "batch",
            "delete",
            table ->
                table.batch(
                    List.<Row>of(put(ONE), new Delete(TWO).addColumn(F, F)), new Object[2])),
        new Kind(
            "increment",
            "increment",
            table -> table.increment(new Increment(ONE).addColumn(F, Bytes.toBytes("n"), 1))),
        new Kind(
            "append",
            "append",
            table -> table.append(new Append(ONE).addColumn(F, Bytes.toBytes("a"), ONE))),
        new Kind("mutateRow", "put", table -> table.mutateRow(atomic)),
        new Kind(
            "checkAndMutate",
            "checkAndMutate",
            table -> table.checkAndMutate(check.build(put(ONE)))),
        new Kind(
            "checkAndMutateRow",
            "checkAndMutate",
            table -> table.checkAndMutate(check.build(atomic))),
        new Kind("get", "get", table -> table.get(new Get(ONE))),
        new Kind("gets", "get", table -> table.get(List.of(new Get(ONE), new Get(TWO)))),
        new Kind("exists", "get", table -> table.exists(new Get(ONE))),
        new Kind("scan", "scan", RequestAttributesIT::scan),
        new Kind("next", "next", RequestAttributesIT::scan));
  }

  private static void scan(Table table) throws Exception {
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row : scanner) {
        assertThat(row.isEmpty()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theOwnerSeesThem(Kind kind) throws Exception {
    Map<String, String> given = new LinkedHashMap<>(Map.of("trace", "4711", "tenant", "höfe"));
    try (Table table =
        cluster
            .connection()
            .getTableBuilder(NAME, null)
            .setRequestAttribute("trace", Bytes.toBytes("4711"))
            .setRequestAttribute("tenant", Bytes.toBytes("höfe"))
            .setRequestAttribute("charged", Bytes.toBytes("somebody"))
            .build()) {
      OwnerWitness.seen();
      kind.request().send(table);
      assertThat(OwnerWitness.seen())
          .anySatisfy(forward -> assertThat(forward.hook()).isEqualTo(kind.hook()))
          .allSatisfy(forward -> assertThat(forward.attributes()).isEqualTo(given));
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRequestWithoutAnyHasNoneOfTheOneBefore(Kind kind) throws Exception {
    theOwnerSeesThem(kind);
    try (Table table = cluster.connection().getTable(NAME)) {
      kind.request().send(table);
      assertThat(OwnerWitness.seen())
          .isNotEmpty()
          .allSatisfy(forward -> assertThat(forward.attributes()).isEmpty());
    }
  }
}
