package io.halite.it.door;

import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.coprocessor.door.DoorRpcServer;
import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RegionServerAccounting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients at a door that lets all writes wait for some time, since its memstores are full. */
@Tag("wide")
@ExtendWith(SharedDoorCluster.class)
@Timeout(400)
class HeldDoorIT {
  private static final int CLIENTS_OF_EACH_KIND = 3;

  /** More than the memstores of a server may have together. */
  private static final long MUCH = 1L << 50;

  /** The door has no load, so it would be the first choice for nearly all of these. */
  private static final int ELSEWHERE = 12;

  private final EmbeddedCluster cluster;
  private final Configuration conf;
  private final List<DoorWriter> writers = new ArrayList<>();
  private final List<String> written = new ArrayList<>();
  private PlacedTable placed;
  private boolean held;

  HeldDoorIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
    this.conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.pause", 50);
  }

  /** The door has one region of the table, which stores no row. */
  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster);
    for (RegionInfo region : placed.table().admin().getRegions(placed.table().name())) {
      int start = region.getStartKey().length == 0 ? 0 : region.getStartKey()[0] & 0xFF;
      placed.move(start, start == 0x40 ? placed.door() : placed.home());
    }
    placed.awaitDoor();
  }

  @AfterEach
  void drop() throws Exception {
    hold(false);
    for (DoorWriter writer : writers) {
      writer.close();
    }
    placed.close();
  }

  private HRegionServer door() {
    return cluster.utility().getMiniHBaseCluster().getRegionServer(placed.door());
  }

  private DoorCounts counts() {
    return DoorRpcServer.doorOf(door()).orElseThrow().counts();
  }

  private void hold(boolean wanted) {
    if (wanted != held) {
      RegionServerAccounting memory = door().getRegionServerAccounting();
      if (wanted) {
        memory.incGlobalMemStoreSize(MUCH, MUCH, 0);
      } else {
        memory.decGlobalMemStoreSize(MUCH, MUCH, 0);
      }
      held = wanted;
    }
  }

  private boolean hasFailed() {
    return writers.stream().anyMatch(DoorWriter::hasFailed);
  }

  private void startWriters() throws IOException {
    for (DoorClient.Kind kind : DoorClient.Kind.values()) {
      for (int i = 0; i < CLIENTS_OF_EACH_KIND; i++) {
        String name = kind.name().toLowerCase(Locale.ROOT) + i;
        writers.add(DoorWriter.of(kind.connect(conf), placed.table().name(), name));
      }
    }
  }

  private void awaitServed(String when) throws Exception {
    long before = counts().served();
    Polling.until("the door serves " + when, () -> hasFailed() || counts().served() > before + 100);
  }

  /** Waits until each client has written more rows. */
  private void awaitRows() throws Exception {
    for (DoorWriter writer : writers) {
      int before = writer.count();
      Polling.until(writer + " goes on", () -> hasFailed() || writer.count() > before + 30);
    }
  }

  /** A new connection of each kind writes a row; whether none of them came to the door. */
  private boolean newConnectionsStayAway() throws IOException {
    long declined = counts().declined();
    for (DoorClient.Kind kind : DoorClient.Kind.values()) {
      try (DoorClient client = kind.connect(conf);
          Table table = client.table(placed.table().name())) {
        String row = "later" + written.size();
        table.put(put(row));
        written.add(row);
      }
    }
    return counts().declined() == declined;
  }

  @Test
  void noClientFailsAndNoneIsSentToTheDoorUntilItTakesWritesAgain() throws Exception {
    startWriters();
    awaitServed("before");
    hold(true);
    awaitRows();
    assertThat(counts().declined()).as("writes that came to the door").isPositive();
    int[] elsewhere = new int[1];
    Polling.until(
        "new connections stay away",
        () -> {
          elsewhere[0] = newConnectionsStayAway() ? elsewhere[0] + 1 : 0;
          return hasFailed() || elsewhere[0] == ELSEWHERE;
        });
    long served = counts().served();
    long declined = counts().declined();
    for (int i = 0; i < ELSEWHERE; i++) {
      assertThat(newConnectionsStayAway()).isTrue();
    }
    awaitRows();
    assertThat(counts().declined()).as("writes that came to the door").isEqualTo(declined);
    assertThat(counts().served()).as("requests that the door served").isEqualTo(served);
    hold(false);
    Polling.until(
        "the door serves new connections",
        () -> {
          newConnectionsStayAway();
          return hasFailed() || counts().served() > served;
        });
    awaitServed("afterwards");
    assertNothingIsLost();
  }

  private void assertNothingIsLost() throws Exception {
    for (DoorWriter writer : writers) {
      writer.close();
      assertThat(writer.failures()).as("%s", writer).isEmpty();
      written.addAll(writer.written());
    }
    Set<String> stored = new HashSet<>(placed.table().scan(new Scan()));
    assertThat(written.stream().filter(row -> !stored.contains(row))).isEmpty();
  }
}
