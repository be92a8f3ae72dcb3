package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Impatient clients that open a connection for each of their tasks. */
@ExtendWith(SharedDoorCluster.class)
@Timeout(240)
class ShortConnectionsFire {
  private static final int TASKS = 200;
  private static final int AT_ONCE = 8;

  /** Those of {@code 40} on and of {@code 60} on. */
  private static final int GATEWAYS_OF_A_TASK = 2;

  private final EmbeddedCluster cluster;

  ShortConnectionsFire(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private Configuration impatient() {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 4);
    conf.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, 3_000);
    conf.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 6_000);
    return conf;
  }

  private static Void task(Configuration conf, TableName name, int number) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Table table = connection.getTable(name)) {
      String value = "v" + number;
      table.put(put("n" + number, value));
      table.put(List.of(put("b" + number, value), put("B" + number, value)));
      for (String first : List.of("n", "b", "B")) {
        assertThat(RawRequests.text(table.get(new Get(bytes(first + number)))))
            .isEqualTo(first + number + "=" + value);
      }
    }
    return null;
  }

  /** Why tasks failed; empty if none did. */
  private List<Throwable> failures(TableName name) throws Exception {
    Configuration conf = impatient();
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    List<Throwable> failures = new ArrayList<>();
    try {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int i = 0; i < TASKS; i++) {
        int number = i;
        tasks.add(() -> task(conf, name, number));
      }
      for (Future<Void> each : threads.invokeAll(tasks)) {
        try {
          each.get();
        } catch (ExecutionException e) {
          failures.add(e.getCause());
        }
      }
    } finally {
      threads.shutdownNow();
    }
    return failures;
  }

  @Test
  void eachTaskSucceedsAndIsRedirectedOnceForEachRegionAtMost() throws Exception {
    try (PlacedTable placed = PlacedTable.create(cluster);
        TestTable plain = TestTable.numbered("plain").splitGateways().create(cluster);
        PlacedClients witnesses = new PlacedClients(cluster, placed)) {
      Polling.until(
          "doors are at work",
          () -> {
            witnesses.put();
            return witnesses.areRedirected();
          });
      assertThat(failures(plain.name())).as("on a plain table").isEmpty();
      long redirected = DoorCluster.sum(cluster, DoorCounts::redirected);
      assertThat(failures(placed.table().name())).as("at doors").isEmpty();
      long redirects = DoorCluster.sum(cluster, DoorCounts::redirected) - redirected;
      System.out.printf("doors: %d tasks, %d redirects%n", TASKS, redirects);
      assertThat(redirects).isBetween((long) TASKS / 4, (long) TASKS * GATEWAYS_OF_A_TASK);
    }
  }
}
