package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.versions.HostRelease;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What clients with settings of their own experience at doors. */
@ExtendWith(SharedDoorCluster.class)
class DoorClientsIT {
  private static final int CONNECTIONS = 6;
  private static final int ROUNDS = 20;

  private EmbeddedCluster cluster;
  private PlacedTable placed;
  private final List<DoorClient> clients = new ArrayList<>();

  @BeforeEach
  void create(EmbeddedCluster shared) {
    cluster = shared;
  }

  private void create(
      DoorClient.Kind kind, Map<String, byte[]> attributes, int retries, PlacedTable.Change change)
      throws Exception {
    placed = PlacedTable.create(cluster, change);
    if (!attributes.isEmpty()) {
      HostRelease.needs26("attributes of connections");
    }
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.retries.number", retries);
    conf.setInt("hbase.client.pause", 20);
    for (int i = 0; i < CONNECTIONS; i++) {
      clients.add(kind.connect(conf, attributes));
    }
  }

  @AfterEach
  void close() throws Exception {
    for (DoorClient client : clients) {
      client.close();
    }
    placed.close();
  }

  private long redirected() {
    return DoorCluster.sum(cluster, DoorCounts::redirected);
  }

  /** A kind of request, for the number of a round. */
  private enum Work {
    PUT {
      @Override
      void send(DoorClient client, TableName name, int number) throws Exception {
        try (Table table = client.table(name)) {
          table.put(put("row" + number));
        }
      }
    },
    GET {
      @Override
      void send(DoorClient client, TableName name, int number) throws Exception {
        try (Table table = client.table(name)) {
          assertThat(table.get(new Get(bytes("row" + number)))).isNotNull();
        }
      }
    },
    BATCH {
      @Override
      void send(DoorClient client, TableName name, int number) throws Exception {
        try (Table table = client.table(name)) {
          List<Row> rows =
              List.of(put("batch" + number), put("Batch" + number), new Get(bytes("row0")));
          table.batch(rows, new Object[rows.size()]);
        }
      }
    },
    SCAN {
      @Override
      void send(DoorClient client, TableName name, int number) throws Exception {
        try (Table table = client.table(name)) {
          assertThat(TestTable.scan(table, new Scan().withStartRow(bytes("row")).setLimit(5)))
              .hasSizeLessThanOrEqualTo(5);
        }
      }
    },
    BUFFER {
      @Override
      void send(DoorClient client, TableName name, int number) throws Exception {
        client.buffer(name, List.of(put("buffer" + number), put("Buffer" + number)));
      }
    };

    abstract void send(DoorClient client, TableName name, int number) throws Exception;
  }

  /** Each connection sends every kind of request once; how many of these requests fail. */
  private int round(int number) throws Exception {
    int failed = 0;
    for (DoorClient client : clients) {
      // Else the first kind alone would be redirected.
      List<Work> inTurn = Arrays.asList(Work.values());
      Collections.rotate(inTurn, clients.indexOf(client));
      for (Work work : inTurn) {
        try {
          work.send(client, placed.table().name(), number);
        } catch (IOException failure) {
          failed++;
        }
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

  @ParameterizedTest
  @EnumSource
  void aClientThatTriesTwiceNoticesNothing(DoorClient.Kind kind) throws Exception {
    create(kind, Map.of(), 1, plan -> {});
    assertThat(roundsUntilRedirected(3)).isZero();
    long served = DoorCluster.sum(cluster, DoorCounts::served);
    for (int i = 0; i < ROUNDS; i++) {
      assertThat(round(i)).isZero();
    }
    assertThat(DoorCluster.sum(cluster, DoorCounts::served) - served)
        .as("requests that doors have served, of %d", ROUNDS * CONNECTIONS * Work.values().length)
        .isGreaterThan(ROUNDS * CONNECTIONS);
  }

  @ParameterizedTest
  @EnumSource
  void aClientThatTriesOnceLosesOneRequestForEachRedirect(DoorClient.Kind kind) throws Exception {
    create(kind, Map.of(), 0, plan -> {});
    long before = redirected();
    int failed = roundsUntilRedirected(3);
    assertThat(failed).isPositive();
    for (int i = 0; i < ROUNDS; i++) {
      failed += round(i);
    }
    assertThat(failed).isLessThanOrEqualTo((int) (redirected() - before));
  }

  @Tag("wide")
  @ParameterizedTest
  @EnumSource
  void aConnectionWithTheAttributeOffIsNeverRedirected(DoorClient.Kind kind) throws Exception {
    create(kind, Map.of("halite.doors", bytes("off")), 0, plan -> {});
    assertNeverRedirected();
  }

  @Test
  void aTableWhoseConfigurationSaysOffIsNeverRedirected() throws Exception {
    create(DoorClient.Kind.BLOCKING, Map.of(), 0, plan -> plan.value("halite.doors", "off"));
    assertNeverRedirected();
  }

  /** One clock has to set the times of its cells. */
  @Tag("wide")
  @Test
  void aTableWhoseRowsHaveManyPlacesIsNeverRedirected() throws Exception {
    create(DoorClient.Kind.BLOCKING, Map.of(), 0, plan -> plan.salted("key=row:*,salt=random % 4"));
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
            for (int i = 0; i < CONNECTIONS; i++) {
              witnesses.put();
            }
            return witnesses.areRedirected();
          });
      long others = redirected() - before;
      for (int i = 0; i < ROUNDS; i++) {
        assertThat(round(i)).isZero();
      }
      assertThat(redirected() - before).isEqualTo(others);
    }
  }
}
