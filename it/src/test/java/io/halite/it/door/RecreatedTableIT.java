package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static io.halite.it.door.RawRequests.action;
import static io.halite.it.door.RawRequests.part;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients that know doors of a table that is dropped and made again. */
@ExtendWith(SharedDoorCluster.class)
class RecreatedTableIT {
  private static final int CONNECTIONS = 4;

  private EmbeddedCluster cluster;
  private KnownDoors clients;
  private TableName name;
  private TestTable table;

  @BeforeEach
  void connect(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    clients = new KnownDoors(cluster, CONNECTIONS);
    TablePlan plan = TestTable.numbered("again").salted(TestTable.FOUR_BUCKETS);
    name = plan.name();
    table = plan.splitBuckets().splitGateways().create(cluster);
    for (int i = 0; i < 2; i++) {
      clients.await(100, this::work);
    }
  }

  @AfterEach
  void close() throws Exception {
    clients.close();
    table.close();
  }

  /** Each connection writes three rows, by one batch, and reads all. */
  private void work() throws Exception {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      List<Put> puts = puts("s" + i);
      try (Table client = clients.blocking().get(i).getTable(name)) {
        client.put(puts);
        puts.forEach(put -> rows.add(Bytes.toString(put.getRow())));
        assertThat(TestTable.scan(client, new Scan()))
            .isSorted()
            .doesNotHaveDuplicates()
            .containsAll(rows);
        assertThat(TestTable.scan(client, new Scan().setReversed(true)))
            .isSortedAccordingTo(Comparator.reverseOrder())
            .doesNotHaveDuplicates()
            .containsAll(rows);
      }
    }
    for (int i = 0; i < CONNECTIONS; i++) {
      List<Put> puts = puts("a" + i);
      clients.asynchronous().get(i).getTable(name).putAll(puts).get();
      puts.forEach(put -> rows.add(Bytes.toString(put.getRow())));
      assertThat(
              clients.asynchronous().get(i).getTable(name).scanAll(new Scan()).get().stream()
                  .map(result -> Bytes.toString(result.getRow()))
                  .toList())
          .isSorted()
          .doesNotHaveDuplicates()
          .containsAll(rows);
    }
  }

  private static List<Put> puts(String client) {
    return List.of(put("B" + client), put("b" + client), put("y" + client));
  }

  /** The gateway region of the keys from 60 on. */
  private byte[] gatewayRegion() throws Exception {
    return table.admin().getRegions(name).stream()
        .filter(region -> region.getStartKey().length == 1 && region.getStartKey()[0] == 0x60)
        .findFirst()
        .orElseThrow()
        .getRegionName();
  }

  /** What each server answers to a get by the name of a region that is no more. */
  private List<String> answers(byte[] region, String row) throws Exception {
    RawRequests requests = new RawRequests(cluster.connection());
    List<String> answers = new ArrayList<>();
    for (ServerName server : table.admin().getRegionServers()) {
      answers.addAll(requests.multi(server, part(region, action(new Get(bytes(row))))));
    }
    return answers;
  }

  @Test
  void clientsOfDoorsReadAndWriteATableMadeAgainWithOtherBordersOfRegions() throws Exception {
    byte[] old = gatewayRegion();
    TestTable.drop(table.admin(), name);
    TestTable.named(name)
        .salted(TestTable.FOUR_BUCKETS)
        .splitBuckets()
        .splits("C", "as2", "p")
        .create(cluster);
    for (int i = 0; i < 10; i++) {
      work();
    }
    // No region has this name, so only a guest can answer.
    Polling.until("a guest serves by the old name", () -> answers(old, "bs0").contains("bs0=bs0"));
    work();
  }

  @Test
  void clientsOfDoorsReadAndWriteATableMadeAgainWithoutSalt() throws Exception {
    byte[] old = gatewayRegion();
    TestTable.drop(table.admin(), name);
    TestTable.named(name).splits("C", "as2", "p").create(cluster);
    for (int i = 0; i < 10; i++) {
      work();
    }
    assertThat(answers(old, "bs0")).containsOnly("NotServingRegionException");
  }

  @Test
  void clientsOfDoorsReadAndWriteATableAfterItHasBeenDisabled() throws Exception {
    table.admin().disableTable(name);
    table.admin().enableTable(name);
    for (int i = 0; i < 10; i++) {
      work();
    }
    clients.await(100, this::work);
  }
}
