package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.versions.HostRelease;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.User;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What clients with settings of their own experience at doors. */
@ExtendWith(SharedDoorCluster.class)
class DoorClientsIT {
  private static final int CONNECTIONS = 6;

  private EmbeddedCluster cluster;
  private PlacedTable placed;
  private final List<Connection> connections = new ArrayList<>();

  @BeforeEach
  void create(EmbeddedCluster shared) {
    cluster = shared;
  }

  private void create(Map<String, byte[]> attributes, int retries, PlacedTable.Change change)
      throws Exception {
    placed = PlacedTable.create(cluster, change);
    if (!attributes.isEmpty()) {
      HostRelease.needs26("attributes of connections");
    }
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.retries.number", retries);
    conf.setInt("hbase.client.pause", 20);
    for (int i = 0; i < CONNECTIONS; i++) {
      connections.add(
          attributes.isEmpty()
              ? ConnectionFactory.createConnection(conf)
              : ConnectionFactory.createConnection(conf, null, User.getCurrent(), attributes));
    }
  }

  @AfterEach
  void close() throws Exception {
    for (Connection connection : connections) {
      connection.close();
    }
    placed.close();
  }

  private long redirected() {
    return DoorCluster.sum(cluster, DoorCounts::redirected);
  }

  /** Each connection puts and gets once; how many of these requests fail. */
  private int round(int number) throws IOException {
    int failed = 0;
    for (Connection connection : connections) {
      try (Table table = connection.getTable(placed.table().name())) {
        table.put(put("row" + number));
        assertThat(table.get(new Get(bytes("row" + number))).isEmpty()).isFalse();
      } catch (IOException failure) {
        failed++;
      }
    }
    return failed;
  }

  /** Rounds until so many connections have been redirected; how many requests fail. */
  private int roundsUntilRedirected(int times) throws Exception {
    long before = redirected();
    int[] counts = new int[2];
    Polling.until(
        "connections are redirected",
        () -> {
          counts[0] += round(counts[1]++);
          return redirected() >= before + times;
        });
    return counts[0];
  }

  @Test
  void aClientThatTriesTwiceNoticesNothing() throws Exception {
    create(Map.of(), 1, plan -> {});
    assertThat(roundsUntilRedirected(3)).isZero();
    for (int i = 0; i < 20; i++) {
      assertThat(round(i)).isZero();
    }
  }

  @Test
  void aClientThatTriesOnceLosesOneRequestForEachRedirect() throws Exception {
    create(Map.of(), 0, plan -> {});
    long before = redirected();
    int failed = roundsUntilRedirected(3);
    assertThat(failed).isPositive();
    for (int i = 0; i < 20; i++) {
      failed += round(i);
    }
    assertThat(failed).isLessThanOrEqualTo((int) (redirected() - before));
  }

  @Tag("wide")
  @Test
  void aConnectionWithTheAttributeOffIsNeverRedirected() throws Exception {
    create(Map.of("halite.doors", bytes("off")), 0, plan -> {});
    assertNeverRedirected();
  }

  @Test
  void aTableWhoseConfigurationSaysOffIsNeverRedirected() throws Exception {
    create(Map.of(), 0, plan -> plan.value("halite.doors", "off"));
    assertNeverRedirected();
  }

  /** One clock has to set the times of its cells. */
  @Tag("wide")
  @Test
  void aTableWhoseRowsHaveManyPlacesIsNeverRedirected() throws Exception {
    create(Map.of(), 0, plan -> plan.salted("key=row:*,salt=random % 4"));
    assertNeverRedirected();
  }

  /** Another table is redirected meanwhile, so the doors are at work. */
  private void assertNeverRedirected() throws Exception {
    try (PlacedTable other = PlacedTable.create(cluster);
        PlacedClients witnesses = new PlacedClients(cluster, other)) {
      long before = redirected();
      int[] rounds = new int[1];
      Polling.until(
          "the other table is redirected",
          () -> {
            assertThat(round(rounds[0]++)).isZero();
            witnesses.put();
            return witnesses.areRedirected();
          });
      long others = redirected() - before;
      for (int i = 0; i < 100; i++) {
        assertThat(round(i)).isZero();
      }
      assertThat(redirected() - before).isEqualTo(others);
    }
  }
}
