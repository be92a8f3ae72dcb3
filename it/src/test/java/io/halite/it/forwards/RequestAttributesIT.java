package io.halite.it.forwards;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The attributes of a request reach the owners of its rows, except whom quotas are to charge. */
class RequestAttributesIT {
  private static final TableName NAME = TableName.valueOf("attributed");
  private static final Set<RequestKind> BY_FILTER =
      EnumSet.of(RequestKind.CHECK_FILTER, RequestKind.CHECK_FILTER_THEN);
  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        EmbeddedCluster.startWithoutHdfs(
            1, site -> site.set("hbase.quota.user.override.key", "charged"));
    TestTable.named(NAME)
        .salted(TestTable.FOUR_BUCKETS)
        .coprocessor(OwnerWitness.class)
        .create(cluster);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static void fill() throws Exception {
    try (Table table = cluster.connection().getTable(NAME)) {
      RequestKind.fill(table);
    }
  }

  /** The hooks of an owner that see a request of this kind. */
  private static List<String> hooks(RequestKind kind) {
    // The observer serves a condition that is a filter itself, ahead of the witness.
    if (kind.isConditional() && !BY_FILTER.contains(kind)) {
      return List.of("checkAndMutate");
    }
    return kind.act().equals("scan") ? List.of("scan", "next") : List.of(kind.act());
  }

  @ParameterizedTest
  @EnumSource
  void theOwnerSeesThem(RequestKind kind) throws Exception {
    fill();
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
      kind.send(table);
      assertThat(OwnerWitness.seen())
          .allSatisfy(forward -> assertThat(forward.attributes()).isEqualTo(given))
          .extracting(SeenForward::hook)
          .containsAll(hooks(kind));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRequestWithoutAnyHasNoneOfTheOneBefore(RequestKind kind) throws Exception {
    theOwnerSeesThem(kind);
    fill();
    OwnerWitness.seen();
    try (Table table = cluster.connection().getTable(NAME)) {
      kind.send(table);
      assertThat(OwnerWitness.seen())
          .isNotEmpty()
          .allSatisfy(forward -> assertThat(forward.attributes()).isEmpty());
    }
  }

  private static final byte[] ROW = Bytes.toBytes("sent");

  private static Put put() {
    return new Put(ROW).addColumn(TestTable.F, TestTable.Q, ROW);
  }

  private static void assertTraced(String... hooks) {
    assertThat(OwnerWitness.seen())
        .allSatisfy(forward -> assertThat(forward.attributes()).isEqualTo(Map.of("trace", "4711")))
        .extracting(SeenForward::hook)
        .contains(hooks);
  }

  @Test
  void theOwnerSeesThoseOfABufferedMutatorAndOfAnAsynchronousTable() throws Exception {
    OwnerWitness.seen();
    BufferedMutatorParams params =
        new BufferedMutatorParams(NAME).setRequestAttribute("trace", Bytes.toBytes("4711"));
    try (BufferedMutator mutator = cluster.connection().getBufferedMutator(params)) {
      mutator.mutate(put());
    }
    assertTraced("put");
    try (AsyncConnection client =
        ConnectionFactory.createAsyncConnection(cluster.configuration()).get()) {
      AsyncTable<?> table =
          client.getTableBuilder(NAME).setRequestAttribute("trace", Bytes.toBytes("4711")).build();
      table.put(put()).get();
      table.get(new Get(ROW)).get();
      table.scanAll(new Scan().setCaching(1)).get();
    }
    assertTraced("put", "get", "scan", "next");
  }

  @Test
  void theOwnerSeesThoseOfThePlugin() throws Exception {
    Configuration conf = new Configuration(cluster.configuration());
    conf.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    try (Connection plugin = ConnectionFactory.createConnection(conf);
        Table table =
            plugin
                .getTableBuilder(NAME, null)
                .setRequestAttribute("trace", Bytes.toBytes("4711"))
                .build()) {
      table.put(put());
      OwnerWitness.seen();
      table.put(put());
      table.get(new Get(ROW));
      TestTable.scan(table, new Scan().setCaching(1));
      table.put(List.of(put(), put()));
    }
    assertTraced("put", "get", "scan", "next");
  }

  /** A mark is an attribute of an operation, and an owner verifies it with the key. */
  @Test
  void aRequestAttributeOfTheMarksNameMakesNoForward() throws Exception {
    Put marked = put();
    new SaltedTable(NAME, SaltingSpec.parse(TestTable.FOUR_BUCKETS)).mark().putOn(marked);
    byte[] mark = marked.getAttribute(Mark.ATTRIBUTE);
    try (Table table =
        cluster
            .connection()
            .getTableBuilder(NAME, null)
            .setRequestAttribute(Mark.ATTRIBUTE, mark)
            .build()) {
      OwnerWitness.seen();
      table.put(put());
      assertThat(OwnerWitness.seen()).extracting(SeenForward::hook).containsExactly("put");
      assertThat(table.get(new Get(ROW)).getValue(TestTable.F, TestTable.Q)).isEqualTo(ROW);
    }
  }
}
