package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Many clients that know a door when {@code halite.doors} is turned off, and use the table next,
 * six at a time: none fails, and each reads {@code hbase:meta} a few times at most. {@code
 * -Dhalite.fire.connections=2000} makes it larger; needs about 0.3 MB of heap a connection.
 */
@ExtendWith(SharedDoorCluster.class)
class ManyClientsFire {
  private static final int CONNECTIONS = Integer.getInteger("halite.fire.connections", 500);

  /** Fewer than the handlers: HBase's client reads the table's state in meta at each repetition. */
  private static final int THREADS = 6;

  private static final int REQUESTS = 3;

  private final EmbeddedCluster cluster;
  private final List<Connection> connections = new ArrayList<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private PlacedTable placed;

  ManyClientsFire(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** What one round of all clients cost. */
  private record Round(long metaReads, long declined, long longestMillis) {}

  @BeforeEach
  void connect() throws Exception {
    placed = PlacedTable.create(cluster);
    Configuration conf = new Configuration(cluster.configuration());
    // A client of ZooKeeper would be one thread more for each connection.
    conf.set("hbase.client.registry.impl", "org.apache.hadoop.hbase.client.RpcConnectionRegistry");
    for (int i = 0; i < CONNECTIONS; i++) {
      connections.add(ConnectionFactory.createConnection(conf));
    }
  }

  @AfterEach
  void close() throws Exception {
    threads.shutdownNow();
    for (Connection connection : connections) {
      connection.close();
    }
    DoorCluster.update(cluster, "all");
    placed.close();
  }

  /** Each connection puts a row and gets it so many times, as many connections at once as go. */
  private Round round(String what, int requests) throws Exception {
    long meta = DoorCluster.metaReads(cluster);
    long declined = DoorCluster.sum(cluster, DoorCounts::declined);
    List<Future<Long>> running = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      Connection connection = connections.get(i);
      String row = "row" + i;
      running.add(threads.submit(() -> use(connection, row, requests)));
    }
    long longest = 0;
    for (Future<Long> each : running) {
      longest = Math.max(longest, each.get());
    }
    Round round =
        new Round(
            DoorCluster.metaReads(cluster) - meta,
            DoorCluster.sum(cluster, DoorCounts::declined) - declined,
            TimeUnit.NANOSECONDS.toMillis(longest));
    System.out.printf(
        "doors: %,d connections, %s: %s; %s%n",
        CONNECTIONS, what, round, DoorCluster.counts(cluster));
    return round;
  }

  /** Returns the nanoseconds that the longest request took. */
  private long use(Connection connection, String row, int requests) throws Exception {
    long longest = 0;
    try (Table table = connection.getTable(placed.table().name())) {
      for (int i = 0; i < requests; i++) {
        long start = System.nanoTime();
        table.put(put(row, "v" + i));
        longest = Math.max(longest, System.nanoTime() - start);
        assertThat(table.get(new Get(bytes(row))).getValue(PlacedTable.F, PlacedTable.Q))
            .isEqualTo(bytes("v" + i));
      }
    }
    return longest;
  }

  @Test
  void allComeBackWhenDoorsAreTurnedOffAndEachReadsMetaAFewTimes() throws Exception {
    long before = DoorCluster.sum(cluster, DoorCounts::redirected);
    int[] rounds = new int[1];
    Polling.until(
        "half of the connections are at doors",
        () -> {
          round("round " + rounds[0]++, 1);
          return DoorCluster.sum(cluster, DoorCounts::redirected) - before > CONNECTIONS / 2;
        });
    round("doors on", REQUESTS);
    DoorCluster.update(cluster, "off");
    Round off = round("doors off", REQUESTS);
    Round after = round("afterwards", REQUESTS);
    assertThat(off.metaReads()).isLessThan(4L * CONNECTIONS);
    assertThat(after.metaReads()).isLessThan(100);
    assertThat(after.declined()).isZero();
  }
}
