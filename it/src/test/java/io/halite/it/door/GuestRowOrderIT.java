package io.halite.it.door;

import static io.halite.it.door.PlacedTable.F;
import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static io.halite.it.door.RawRequests.action;
import static io.halite.it.door.RawRequests.part;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.fault.AwayObserver;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
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
}
