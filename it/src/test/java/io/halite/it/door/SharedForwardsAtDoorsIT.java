package io.halite.it.door;

import static io.halite.it.door.PlacedTable.F;
import static io.halite.it.door.PlacedTable.Q;
import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.LogEvents;
import io.halite.it.cluster.RpcCount;
import io.halite.keys.KeyBytes;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Requests of many users at many doors, whose forwards share RPCs: each is answered, and named in
 * the audit log, as what its own user asked for.
 */
@Timeout(240)
class SharedForwardsAtDoorsIT {
  private static final int USERS = 6;
  private static final int THREADS = 12;
  private static final int ROUNDS = 6;

  private static final Logger AUDIT = Logger.getLogger("SecurityLogger.io.halite");

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final LogEvents log = new LogEvents(event -> lines.add(event.getRenderedMessage()));
  private final ExecutorService clients = Executors.newFixedThreadPool(USERS * THREADS);
  private final List<Connection> connections = new ArrayList<>();
  private EmbeddedCluster cluster;
  private PlacedTable placed;

  /** The lines of the audit log about rows that begin with the name of a user. */
  private List<String> ofRowsOf(String user) {
    return lines.stream().filter(line -> line.contains(KeyBytes.readable(bytes(user)))).toList();
  }

  @BeforeEach
  void start() throws Exception {
    cluster =
        DoorCluster.start(
            3,
            settings -> {
              settings.set("halite.forward.sharing", "on");
              // As many as users have threads: what waits for a handler shares no RPC.
              settings.setInt("hbase.regionserver.handler.count", USERS * THREADS);
              settings.setBoolean("halite.audit", true);
              // Servers of one JVM have users of their own, and forwards have the JVM's.
              settings.set("hbase.superuser", System.getProperty("user.name"));
            });
    placed = PlacedTable.create(cluster);
    for (int i = 0; i < USERS; i++) {
      User user = User.createUserForTesting(cluster.configuration(), user(i), new String[0]);
      connections.add(
          user.runAs(
              (PrivilegedExceptionAction<Connection>)
                  () -> ConnectionFactory.createConnection(cluster.configuration())));
    }
    AUDIT.setLevel(Level.INFO);
  }

  @AfterEach
  void stop() throws Exception {
    AUDIT.removeAppender(log);
    clients.shutdownNow();
    for (Connection connection : connections) {
      connection.close();
    }
    cluster.close();
  }

  private static String user(int number) {
    return "user" + (char) ('a' + number);
  }

  @Test
  void eachRequestHasItsOwnAnswerAndItsOwnUser() throws Exception {
    KnownDoors.await(
        cluster,
        200,
        () -> {
          work(1, this::putAndGet);
          work(1, this::count);
        });
    long[] counted = counts();
    AUDIT.addAppender(log);
    long served = DoorCluster.sum(cluster, DoorCounts::served);
    RpcCount start = RpcCount.of(cluster);
    work(ROUNDS, this::putAndGet);
    RpcCount done = RpcCount.of(cluster).since(start);
    work(ROUNDS, this::count);
    AUDIT.removeAppender(log);
    long[] countedNow = counts();
    int requests = USERS * THREADS * ROUNDS * 2;
    assertThat(DoorCluster.sum(cluster, DoorCounts::served) - served).isGreaterThan(requests / 4);
    assertThat(done.multi()).as("shared RPCs").isGreaterThan(requests / 50);
    // Increments share none, so these are not counted.
    assertThat(done.get() + done.mutate() + done.multi() - requests)
        .as("RPCs from the doors to the owners, for %d puts and gets", requests)
        .isLessThanOrEqualTo(requests / 2);
    for (int i = 0; i < USERS; i++) {
      String user = user(i);
      assertThat(ofRowsOf(user))
          .hasSizeGreaterThanOrEqualTo(THREADS * ROUNDS * 3)
          .allSatisfy(line -> assertThat(line).endsWith("asked for by user '" + user + "'"));
      assertThat(countedNow[i]).isEqualTo(counted[i] + THREADS * ROUNDS);
    }
  }

  /** What each user's row has counted. */
  private long[] counts() throws Exception {
    long[] counts = new long[USERS];
    try (Table table = placed.table().table()) {
      for (int i = 0; i < USERS; i++) {
        byte[] count = table.increment(increment(user(i), 0)).getValue(F, Q);
        counts[i] = Bytes.toLong(count);
      }
    }
    return counts;
  }

  private static Increment increment(String user, long by) {
    return new Increment(bytes(user + "-count")).addColumn(F, Q, by);
  }

  /** What a thread of a user does in a round. */
  private interface Round {
    void send(Table table, String user, String row) throws IOException;
  }

  private void putAndGet(Table table, String user, String row) throws IOException {
    byte[] key = bytes(row);
    table.put(new Put(key).addColumn(F, Q, key));
    assertThat(table.get(new Get(key)).getValue(F, Q)).isEqualTo(key);
  }

  private void count(Table table, String user, String row) throws IOException {
    table.increment(increment(user, 1));
  }

  /** Each thread of each user does this for rows of its own. */
  private void work(int rounds, Round work) throws Exception {
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < USERS; i++) {
      Connection connection = connections.get(i);
      String user = user(i);
      for (int thread = 0; thread < THREADS; thread++) {
        // Of one owner, so that many are on their way to it at once.
        List<String> rows = AlternatingClients.inBucketOne(user + "-" + thread + "-", rounds);
        running.add(
            clients.submit(
                () -> {
                  try (Table table = connection.getTable(placed.table().name())) {
                    for (int round = 0; round < rounds; round++) {
                      work.send(table, user, rows.get(round));
                    }
                  }
                  return null;
                }));
      }
    }
    for (Future<?> each : running) {
      each.get();
    }
  }
}
