package io.halite.it.door;

import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.ClientNonces;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.fault.CountedWrite;
import io.halite.it.fault.RepeatedWrite;
import io.halite.it.plugin.AsyncAsTable;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What {@code MovedCounterIT} shows of gateways, for clients whose gateway is a door. */
@ExtendWith(SharedDoorCluster.class)
@Timeout(200)
class MovedCounterAtDoorsIT {
  /** The bucket of all rows. */
  private static final int BUCKET = 1;

  private final AtomicLong nonces = new AtomicLong(System.nanoTime());

  /** Natural keys that the door serves as a guest. */
  private static Iterator<byte[]> rows() {
    var salt = SaltingSpec.parse(FOUR_BUCKETS).salt();
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> bytes("row" + i))
        .filter(row -> salt.salt(row)[0] == BUCKET)
        .iterator();
  }

  @Test
  void whatIsRepeatedAfterAMoveCountsOnce(EmbeddedCluster cluster) throws Exception {
    try (Connection blocking = ConnectionFactory.createConnection(cluster.configuration());
        AsyncConnection async =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get();
        ClientNonces injected = ClientNonces.set(blocking, nonces::get);
        PlacedTable placed = PlacedTable.create(cluster)) {
      injected.shareWith(async);
      placed.move(BUCKET, placed.servers().get(2));
      placed.awaitDoor();
      Iterator<byte[]> rows = rows();
      List<RepeatedWrite> writes = new ArrayList<>();
      for (Table client :
          List.of(
              placed.atDoor(blocking),
              new AsyncAsTable(placed.route().of(async).getTable(placed.table().name())))) {
        for (CountedWrite write : CountedWrite.values()) {
          writes.add(new RepeatedWrite(client, write, rows.next(), nonces.incrementAndGet()));
        }
      }
      long served = DoorCluster.sum(cluster, DoorCounts::served);
      List<String> first = RepeatedWrite.send(writes, nonces);
      placed.move(BUCKET, placed.home());
      assertThat(RepeatedWrite.send(writes, nonces)).isEqualTo(first);
      placed.move(BUCKET, placed.door());
      assertThat(RepeatedWrite.send(writes, nonces)).isEqualTo(first);
      assertThat(DoorCluster.sum(cluster, DoorCounts::served))
          .isGreaterThanOrEqualTo(served + 3L * writes.size());
    }
  }
}
