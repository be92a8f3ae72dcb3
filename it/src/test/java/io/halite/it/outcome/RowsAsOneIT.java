package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.outcome.OneRowBatch.NEW;
import static io.halite.it.outcome.OneRowBatch.add;
import static io.halite.it.outcome.OneRowBatch.bytes;
import static io.halite.it.outcome.OneRowBatch.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.outcome.NestedWriter.Hook;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches of several rows that HBase applies as one: a plain table has them in one region. */
@Timeout(120)
@ExtendWith(SharedCluster.class)
class RowsAsOneIT {
  private static final String RANDOM = "key=row:*,salt=random % 4";

  private static final Map<String, TestTable> TABLES = new TreeMap<>();

  @BeforeAll
  static void create(EmbeddedCluster cluster) throws Exception {
    for (String spec : List.of(FOUR_BUCKETS, RANDOM)) {
      TABLES.put(
          spec,
          TestTable.numbered("rows-as-one")
              .coprocessor(NestedWriter.class, NestedWriter.AHEAD)
              .salted(spec)
              .create(cluster));
    }
  }

  @AfterAll
  static void drop() throws Exception {
    for (TestTable table : TABLES.values()) {
      table.close();
    }
  }

  private static boolean[] exist(TestTable table, String... rows) throws IOException {
    return table.table().existsAll(Stream.of(rows).map(row -> new Get(bytes(row))).toList());
  }

  private static Action action(Put put) throws IOException {
    return Action.newBuilder().setMutation(ProtobufUtil.toMutation(MutationType.PUT, put)).build();
  }

  /** What the gateway answers to one atomic region action, which no client of HBase's sends. */
  private static RegionActionResult sendAsOne(TestTable table, Put... puts) throws Exception {
    HRegionLocation region =
        table.connection().getRegionLocator(table.name()).getRegionLocation(puts[0].getRow());
    RegionAction.Builder asOne =
        RegionAction.newBuilder()
            .setRegion(
                RequestConverter.buildRegionSpecifier(
                    RegionSpecifierType.REGION_NAME, region.getRegion().getRegionName()))
            .setAtomic(true);
    for (Put put : puts) {
      asOne.addAction(action(put));
    }
    ClusterConnection connection = (ClusterConnection) table.connection();
    return connection
        .getClient(region.getServerName())
        .multi(
            connection.getRpcControllerFactory().newController(),
            MultiRequest.newBuilder().addRegionAction(asOne).build())
        .getRegionActionResult(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {FOUR_BUCKETS, RANDOM})
  void anAtomicBatchOfSeveralRowsIsRefusedAndNoneIsStored(String spec) throws Exception {
    TestTable table = TABLES.get(spec);
    RegionActionResult answer =
        sendAsOne(table, put(bytes("raw-a"), "q", NEW), put(bytes("raw-b"), "q", NEW));
    assertThat(answer.getException().getName()).isEqualTo(DoNotRetryIOException.class.getName());
    assertThat(answer.getException().getValue().toStringUtf8())
        .contains("a batch of several rows that is atomic");
    assertThat(exist(table, "raw-a", "raw-b")).containsOnly(false);
  }

  @Test
  void anAtomicBatchOfOneRowIsStored() throws Exception {
    TestTable table = TABLES.get(FOUR_BUCKETS);
    RegionActionResult answer =
        sendAsOne(table, put(bytes("one"), "q", NEW), put(bytes("one"), "r", NEW));
    assertThat(answer.hasException()).isFalse();
    assertThat(exist(table, "one")).containsOnly(true);
  }

  @ParameterizedTest
  @ValueSource(strings = {FOUR_BUCKETS, RANDOM})
  void anIncrementBesideAnotherRowIsRefusedInABatchOfACoprocessor(String spec) throws Exception {
    TestTable table = TABLES.get(spec);
    Mutation[] both = {add(bytes("hook-a"), "n", 1), put(bytes("hook-b"), "q", NEW)};
    NestedWriter.next(Hook.BEFORE_PUT, bytes("hook"), env -> env.getRegion().batchMutate(both));
    assertThatThrownBy(() -> table.table().put(put(bytes("hook"), "q", NEW)))
        .hasMessageContaining("a batch of several rows that is atomic");
    assertThat(exist(table, "hook-a", "hook-b", "hook")).containsOnly(false);
  }

  @ParameterizedTest
  @ValueSource(strings = {FOUR_BUCKETS, RANDOM})
  void putsOfSeveralRowsAreStoredInABatchOfACoprocessor(String spec) throws Exception {
    TestTable table = TABLES.get(spec);
    Mutation[] both = {put(bytes("puts-a"), "q", NEW), put(bytes("puts-b"), "q", NEW)};
    NestedWriter.next(Hook.BEFORE_PUT, bytes("puts"), env -> env.getRegion().batchMutate(both));
    table.table().put(put(bytes("puts"), "q", NEW));
    assertThat(exist(table, "puts-a", "puts-b", "puts")).containsOnly(true);
  }

  /** HBase's clients make only rows atomic, each by itself. */
  @Test
  void rowsThatAreAtomicEachAreStoredInOneRequest() throws Exception {
    TestTable table = TABLES.get(FOUR_BUCKETS);
    List<Row> requests =
        List.of(
            put(bytes("client-a"), "q", NEW),
            put(bytes("client-b"), "q", NEW),
            add(bytes("client-c"), "n", 1),
            add(bytes("client-d"), "n", 1),
            RowMutations.of(
                List.of(put(bytes("client-e"), "q", NEW), add(bytes("client-e"), "n", 1))),
            RowMutations.of(
                List.of(put(bytes("client-f"), "q", NEW), put(bytes("client-f"), "r", NEW))));
    table.table().batch(requests, new Object[requests.size()]);
    assertThat(exist(table, "client-a", "client-b", "client-c", "client-d", "client-e", "client-f"))
        .containsOnly(true);
  }
}
