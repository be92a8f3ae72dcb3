package io.halite.it.forwards;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.PlacedTable;
import io.halite.it.forwards.AttributedRoutes.Route;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/** The attributes of a request reach the owners of its rows, except whom quotas are to charge. */
class RequestAttributesIT {
  private static final Set<RequestKind> BY_FILTER =
      EnumSet.of(RequestKind.CHECK_FILTER, RequestKind.CHECK_FILTER_THEN);

  /** Forms that HBase's blocking client alone has. */
  private static final Set<RequestKind> BLOCKING =
      EnumSet.range(RequestKind.CHECK_AND_PUT, RequestKind.CHECK_AND_MUTATE_BY_OPERATOR);

  private static final Map<String, byte[]> ATTRIBUTES =
      Map.of(
          "trace",
          Bytes.toBytes("4711"),
          "tenant",
          Bytes.toBytes("höfe"),
          "charged",
          Bytes.toBytes("somebody"));

  private static EmbeddedCluster cluster;
  private static PlacedTable placed;
  private static AttributedRoutes routes;
  private static AttributedRoutes indexed;
  private static AttributedRoutes scattered;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        DoorCluster.start(
            2,
            site -> {
              site.set("hbase.quota.user.override.key", "charged");
              // An RPC of several requests has no attributes: a request with some goes alone.
              site.set("halite.forward.sharing", "on");
            });
    placed = create(TestTable.FOUR_BUCKETS);
    routes = new AttributedRoutes(cluster, placed);
    PlacedTable withIndex = create(TestTable.FOUR_BUCKETS + ",index=byValue(f:q)");
    indexed = routes.to(withIndex);
    scattered = routes.to(create("key=row:*,salt=random % 4"));
    placed.awaitDoor();
    withIndex.awaitDoor();
    for (Route route : Route.values()) {
      for (AttributedRoutes each : List.of(routes, indexed, scattered)) {
        // Clients with the plug-in ask for the spec.
        try (Table table = each.table(route, Map.of())) {
          RequestKind.fill(table);
          RequestKind.SCAN.send(table);
        }
      }
    }
  }

  private static PlacedTable create(String spec) throws Exception {
    String witness = "|" + EntryWitness.class.getName() + "||";
    return PlacedTable.create(
        cluster,
        plan ->
            plan.salted(spec)
                .coprocessor(OwnerWitness.class)
                .indexTables(entries -> entries.setValue("coprocessor$1", witness)));
  }

  @AfterAll
  static void stop() throws Exception {
    routes.close();
    cluster.close();
  }

  private static void fill() throws Exception {
    try (Table table = placed.table().table()) {
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

  /** Gateways charge the user of the client, so that owners need not be told. */
  private static Map<String, String> expected(Route route) {
    Map<String, String> expected = new TreeMap<>();
    ATTRIBUTES.forEach((name, value) -> expected.put(name, Bytes.toString(value)));
    if (!route.isDirect()) {
      expected.remove("charged");
    }
    return expected;
  }

  /** What owners have seen, without the probes by which servers look for doors. */
  private static List<SeenForward> seen() {
    return OwnerWitness.seen().stream()
        .filter(forward -> !forward.attributes().containsKey("halite.door.load"))
        .toList();
  }

  private interface Sending {
    void run() throws Exception;
  }

  private static void assertSeen(Route route, List<String> hooks, Sending sending)
      throws Exception {
    fill();
    long served = DoorCluster.sum(cluster, DoorCounts::served);
    assertThat(hooks(expected(route), sending)).containsAll(hooks);
    if (route == Route.DOOR) {
      assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(served);
    }
  }

  /** The hooks that see a request, all of them with these attributes. */
  private static List<String> hooks(Map<String, String> attributes, Sending sending)
      throws Exception {
    seen();
    sending.run();
    List<SeenForward> seen = seen();
    assertThat(seen).allSatisfy(forward -> assertThat(forward.attributes()).isEqualTo(attributes));
    return seen.stream().map(SeenForward::hook).toList();
  }

  /** Its client has another form of a condition by filter, which has a test of its own. */
  private static boolean asynchronousClientHas(RequestKind kind) {
    return !BLOCKING.contains(kind) && kind != RequestKind.CHECK_FILTER_THEN;
  }

  private static List<Arguments> requests() {
    return Stream.of(Route.values())
        .flatMap(
            route ->
                Stream.of(RequestKind.values())
                    .filter(kind -> !route.isAsynchronous() || asynchronousClientHas(kind))
                    .map(kind -> Arguments.of(route, kind)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("requests")
  void theOwnerSeesThem(Route route, RequestKind kind) throws Exception {
    try (Table table = routes.table(route, ATTRIBUTES)) {
      assertSeen(route, hooks(kind), () -> kind.send(table));
    }
  }

  @ParameterizedTest
  @EnumSource
  void theOwnerSeesThoseOfABufferedMutator(Route route) throws Exception {
    assertSeen(route, List.of("put"), () -> routes.mutate(route, ATTRIBUTES, List.of(put())));
  }

  /** The plug-in sends these by a table of its own. */
  @Test
  @SuppressWarnings("deprecation") // Builders of tables have it, too; this needs no builder.
  void theOwnerSeesThoseOfChecksThatWaitAnotherTimeThanReads() throws Exception {
    try (Table table = routes.table(Route.PLUG_IN, ATTRIBUTES)) {
      table.setWriteRpcTimeout(50_000);
      assertSeen(Route.PLUG_IN, hooks(RequestKind.CHECKS), () -> RequestKind.CHECKS.send(table));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ASYNC_GATEWAY", "ASYNC_PLUG_IN"})
  void theOwnerSeesThoseOfAnAsynchronousConditionByFilter(Route route) throws Exception {
    AsyncTable<?> table = routes.asyncTable(route, ATTRIBUTES);
    byte[] row = Bytes.toBytes("row");
    Put put = new Put(row).addColumn(TestTable.F, TestTable.Q, row);
    assertSeen(
        route,
        List.of("put"),
        () -> assertThat(table.checkAndMutate(row, new FilterList()).thenPut(put).get()).isTrue());
  }

  @ParameterizedTest
  @EnumSource
  void aRequestWithoutAnyHasNoneOfTheOneBefore(RequestKind kind) throws Exception {
    theOwnerSeesThem(Route.GATEWAY, kind);
    fill();
    seen();
    try (Table table = routes.table(Route.GATEWAY, Map.of())) {
      kind.send(table);
      assertThat(seen())
          .isNotEmpty()
          .allSatisfy(forward -> assertThat(forward.attributes()).isEmpty());
    }
  }

  private static final byte[] ROW = Bytes.toBytes("sent");

  private static Put put() {
    return new Put(ROW).addColumn(TestTable.F, TestTable.Q, ROW);
  }

  /** Gateways alone write entries and read by them, also for clients with the plug-in. */
  @ParameterizedTest
  @EnumSource
  void anIndexTableSeesThem(Route route) throws Exception {
    Map<String, String> forwarded = expected(Route.GATEWAY);
    long served = DoorCluster.sum(cluster, DoorCounts::served);
    try (Table table = indexed.table(route, ATTRIBUTES)) {
      assertThat(hooks(forwarded, () -> table.put(put()))).containsExactly("putEntry", "put");
      assertThat(hooks(forwarded, () -> RequestKind.CHECK_MUTATE_ROW.send(table)))
          .startsWith("putEntry", "checkAndMutate");
      byte[] byValue = Bytes.toBytes("byValue: sent");
      Get get = new Get(ROW).setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byValue"));
      assertThat(hooks(forwarded, () -> assertThat(table.get(get).getRow()).isEqualTo(ROW)))
          .containsExactly("scanEntries", "nextEntries", "get");
      Scan scan = inTheRegionOfTheDoor().setAttribute(IndexedReads.ATTRIBUTE, byValue);
      assertThat(hooks(forwarded, () -> assertThat(TestTable.scan(table, scan)).hasSize(1)))
          .containsExactly("scanEntries", "nextEntries", "get");
    }
    if (route == Route.DOOR) {
      assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThanOrEqualTo(served + 4);
    }
  }

  private static Scan inTheRegionOfTheDoor() {
    return new Scan().withStartRow(Bytes.toBytes("a")).withStopRow(Bytes.toBytes("z"));
  }

  /** A random salt has no doors, and its writes pass a gateway, also those of the plug-in. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "DOOR")
  void theOwnersOfEachPlaceOfARowSeeThem(Route route) throws Exception {
    Map<String, String> forwarded = expected(Route.GATEWAY);
    Map<String, String> read = expected(route);
    try (Table table = scattered.table(route, ATTRIBUTES)) {
      assertThat(hooks(forwarded, () -> table.put(put()))).containsExactly("put");
      List<Get> gets = List.of(new Get(ROW), new Get(ROW));
      assertThat(hooks(read, () -> assertThat(table.get(gets.get(0)).value()).isEqualTo(ROW)))
          .containsExactly("get", "get", "get", "get");
      assertThat(hooks(read, () -> assertThat(table.get(gets)).hasSize(2)))
          .hasSize(8)
          .containsOnly("get");
      assertThat(hooks(read, () -> assertThat(table.exists(gets.get(0))).isTrue()))
          .containsExactly("get", "get", "get", "get");
      assertThat(hooks(read, () -> TestTable.scan(table, inTheRegionOfTheDoor())))
          .contains("scan", "next");
      assertThat(hooks(forwarded, () -> table.delete(new Delete(ROW))))
          .containsExactly("delete", "delete", "delete", "delete");
    }
  }

  /** A mark is an attribute of an operation, and an owner verifies it with the key. */
  @Test
  void aRequestAttributeOfTheMarksNameMakesNoForward() throws Exception {
    Put marked = put();
    new SaltedTable(placed.table().name(), SaltingSpec.parse(TestTable.FOUR_BUCKETS))
        .mark()
        .putOn(marked);
    byte[] mark = marked.getAttribute(Mark.ATTRIBUTE);
    try (Table table = routes.table(Route.GATEWAY, Map.of(Mark.ATTRIBUTE, mark))) {
      seen();
      table.put(put());
      assertThat(seen()).extracting(SeenForward::hook).containsExactly("put");
      assertThat(table.get(new Get(ROW)).getValue(TestTable.F, TestTable.Q)).isEqualTo(ROW);
    }
  }
}
