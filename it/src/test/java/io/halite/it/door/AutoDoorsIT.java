package io.halite.it.door;

import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.coprocessor.door.DoorRpcServer;
import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.User;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The mode {@code auto}, switched on and off under a load that is checked. The gateway region of
 * {@code 60} on takes nearly all writes of the table, that of {@code 40} on takes a few.
 */
@ExtendWith(SharedDoorCluster.class)
@Timeout(240)
class AutoDoorsIT {
  private static final int FIXED_ROWS = 20;
  private static final int BATCH = 300;

  /** From here on there are regions that nobody uses. */
  private static final int UNUSED = 0xE1;

  private final EmbeddedCluster cluster;
  private PlacedTable placed;
  private DoorLoad load;
  private BusyWriter busy;

  AutoDoorsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void start() throws Exception {
    DoorCluster.update(cluster, "off");
    placed =
        PlacedTable.create(
            cluster,
            plan -> {
              for (int first = UNUSED; first < UNUSED + 16; first++) {
                plan.splits(new byte[] {(byte) first});
              }
            });
    try (Table table = placed.table().table()) {
      DoorLoad.writeFixed(table, FIXED_ROWS);
    }
    load = DoorLoad.start(placed.table().name(), cluster.configuration(), FIXED_ROWS);
    busy = new BusyWriter(cluster, placed);
  }

  @AfterEach
  void stop() throws Exception {
    busy.close();
    DoorCluster.update(cluster, "all");
    placed.close();
  }

  /**
   * Batches for the gateway region of {@code 60} on, by a connection that is never redirected: it
   * keeps that region above its share while the doors take the others.
   */
  private static final class BusyWriter implements AutoCloseable {
    private final Thread thread = new Thread(this::write, "busy writer");
    private final EmbeddedCluster cluster;
    private final PlacedTable placed;
    private volatile boolean stopped;
    private volatile boolean failed;

    BusyWriter(EmbeddedCluster cluster, PlacedTable placed) {
      this.cluster = cluster;
      this.placed = placed;
      thread.setDaemon(true);
      thread.start();
    }

    private void write() {
      Map<String, byte[]> never = Map.of("halite.doors", PlacedTable.bytes("off"));
      try (Connection connection =
              ConnectionFactory.createConnection(
                  cluster.configuration(), null, User.getCurrent(), never);
          Table table = connection.getTable(placed.table().name())) {
        List<Put> batch = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
          batch.add(put("h" + i));
        }
        while (!stopped) {
          table.put(new ArrayList<>(batch));
        }
      } catch (IOException e) {
        failed = true;
      }
    }

    @Override
    public void close() throws InterruptedException {
      stopped = true;
      thread.join();
    }
  }

  /** Places regions, of which the first four store the rows. */
  private void move(ServerName server, int... starts) throws IOException {
    for (int start : starts) {
      placed.move(start, server);
    }
  }

  /** As many regions of a table are on each server, as HBase's balancer places them. */
  private void moveUnusedAway() throws IOException {
    for (int start = UNUSED; start < UNUSED + 16; start++) {
      move(placed.servers().get(1 + start % 2), start);
    }
  }

  private DoorCounts at(ServerName server) {
    return DoorRpcServer.doorOf(cluster.utility().getMiniHBaseCluster().getRegionServer(server))
        .orElseThrow()
        .counts();
  }

  private long redirectedElsewhere() {
    return DoorCluster.sum(cluster, DoorCounts::redirected) - at(placed.home()).redirected();
  }

  private void awaitRounds(int rounds) throws Exception {
    long before = load.rounds();
    Polling.until(
        rounds + " more rounds",
        () -> load.rounds() > before + rounds || load.hasFailed() || busy.failed);
  }

  /** Turns {@code auto} on; the busy region alone redirects, and its doors serve. */
  private void assertAutoRedirectsFromTheBusyRegionAlone() throws Exception {
    long redirected = at(placed.home()).redirected();
    long served = DoorCluster.sum(cluster, DoorCounts::served);
    long elsewhere = redirectedElsewhere();
    DoorCluster.update(cluster, "auto");
    Polling.until(
        "the busy gateway region redirects and its doors serve",
        () ->
            load.hasFailed()
                || (at(placed.home()).redirecting() == 1
                    && at(placed.home()).redirected() > redirected
                    && DoorCluster.sum(cluster, DoorCounts::served) > served + 100));
    awaitRounds(30);
    assertThat(at(placed.door()).redirecting()).as("regions below their share").isZero();
    assertThat(redirectedElsewhere()).as("redirects of regions below").isEqualTo(elsewhere);
  }

  private void assertOffRedirectsNobody() throws Exception {
    DoorCluster.update(cluster, "off");
    assertThat(DoorCluster.sum(cluster, DoorCounts::redirecting)).isZero();
    awaitRounds(30);
    long redirected = DoorCluster.sum(cluster, DoorCounts::redirected);
    long served = DoorCluster.sum(cluster, DoorCounts::served);
    awaitRounds(20);
    assertThat(DoorCluster.sum(cluster, DoorCounts::redirected)).isEqualTo(redirected);
    assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isEqualTo(served);
  }

  @Test
  void itRedirectsFromTheBusyRegionAloneWhenSwitchedOnTwiceAndNothingIsLost() throws Exception {
    move(placed.home(), 0x00);
    move(placed.servers().get(1), 0x01);
    move(placed.servers().get(2), 0x02, 0x03);
    assertOffRedirectsNobody();
    assertAutoRedirectsFromTheBusyRegionAlone();
    assertOffRedirectsNobody();
    assertAutoRedirectsFromTheBusyRegionAlone();
    end();
  }

  /** The load of the rows stays there, and that of the requests need not. */
  @Test
  void itRedirectsFromTheServerThatStoresAllRows() throws Exception {
    move(placed.home(), 0x00, 0x01, 0x02, 0x03);
    moveUnusedAway();
    assertAutoRedirectsFromTheBusyRegionAlone();
    end();
  }

  private void end() throws Exception {
    busy.close();
    assertThat(busy.failed).as("the busy writer failed").isFalse();
    try (Table table = placed.table().table()) {
      load.end(table);
    }
  }
}
