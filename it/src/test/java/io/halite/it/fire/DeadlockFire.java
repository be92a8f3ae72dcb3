package io.halite.it.fire;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RegionChurn;
import io.halite.it.cluster.RegionChurn.Step;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.DoorCluster;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Few handlers, many clients, every owner on another server than its gateway until regions move: do
 * servers wait for each other?
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am}; prints one line a configuration. {@code
 * -Dhalite.fire.seconds=600} makes it long, {@code -Dhalite.fire.doors=all} sends the clients
 * without the plug-in through all doors.
 */
class DeadlockFire {
  static final int SECONDS = Integer.getInteger("halite.fire.seconds", 20);
  private static final String DOORS = System.getProperty("halite.fire.doors", "off");
  static final int CLIENTS = 64;

  /** Threads of one connection share a door. */
  private static final int CONNECTIONS = DOORS.equals("off") ? 1 : 16;

  /** With doors: of so many operations one at least is served by a guest; probes are far fewer. */
  private static final int OPERATIONS_FOR_EACH_GUEST_REQUEST = 2;

  /** For each request to another server that an operation waits for, one after the other. */
  private static final long BOUND_MILLIS = 10_000;

  /** An operation may take so many times as long as the longest of the plain table. */
  private static final double OF_PLAIN = 1.5;

  /** Where servers wait for each other, an operation ends with its client's time, 60 s. */
  static final long STALL_MILLIS = 50_000;

  static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final TableName NAME = TableName.valueOf("t");
  static final SaltingSpec SPEC = SaltingSpec.parse("key=row:*,salt=hash(*) % 16");
  private static final String INDEX = ",index=byRow(row)";

  /** The bound of this run: the machine, the moves and the load have their part in it. */
  private static long bound;

  // A queue of one handler takes 10 calls: HBase refuses most of 64 clients, whatever the table.
  private static final Consumer<Configuration> PRIVATE_POOL =
      conf -> {
        conf.setInt("hbase.regionserver.bulkload.handler.count", 3);
        conf.setInt("hbase.ipc.server.max.callqueue.length", 1_000);
      };

  /** The first probe of a virtual machine runs half as many operations as the next. */
  @BeforeAll
  static void measureThePlainTable() throws Exception {
    probe("warm-up", handlers(30), SPEC + INDEX, true);
    Crowd plain = probe("3 handlers, plain table", handlers(3), "", false);
    assertThat(plain.operations()).isPositive();
    bound = Math.max(BOUND_MILLIS, Math.round(OF_PLAIN * plain.longest().millis()));
    assertThat(2 * bound).as("the bound with an index").isLessThan(STALL_MILLIS);
  }

  @Test
  void threeHandlersAServerNeverWaitForEachOther() throws Exception {
    assertFlows(probe("3 handlers", handlers(3)));
  }

  @Test
  void thirtyHandlersInSeveralQueuesNeverWaitForEachOther() throws Exception {
    assertFlows(probe("30 handlers", handlers(30)));
  }

  @Test
  void thirtyHandlersWithQueuesOfTheirOwnForReadsNeverWaitForEachOther() throws Exception {
    Consumer<Configuration> split =
        conf -> conf.set("hbase.ipc.server.callqueue.read.ratio", "0.5");
    assertFlows(probe("30 handlers, read ratio 0.5", handlers(30).andThen(split)));
  }

  @Test
  void oneHandlerIsEnoughBesideAPrivatePool() throws Exception {
    assertFlows(probe("1 handler and a private pool", handlers(1).andThen(PRIVATE_POOL)));
  }

  @Test
  void threeHandlersAServerKeepAnIndexAndNeverWaitForEachOther() throws Exception {
    assertFlowsIndexed(probe("3 handlers, an index", handlers(3), SPEC + INDEX, false));
  }

  @Test
  void threeHandlersAServerKeepAnIndexForThePlugInToo() throws Exception {
    assertFlowsIndexed(probe("3 handlers, an index, plug-in", handlers(3), SPEC + INDEX, true));
  }

  /** The pool is for forwards alone: who waits for entries needs a permit of the common queue. */
  @Test
  void threeHandlersBesideAPrivatePoolKeepAnIndex() throws Exception {
    assertFlowsIndexed(
        probe(
            "3 handlers, private pool, an index",
            handlers(3).andThen(PRIVATE_POOL),
            SPEC + INDEX,
            false));
  }

  /** The probe itself: without permits the same load must stall. */
  @ParameterizedTest
  @ValueSource(strings = {"", INDEX})
  void withoutPermitsThreeHandlersAServerDoWaitForEachOther(String index) throws Exception {
    Consumer<Configuration> off = conf -> conf.set("halite.forward.permits", "off");
    String what = "3 handlers, permits off" + (index.isEmpty() ? "" : ", an index");
    Crowd crowd = probe(what, handlers(3).andThen(off), SPEC + index, false);
    assertThat(crowd.longest().millis()).isGreaterThan(STALL_MILLIS);
  }

  private static void assertFlows(Crowd crowd) {
    assertFlows(crowd, 1);
  }

  /** The entry first, then the row. */
  private static void assertFlowsIndexed(Crowd crowd) {
    assertFlows(crowd, 2);
  }

  private static void assertFlows(Crowd crowd, int waits) {
    assertThat(crowd.failures()).isEmpty();
    assertThat(crowd.longest().millis()).isLessThan(waits * bound);
  }

  static Consumer<Configuration> handlers(int count) {
    return conf -> conf.setInt("hbase.regionserver.handler.count", count);
  }

  private static Crowd probe(String what, Consumer<Configuration> settings) throws Exception {
    return probe(what, settings, SPEC.toString(), false);
  }

  /**
   * One run.
   *
   * @param spec that of the table; none for a plain one
   * @param plugin whether the clients have the connection plug-in
   */
  private static Crowd probe(
      String what, Consumer<Configuration> settings, String spec, boolean plugin) throws Exception {
    Consumer<Configuration> doors =
        DOORS.equals("off")
            ? conf -> {}
            : conf -> {
              DoorCluster.turnOn(conf);
              conf.set("halite.doors", DOORS);
            };
    try (EmbeddedCluster cluster = EmbeddedCluster.start(3, doors.andThen(settings));
        Connections clients = new Connections(cluster, plugin)) {
      TablePlan plan =
          TestTable.named(NAME)
              .splits(SPEC.salt().splitPoints())
              .splitGateways()
              .splitIndexesAlike();
      TestTable table = (spec.isEmpty() ? plan : plan.salted(spec)).create(cluster);
      List<TableName> tables = new ArrayList<>(table.indexTables());
      tables.add(NAME);
      boolean indexed = spec.contains(INDEX);
      Crowd crowd = new Crowd(remoteKeys(cluster, indexed), indexed);
      try (RegionChurn churn =
          RegionChurn.of(tables.toArray(TableName[]::new))
              .steps(Step.FLUSH, Step.MOVE)
              .rest(Duration.ofMillis(150))
              .start(cluster.configuration(), PATIENCE.plusSeconds(SECONDS))) {
        crowd.run(() -> clients.table(NAME), CLIENTS, SECONDS * 1000L, PATIENCE);
        System.out.printf(
            "fire: %-36s %d clients, %d operations, %d failed, longest %d ms (%s); %s%n",
            what,
            CLIENTS,
            crowd.operations(),
            crowd.failures().size(),
            crowd.longest().millis(),
            crowd.longest().operation(),
            churn);
      }
      if (!DOORS.equals("off")) {
        long served = DoorCluster.sum(cluster, DoorCounts::served);
        long redirected = DoorCluster.sum(cluster, DoorCounts::redirected);
        System.out.printf(
            "fire: %-36s guests served %d requests, %d redirects%n", what, served, redirected);
        boolean isControl = cluster.configuration().get("halite.forward.permits", "").equals("off");
        if (!plugin && !spec.isEmpty() && !isControl) {
          assertThat(served)
              .as("requests that guests served")
              .isGreaterThan(crowd.operations() / OPERATIONS_FOR_EACH_GUEST_REQUEST);
          // Where a region was before it moved is a guest of it, too, without a redirect.
          assertThat(redirected).as("redirects").isGreaterThan(CONNECTIONS);
        }
      }
      return crowd;
    }
  }

  /**
   * Connections of clients that sleep a fifth of what they would: left to itself, HBase's client
   * sleeps for 10 s where a region has moved under an operation that was told to repeat eight times
   * before. The probe is of servers that wait, not of clients that do.
   */
  static final class Connections implements AutoCloseable {
    private final List<Connection> all = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    Connections(EmbeddedCluster cluster, boolean plugin) throws IOException {
      Configuration conf = new Configuration(cluster.configuration());
      conf.setLong("hbase.client.pause", 20);
      if (plugin) {
        conf.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
      }
      for (int i = 0; i < CONNECTIONS; i++) {
        all.add(ConnectionFactory.createConnection(conf));
      }
    }

    /** The table, by the connection whose turn it is. */
    Table table(TableName name) throws IOException {
      return all.get(next.getAndIncrement() % CONNECTIONS).getTable(name);
    }

    @Override
    public void close() throws IOException {
      for (Connection each : all) {
        each.close();
      }
    }
  }

  /**
   * Keys over the whole byte space whose owner is not on the gateway's server, nor is their entry,
   * as regions lie now.
   */
  private static List<byte[]> remoteKeys(EmbeddedCluster cluster, boolean indexed)
      throws Exception {
    Random random = new Random(3);
    List<byte[]> keys = new ArrayList<>();
    TableName entries = indexed ? TableName.valueOf(NAME + "-byRow") : NAME;
    try (RegionLocator locator = cluster.connection().getRegionLocator(NAME);
        RegionLocator index = cluster.connection().getRegionLocator(entries)) {
      while (keys.size() < 500) {
        byte[] key = new byte[6];
        random.nextBytes(key);
        ServerName gateway = locator.getRegionLocation(key).getServerName();
        ServerName owner = locator.getRegionLocation(SPEC.salt().salt(key)).getServerName();
        boolean entryIsHere =
            indexed && index.getRegionLocation(key).getServerName().equals(gateway);
        if (!owner.equals(gateway) && !entryIsHere) {
          keys.add(key);
        }
      }
    }
    return keys;
  }
}
