package io.halite.it.door;

import static io.halite.it.door.PlacedTable.F;
import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.index.IndexLookup;
import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CellScannable;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Action;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A batch with increments, appends and conditional writes that a client sends once more, under the
 * same nonces, because it has not heard of the end of its first attempt: at the region's server, at
 * a door, or at both in turns.
 */
@ExtendWith(SharedDoorCluster.class)
class RepeatedBatchIT {
  private static final byte[] COUNT = bytes("count");
  private static final byte[] TEXT = bytes("text");
  private static final byte[] STATE = bytes("state");
  private static final int ROUNDS = 4;
  private static final long NONCE_GROUP = 78;

  private final EmbeddedCluster cluster;
  private final RawRequests requests;
  private PlacedTable placed;

  RepeatedBatchIT(EmbeddedCluster cluster) throws Exception {
    this.cluster = cluster;
    this.requests = new RawRequests(cluster.connection());
  }

  private void create(String spec) throws Exception {
    placed = PlacedTable.create(cluster, plan -> plan.salted(spec));
    placed.awaitDoor(requests);
  }

  @AfterEach
  void close() throws Exception {
    placed.close();
  }

  /** Sends the batch as HBase's client encodes it; returns whether each condition held. */
  private List<Boolean> send(ServerName at, List<? extends Row> batch, long firstNonce)
      throws Exception {
    List<Action> actions = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Action action = new Action(batch.get(i), i);
      action.setNonce(firstNonce + i);
      actions.add(action);
    }
    MultiRequest.Builder request = MultiRequest.newBuilder();
    List<CellScannable> cells = new ArrayList<>();
    RequestConverter.buildNoDataRegionActions(
        placed.name(0x60),
        actions,
        cells,
        request,
        RegionAction.newBuilder(),
        ClientProtos.Action.newBuilder(),
        MutationProto.newBuilder(),
        NONCE_GROUP,
        new HashMap<>());
    MultiResponse answer =
        requests.send(
            at,
            requests.controller(CellUtil.createCellScanner(cells)),
            (server, controller) -> server.multi(controller, request.build()));
    List<Boolean> held = new ArrayList<>();
    for (RegionActionResult part : answer.getRegionActionResultList()) {
      assertThat(part.hasException()).as("%s", part).isFalse();
      assertThat(part.getResultOrExceptionList())
          .as("%s", part)
          .noneMatch(ClientProtos.ResultOrException::hasException);
      if (part.hasProcessed()) {
        held.add(part.getProcessed());
      }
    }
    return held;
  }

  private static CheckAndMutate.Builder ifState(String row, int state) {
    return CheckAndMutate.newBuilder(bytes(row)).ifEquals(F, STATE, Bytes.toBytes(state));
  }

  private static Put state(String row, int state) {
    return new Put(bytes(row)).addColumn(F, STATE, Bytes.toBytes(state));
  }

  private static Increment increment(String row) {
    return new Increment(bytes(row)).addColumn(F, COUNT, 5);
  }

  private static Append append(String row) {
    return new Append(bytes(row)).addColumn(F, TEXT, bytes("x"));
  }

  private static List<Row> batch(int round) throws Exception {
    return List.of(
        increment("mona"),
        append("nora"),
        // Always holds; the next one no longer holds when it has been applied; the last one never.
        ifState("olga", 0).build(increment("olga")),
        ifState("paul", round)
            .build(
                new RowMutations(bytes("paul"))
                    .add(List.<Mutation>of(state("paul", round + 1), increment("paul")))),
        ifState("rosa", 1_000).build(increment("rosa")),
        new Get(bytes("mona")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"door door", "home door home", "door home door"})
  void eachOfItCountsOnceAndEachConditionIsAnsweredAsAtFirst(String order) throws Exception {
    create(TestTable.FOUR_BUCKETS);
    sendAndCheck(order);
  }

  /** Its conditional write changes an indexed column. */
  @Tag("wide")
  @ParameterizedTest
  @ValueSource(strings = {"door door", "home door home", "door home door"})
  void eachWriteToAnIndexedTableCountsOnceAndItsEntriesAgree(String order) throws Exception {
    create("key=row:*,salt=hash(row) % 4,index=byState(f:state)");
    sendAndCheck(order);
    assertThat(withState(ROUNDS)).containsExactly("paul");
    assertThat(withState(0)).containsExactlyInAnyOrder("olga", "rosa");
    assertThat(withState(ROUNDS - 1)).isEmpty();
  }

  private List<String> withState(int state) throws Exception {
    return IndexLookup.of(cluster.connection(), placed.table().name(), "byState")
        .find(new Get(Bytes.toBytes(state)).addColumn(F, STATE), 10)
        .stream()
        .map(result -> Bytes.toString(result.getRow()))
        .toList();
  }

  private void sendAndCheck(String order) throws Exception {
    long served = DoorCluster.sum(cluster, DoorCounts::served);
    try (Table table = placed.table().table()) {
      table.put(List.of(state("olga", 0), state("paul", 0), state("rosa", 0)));
      long nonce = System.nanoTime();
      for (int round = 0; round < ROUNDS; round++) {
        nonce += 10;
        for (String at : order.split(" ")) {
          ServerName server = at.equals("door") ? placed.door() : placed.home();
          assertThat(send(server, batch(round), nonce))
              .as("whether the conditions of round %d held, at the %s of %s", round, at, order)
              .containsExactly(true, true, false);
        }
      }
      for (String row : List.of("mona", "olga", "paul")) {
        assertThat(number(table, row)).as(row).isEqualTo(5L * ROUNDS);
      }
      assertThat(table.get(new Get(bytes("nora"))).getValue(F, TEXT))
          .isEqualTo(bytes("x".repeat(ROUNDS)));
      assertThat(Bytes.toInt(table.get(new Get(bytes("paul"))).getValue(F, STATE)))
          .isEqualTo(ROUNDS);
      assertThat(table.get(new Get(bytes("rosa"))).containsColumn(F, COUNT)).isFalse();
    }
    long atDoors = ROUNDS * Stream.of(order.split(" ")).filter("door"::equals).count();
    assertThat(DoorCluster.sum(cluster, DoorCounts::served))
        .isGreaterThanOrEqualTo(served + atDoors);
  }

  private static long number(Table table, String row) throws Exception {
    Result result = table.get(new Get(bytes(row)));
    return Bytes.toLong(result.getValue(F, COUNT));
  }
}
