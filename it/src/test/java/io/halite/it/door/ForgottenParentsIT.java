package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.plugin.AsyncAsTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Clients of both kinds that know a gateway region and a region of its door, which have been split
 * since and are not in {@code hbase:meta} any more.
 */
@ExtendWith(SharedDoorCluster.class)
@Timeout(180)
class ForgottenParentsIT {
  private static final int CONNECTIONS = 3;
  private static final byte[] COUNT = bytes("count");

  /** On both sides of both keys at which the regions are split. */
  private static final List<String> ROWS = List.of("Anna", "Zoe", "anna", "zoe");

  private final EmbeddedCluster cluster;
  private PlacedTable placed;
  private TableName name;
  private KnownDoors clients;

  ForgottenParentsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster);
    name = placed.table().name();
    clients = new KnownDoors(cluster, CONNECTIONS);
  }

  @AfterEach
  void drop() throws Exception {
    clients.close();
    placed.close();
  }

  /** A table of each connection. */
  private List<Table> tables() throws Exception {
    List<Table> tables = new ArrayList<>();
    for (Connection connection : clients.blocking()) {
      tables.add(connection.getTable(name));
    }
    for (AsyncConnection connection : clients.asynchronous()) {
      tables.add(new AsyncAsTable(connection.getTable(name)));
    }
    return tables;
  }

  private void increment() throws Exception {
    for (Table table : tables()) {
      for (String row : ROWS) {
        table.increment(new Increment(bytes(row)).addColumn(PlacedTable.F, COUNT, 1));
      }
    }
  }

  private List<Long> counts() throws Exception {
    List<Long> counts = new ArrayList<>();
    try (Table table = placed.table().table()) {
      for (String row : ROWS) {
        counts.add(Bytes.toLong(table.get(new Get(bytes(row))).getValue(PlacedTable.F, COUNT)));
      }
    }
    return counts;
  }

  /** The region that each connection takes this row to be in. */
  private List<RegionInfo> known(String row) throws Exception {
    List<RegionInfo> known = new ArrayList<>();
    for (Connection connection : clients.blocking()) {
      known.add(connection.getRegionLocator(name).getRegionLocation(bytes(row)).getRegion());
    }
    for (AsyncConnection connection : clients.asynchronous()) {
      known.add(connection.getRegionLocator(name).getRegionLocation(bytes(row)).get().getRegion());
    }
    return known;
  }

  private void assertEachRowIsReadOnce() throws Exception {
    for (Table table : tables()) {
      assertThat(TestTable.scan(table, new Scan())).isEqualTo(ROWS);
      assertThat(TestTable.scan(table, new Scan().setReversed(true)))
          .containsExactly("zoe", "anna", "Zoe", "Anna");
    }
  }

  @Test
  void theyLoseNothingAndDoNothingTwice() throws Exception {
    RegionInfo gateway = placed.region(0x60);
    RegionInfo ofDoor = placed.region(0x40);
    clients.await(100, this::increment);
    placed.splitAndForget();
    List<Long> before = counts();
    assertThat(known("zoe")).containsOnly(gateway);
    assertThat(known("Zoe")).containsOnly(ofDoor);
    assertEachRowIsReadOnce();
    increment();
    long each = 2L * CONNECTIONS;
    assertThat(counts()).isEqualTo(before.stream().map(count -> count + each).toList());
    for (Connection connection : clients.blocking()) {
      connection.clearRegionLocationCache();
    }
    for (AsyncConnection connection : clients.asynchronous()) {
      connection.clearRegionLocationCache();
    }
    increment();
    assertThat(counts()).isEqualTo(before.stream().map(count -> count + 2 * each).toList());
    assertThat(known("zoe")).doesNotContain(gateway);
    assertEachRowIsReadOnce();
  }
}
