package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scans in both directions of clients that know doors, while the table's regions change. */
@ExtendWith(SharedDoorCluster.class)
@Timeout(240)
class StaleScansFire {
  private static final int CONNECTIONS = 3;

  /**
   * How many rows each scan has returned when the regions change. The last row is, in either
   * direction, in the gateway region of {@code 40} on, or in that of {@code 60} on, before or
   * behind the key at which a test splits it.
   */
  private static final List<Integer> READ = List.of(10, 80, 110, 130);

  private final List<String> rows = new ArrayList<>();
  private final EmbeddedCluster cluster;
  private PlacedTable placed;
  private KnownDoors clients;

  StaleScansFire(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private enum Change {
    GATEWAY_REGION_SPLITS {
      @Override
      void make(PlacedTable placed, Admin admin) throws Exception {
        admin.splitRegionAsync(placed.name(0x60), bytes("n")).get();
      }
    },
    REGION_OF_THE_DOOR_SPLITS {
      @Override
      void make(PlacedTable placed, Admin admin) throws Exception {
        admin.splitRegionAsync(placed.name(0x40), bytes("N")).get();
      }
    },
    BOTH_SPLIT_AND_META_FORGETS_THEM {
      @Override
      void make(PlacedTable placed, Admin admin) throws Exception {
        placed.splitAndForget();
      }
    },
    REGIONS_OF_GATEWAY_AND_DOOR_MERGE {
      @Override
      void make(PlacedTable placed, Admin admin) throws Exception {
        byte[][] both = {placed.name(0x40), placed.name(0x60)};
        admin.mergeRegionsAsync(both, false).get();
      }
    },
    GATEWAY_REGION_MOVES {
      @Override
      void make(PlacedTable placed, Admin admin) throws Exception {
        placed.move(0x60, placed.servers().get(2));
      }
    },
    REGION_OF_THE_DOOR_MOVES {
      @Override
      void make(PlacedTable placed, Admin admin) throws Exception {
        placed.move(0x40, placed.servers().get(2));
      }
    };

    abstract void make(PlacedTable placed, Admin admin) throws Exception;
  }

  private void redirectClients(String spec) throws Exception {
    placed = PlacedTable.create(cluster, plan -> plan.salted(spec));
    for (char first : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".toCharArray()) {
      rows.addAll(List.of(first + "0", first + "1", first + "2"));
    }
    placed.table().put(rows);
    clients = new KnownDoors(cluster, CONNECTIONS);
    clients.await(200, this::assertAllRowsAreRead);
  }

  @AfterEach
  void close() throws Exception {
    clients.close();
    placed.close();
  }

  /** A scan that has returned some of its rows, and those that it has to return. */
  private record Started(ResultScanner scanner, List<String> read, List<String> expected) {
    Started read(int count) throws IOException {
      for (Result result : scanner.next(count)) {
        read.add(Bytes.toString(result.getRow()));
      }
      return this;
    }

    void readOn() throws IOException {
      for (Result result : scanner) {
        read.add(Bytes.toString(result.getRow()));
      }
      assertThat(read).isEqualTo(expected);
    }
  }

  private List<String> rows(boolean reversed) {
    List<String> ordered = new ArrayList<>(rows);
    if (reversed) {
      Collections.reverse(ordered);
    }
    return ordered;
  }

  /** A scan of each client and direction. */
  private List<Started> start() throws IOException {
    List<Started> scans = new ArrayList<>();
    for (boolean reversed : new boolean[] {false, true}) {
      Scan scan = new Scan().setReversed(reversed).setCaching(4).setCacheBlocks(false);
      for (int i = 0; i < CONNECTIONS; i++) {
        Table table = clients.blocking().get(i).getTable(placed.table().name());
        AsyncTable<?> asyncTable = clients.asynchronous().get(i).getTable(placed.table().name());
        for (ResultScanner scanner :
            List.of(table.getScanner(new Scan(scan)), asyncTable.getScanner(new Scan(scan)))) {
          scans.add(new Started(scanner, new ArrayList<>(), rows(reversed)));
        }
      }
    }
    return scans;
  }

  private void assertAllRowsAreRead() throws IOException {
    for (Started scan : start()) {
      scan.readOn();
      scan.scanner().close();
    }
  }

  private long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  /** A guest reads these rows by a name that the region had before the change. */
  private void awaitGuest(byte[] region, List<String> expected) throws Exception {
    RawRequests requests = new RawRequests(cluster.connection());
    Polling.until(
        "a guest serves by a name from before the change",
        () -> {
          for (ServerName server : placed.servers()) {
            long before = served();
            try {
              List<String> read = requests.read(server, region, new Scan());
              assertThat(read).isEqualTo(expected);
              if (served() > before) {
                return true;
              }
            } catch (NotServingRegionException notByThisServer) {
              assertThat(served()).isEqualTo(before);
            }
          }
          return false;
        });
  }

  @ParameterizedTest
  @EnumSource
  void eachRowIsReadOnceByScansBegunBeforeAndAfter(Change change) throws Exception {
    redirectClients(TestTable.FOUR_BUCKETS);
    readWhile(change);
  }

  @ParameterizedTest
  @EnumSource
  void eachRowOfAnIndexedTableIsReadOnceByScansBegunBeforeAndAfter(Change change) throws Exception {
    redirectClients("key=row:*,salt=hash(row) % 4,index=byValue(f:q)");
    readWhile(change);
  }

  private void readWhile(Change change) throws Exception {
    List<Started> scans = new ArrayList<>();
    for (int count : READ) {
      for (Started scan : start()) {
        scans.add(scan.read(count));
      }
    }
    byte[] ofDoor = placed.name(0x40);
    byte[] ofGateway = placed.name(0x60);
    change.make(placed, placed.table().admin());
    long served = served();
    for (Started scan : scans) {
      scan.readOn();
      scan.scanner().close();
    }
    assertThat(served()).as("guests serve after the change").isGreaterThan(served);
    assertAllRowsAreRead();
    awaitGuest(ofDoor, rows.subList(0, 78));
    awaitGuest(ofGateway, rows.subList(78, 156));
    assertThat(TestTable.scan(placed.table().table(), new Scan())).isEqualTo(rows);
  }
}
