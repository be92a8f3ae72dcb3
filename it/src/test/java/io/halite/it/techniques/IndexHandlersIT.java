package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.index.IndexLookup;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexTable;
import io.halite.routing.index.IndexedReads;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Beside a private pool for forwards, requests to index tables run on common handlers, so that no
 * forward waits behind one that waits itself.
 */
@Timeout(100)
@TestInstance(Lifecycle.PER_CLASS)
class IndexHandlersIT {
  private static final TableName NAME = TableName.valueOf("orders");
  private static final SaltingSpec SPEC =
      SaltingSpec.parse(
          "key=shop:4 order:6:digits,salt=hash(shop) % 4,"
              + "index=byOrder(order) % 2 byBuyer(f:buyer) % 4");
  private static final String SEED = "SEED000009";
  private static final String COMMON = "RpcServer.default.";
  private static final String PRIVATE = "RpcServer.bulkLoad.";
  private static final String OBSERVER = "|" + HandlerNames.class.getName() + "||";
  private static final byte[] BUYER = Bytes.toBytes("buyer");

  /** The regions of the four buckets end here, and that of all natural keys begins. */
  private static final byte[] NATURAL = {4};

  private EmbeddedCluster cluster;

  /** What a client asks. */
  private interface Request {
    void send(Connection connection, Table table) throws IOException;
  }

  @BeforeAll
  void start() throws Exception {
    cluster =
        EmbeddedCluster.startWithoutHdfs(
            2, conf -> conf.setInt("hbase.regionserver.bulkload.handler.count", 3));
    TestTable.named(NAME)
        .attribute(OBSERVER)
        .salted(SPEC.toString())
        .indexTables(entries -> entries.setValue("coprocessor$1", OBSERVER))
        .splits(new byte[][] {{1}, {2}, {3}, NATURAL})
        .create(cluster);
    try (Table table = cluster.connection().getTable(NAME)) {
      table.put(put(SEED, "seed"));
    }
  }

  @AfterAll
  void stop() throws IOException {
    cluster.close();
  }

  private static Put put(String row, String buyer) {
    return new Put(Bytes.toBytes(row)).addColumn(F, BUYER, Bytes.toBytes(buyer));
  }

  private static Get byBuyer(String buyer) {
    return new Get(Bytes.toBytes(buyer))
        .setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byBuyer"));
  }

  static Stream<Arguments> requests() {
    return Stream.of(
        request("put", (connection, table) -> table.put(put("SHOP000001", "ann"))),
        request(
            "batch of several shops",
            (connection, table) ->
                table.put(List.of(put("SHOA000002", "ann"), put("SHOB000003", "bob")))),
        request(
            "check-and-mutate",
            (connection, table) ->
                table.checkAndMutate(
                    CheckAndMutate.newBuilder(Bytes.toBytes("SHOP000004"))
                        .ifNotExists(F, F)
                        .build(put("SHOP000004", "carl")))),
        request(
            "several mutations of a row",
            (connection, table) ->
                table.mutateRow(
                    RowMutations.of(
                        List.of(
                            put("SHOP000005", "dora"),
                            new Delete(Bytes.toBytes("SHOP000005")).addColumn(F, Q))))),
        request(
            "increment",
            (connection, table) ->
                table.increment(new Increment(Bytes.toBytes("SHOP000006")).addColumn(F, Q, 1))),
        request(
            "get by index",
            (connection, table) ->
                assertThat(Bytes.toString(table.get(byBuyer("seed")).getRow())).isEqualTo(SEED)),
        request(
            "exists by index",
            (connection, table) -> assertThat(table.exists(byBuyer("seed"))).isTrue()),
        request(
            "lookup",
            (connection, table) ->
                assertThat(
                        IndexLookup.of(connection, NAME, "byBuyer")
                            .find(new Get(Bytes.toBytes("seed")), 9))
                    .hasSize(1)));
  }

  private static Arguments request(String what, Request request) {
    return Arguments.of(Named.of(what, request));
  }

  private Set<String> handlers(List<TableName> tables, Predicate<byte[]> starts) {
    Set<String> handlers = new TreeSet<>();
    for (TableName table : tables) {
      for (HRegion region : cluster.utility().getHBaseCluster().getRegions(table)) {
        if (starts.test(region.getRegionInfo().getStartKey())) {
          handlers.addAll(region.getCoprocessorHost().findCoprocessor(HandlerNames.class).take());
        }
      }
    }
    return handlers;
  }

  private Set<String> ofEntries() {
    List<TableName> indexes =
        SPEC.indexes().stream().map(index -> IndexTable.name(NAME, index)).toList();
    return handlers(indexes, start -> true);
  }

  private Set<String> ofOwners() {
    return handlers(List.of(NAME), start -> !Arrays.equals(start, NATURAL));
  }

  private Set<String> ofGateway() {
    return handlers(List.of(NAME), start -> Arrays.equals(start, NATURAL));
  }

  private void forgetHandlers() {
    ofEntries();
    ofOwners();
    ofGateway();
  }

  @ParameterizedTest
  @MethodSource("requests")
  void entriesAreServedByCommonHandlersAndForwardsByThePrivatePool(Request request)
      throws Exception {
    try (Table table = cluster.connection().getTable(NAME)) {
      forgetHandlers();
      request.send(cluster.connection(), table);
      assertThat(ofEntries()).isNotEmpty().allMatch(name -> name.startsWith(COMMON));
      assertThat(ofOwners()).isNotEmpty().allMatch(name -> name.startsWith(PRIVATE));
      assertThat(ofGateway()).allMatch(name -> name.startsWith(COMMON));
    }
  }

  @ParameterizedTest
  @MethodSource("requests")
  void entriesOfThePlugInAreServedByCommonHandlersToo(Request request) throws Exception {
    Configuration conf = new Configuration(cluster.configuration());
    conf.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    try (Connection plugin = ConnectionFactory.createConnection(conf);
        Table table = plugin.getTable(NAME)) {
      forgetHandlers();
      request.send(plugin, table);
      assertThat(ofEntries()).isNotEmpty().allMatch(name -> name.startsWith(COMMON));
      assertThat(ofOwners()).isNotEmpty();
    }
  }
}
