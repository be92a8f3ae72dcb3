package io.halite.it.door;

import io.halite.coprocessor.door.DoorRpcServer;
import io.halite.it.cluster.TestTable;
import io.halite.it.process.ClusterPlan;
import io.halite.it.process.MetricsPage;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import io.halite.it.process.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A server that clients of a salted table use as a door hangs, hangs until HBase gives it up, and
 * is killed and started on the same port; at last the home of the gateway regions is killed. The
 * server also has the busiest region of a plain table, whose clients send the same. It prints how
 * long the longest rounds of both took.
 */
class DoorOutagesFire {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int HOME = 0;
  private static final int FIXED_ROWS = 20;

  private ProcessCluster cluster;
  private int victim;

  @BeforeEach
  void start() throws Exception {
    cluster =
        ProcessCluster.start(
            ClusterPlan.of(3)
                .in(Path.of("target", "door-outages"))
                .set("zookeeper.session.timeout", 15_000)
                .set(Role.REGIONSERVER, "hbase.rpc.server.impl", DoorRpcServer.class.getName())
                .set(Role.REGIONSERVER, "halite.doors", "all"));
    Admin admin = cluster.connection().getAdmin();
    boolean isMetaAtOne =
        admin.getRegions(cluster.serverName(1)).stream().anyMatch(RegionInfo::isMetaRegion);
    victim = isMetaAtOne ? 2 : 1;
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  /** Places a table whose region of {@code 60} on is the one that its clients use most. */
  private void place(TestTable table, int busiest) throws Exception {
    for (RegionInfo region : table.admin().getRegions(table.name())) {
      byte[] key = region.getStartKey();
      int start = key.length == 1 ? key[0] : 0;
      if (start == 0x60) {
        cluster.move(region, busiest);
      } else if (start == 0x40) {
        cluster.move(region, HOME);
      } else if (start == 0x20) {
        cluster.move(region, victim);
      }
    }
  }

  private DoorLoad load(TestTable created) throws Exception {
    try (Table table = created.table()) {
      DoorLoad.writeFixed(table, FIXED_ROWS);
    }
    Configuration conf = cluster.configuration();
    conf.setInt("hbase.rpc.timeout", 10_000);
    return DoorLoad.start(created.name(), conf, FIXED_ROWS);
  }

  private long servedByVictim() throws Exception {
    return MetricsPage.read(cluster.pages(victim), MetricsPage.HALITE)
        .getOrDefault("DoorGuestRequests", 0L);
  }

  /** Connects until the victim is a door: a connection stays at the one that it has got. */
  private void awaitDoor(TestTable table) throws Exception {
    long served = servedByVictim();
    Polling.until(
        "new connections are redirected to the victim",
        () -> {
          try (Connection connection = ConnectionFactory.createConnection(cluster.configuration());
              Table client = connection.getTable(table.name())) {
            for (int i = 0; i < 10; i++) {
              client.put(PlacedTable.put("nwitness"));
              client.put(PlacedTable.put("Bwitness"));
            }
          }
          return servedByVictim() > served + 40;
        });
  }

  private interface Blow {
    void strike(ServerProcess server) throws Exception;
  }

  private void strike(String name, int struck, Blow blow) throws Exception {
    Connection connection = cluster.connection();
    try (TestTable saltedTable =
            TestTable.numbered("salted")
                .salted(TestTable.FOUR_BUCKETS)
                .splitBuckets()
                .splitGateways()
                .create(connection);
        TestTable plainTable = TestTable.numbered("plain").splitGateways().create(connection)) {
      place(saltedTable, HOME);
      place(plainTable, struck);
      awaitDoor(saltedTable);
      DoorLoad salted = load(saltedTable);
      DoorLoad plain = load(plainTable);
      long served = servedByVictim();
      Polling.until(
          "the victim serves as a guest",
          () -> salted.hasFailed() || servedByVictim() > served + 100);
      salted.takeLongestMillis();
      plain.takeLongestMillis();
      blow.strike(cluster.regionServer(struck));
      salted.awaitEachClient();
      plain.awaitEachClient();
      System.out.printf(
          "doors: %s: longest round %,d ms (salted), %,d ms (plain)%n",
          name, salted.takeLongestMillis(), plain.takeLongestMillis());
      end(salted, saltedTable);
      end(plain, plainTable);
    }
  }

  private static void end(DoorLoad load, TestTable loaded) throws Exception {
    try (Table table = loaded.table()) {
      load.end(table);
    }
  }

  @Test
  void noOperationFailsOrIsDoneTwiceWhenADoorOrTheGatewayHangsOrIsKilled() throws Exception {
    strike(
        "a door hangs for 6 s",
        victim,
        server -> {
          server.pause(Duration.ofSeconds(6));
          Thread.sleep(6_000);
        });
    strike(
        "a door hangs until HBase gives it up",
        victim,
        server -> {
          server.pause(Duration.ofSeconds(30));
          server.awaitEnd(PATIENCE);
          server.start();
          cluster.awaitServers(3, PATIENCE);
        });
    strike(
        "a door is killed and started on its port",
        victim,
        server -> {
          server.kill();
          server.start();
          cluster.awaitServers(3, PATIENCE);
        });
    strike(
        "the home is killed and started on its port",
        HOME,
        server -> {
          server.kill();
          server.start();
          cluster.awaitServers(3, PATIENCE);
        });
  }
}
