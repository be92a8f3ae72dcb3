package io.halite.it.door;

import static io.halite.it.door.PlacedTable.F;
import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static io.halite.it.door.RawRequests.action;
import static io.halite.it.door.RawRequests.part;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.fault.AwayObserver;
import java.util.List;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A door holds up what follows a refused write of one row, as the gateway does. */
@ExtendWith(SharedDoorCluster.class)
class GuestRowOrderIT {
  @Test
  void anIncrementWaitsForTheRefusedPutOfItsRow(EmbeddedCluster cluster) throws Exception {
    try (PlacedTable placed =
        PlacedTable.create(cluster, plan -> plan.coprocessor(AwayObserver.class))) {
      RawRequests requests = new RawRequests(cluster.connection());
      placed.awaitDoor(requests);
      List<String> answers;
      try (AutoCloseable away =
          AwayObserver.during(
              (region, write) ->
                  region.getTable().equals(placed.table().name()) && write instanceof Put)) {
        answers =
            requests.multi(
                placed.door(),
                part(
                    placed.name(0x60),
                    action(put("anna")),
                    action(new Increment(bytes("anna")).addColumn(F, bytes("count"), 1)),
                    action(new Increment(bytes("bert")).addColumn(F, bytes("count"), 1))));
      }
      assertThat(answers.subList(0, 2)).containsOnly("RpcThrottlingException");
      assertThat(placed.table().table().exists(new Get(bytes("anna")))).isFalse();
      assertThat(placed.table().table().exists(new Get(bytes("bert")))).isTrue();
    }
  }

  /**
   * HBase's client makes a part of each conditional write. The server that redirects the client
   * must not apply the second one before the first has reached the door.
   */
  @Test
  void theConditionalWritesOfABatchThatIsRedirectedKeepTheirOrder(EmbeddedCluster cluster)
      throws Exception {
    try (PlacedTable placed = PlacedTable.create(cluster)) {
      placed.awaitDoor(new RawRequests(cluster.connection()));
      int redirected = 0;
      for (int i = 0; i < 20 || redirected == 0 && i < 200; i++) {
        String row = "anna" + i;
        placed.table().table().put(new Put(bytes(row)).addColumn(F, F, bytes("1")));
        long before = DoorCluster.sum(cluster, DoorCounts::redirected);
        try (Connection fresh = ConnectionFactory.createConnection(cluster.configuration());
            Table table = fresh.getTable(placed.table().name())) {
          List<CheckAndMutateResult> answers =
              table.checkAndMutate(List.of(change(row, "1", "2"), change(row, "2", "3")));
          assertThat(answers).extracting(CheckAndMutateResult::isSuccess).containsOnly(true);
        }
        redirected += DoorCluster.sum(cluster, DoorCounts::redirected) > before ? 1 : 0;
        Get get = new Get(bytes(row));
        assertThat(placed.table().table().get(get).getValue(F, F)).isEqualTo(bytes("3"));
      }
      assertThat(redirected).isPositive();
    }
  }

  private static CheckAndMutate change(String row, String from, String to) {
    return CheckAndMutate.newBuilder(bytes(row))
        .ifEquals(F, F, bytes(from))
        .build(new Put(bytes(row)).addColumn(F, F, bytes(to)));
  }
}
