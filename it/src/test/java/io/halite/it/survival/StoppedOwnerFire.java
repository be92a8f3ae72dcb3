package io.halite.it.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.TestTable;
import io.halite.it.process.ClusterPlan;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import io.halite.it.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * The server of all owners stands still for longer than gateways wait, and goes on in its session:
 * it finds several forwards of one write in its sockets. Meanwhile clients repeat their writes, and
 * then write the rows again ({@code docs/decisions/0038}). {@link UnevenQueues} stands for a server
 * that has much to do when it goes on. Run by {@code mvn -Pfire verify -pl it -am
 * -Dit.test=StoppedOwnerFire}.
 */
class StoppedOwnerFire {
  private static final TableName NAME = TableName.valueOf("stopped");
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int ROWS = 60;
  private static final int ROUNDS = 3;

  /** A gateway waits for 8 s. */
  private static final int STOP_SECONDS = 20;

  @Test
  void noForwardThatItsGatewayGaveUpCoversALaterWrite() throws Exception {
    ClusterPlan plan =
        ClusterPlan.of(3)
            .in(Path.of("target", "stopped-owner"))
            .beside(Path.of("target", "test-classes"))
            .set("zookeeper.session.timeout", 90_000)
            .set(Role.MASTER, "hbase.balancer.period", 3_600_000);
    try (ProcessCluster cluster = ProcessCluster.start(plan)) {
      Admin admin = cluster.connection().getAdmin();
      TestTable.named(NAME)
          .families(Entry.FAMILY)
          .salted(TestTable.FOUR_BUCKETS)
          .attribute("|io.halite.it.survival.UnevenQueues|1000|")
          .splitBuckets()
          .create(admin.getConnection());
      // The last region is the gateway of all rows, and the owner of some.
      List<RegionInfo> regions = admin.getRegions(NAME);
      for (int i = 0; i < regions.size(); i++) {
        cluster.move(regions.get(i), i == regions.size() - 1 ? 1 : 0);
      }
      List<String> covered = new ArrayList<>();
      try (Connection writer = ConnectionFactory.createConnection(patient(cluster))) {
        for (int round = 0; round < ROUNDS; round++) {
          long waited = writeAroundAStop(cluster.regionServer(0), writer, 2L * round);
          assertThat(waited).as("rows that waited for their owners").isGreaterThan(ROWS / 2);
          covered.addAll(covered(writer, 2L * round + 2));
        }
      }
      assertThat(covered).as("rows with the first of two values").isEmpty();
    }
  }

  /** Writes each row twice, and returns how many of them waited until the server went on. */
  private static long writeAroundAStop(ServerProcess victim, Connection writer, long version)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(ROWS);
    try {
      for (int row = 0; row < ROWS; row++) {
        write(writer, row, version);
      }
      victim.pause(PATIENCE);
      List<Future<?>> written = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        int number = row;
        written.add(
            threads.submit(
                () -> {
                  write(writer, number, version + 1);
                  write(writer, number, version + 2);
                  return null;
                }));
      }
      TimeUnit.SECONDS.sleep(STOP_SECONDS);
      long waited = written.stream().filter(both -> !both.isDone()).count();
      victim.resume();
      for (Future<?> both : written) {
        both.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      }
      return waited;
    } finally {
      threads.shutdownNow();
    }
  }

  /** It waits a minute for each answer, as by default, and repeats what fails. */
  private static Configuration patient(ProcessCluster cluster) {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.pause", 100);
    conf.setInt("hbase.client.retries.number", 100);
    return conf;
  }

  private static List<String> covered(Connection reader, long version) throws IOException {
    List<String> covered = new ArrayList<>();
    try (Table table = reader.getTable(NAME)) {
      for (int row = 0; row < ROWS; row++) {
        long value = Bytes.toLong(table.get(new Get(key(row))).getValue(Entry.FAMILY, Entry.A));
        if (value != version) {
          covered.add("row " + row + " has " + value + " after " + version);
        }
      }
    }
    return covered;
  }

  private static byte[] key(int row) {
    return Bytes.toBytes("row-%03d".formatted(row));
  }

  private static void write(Connection writer, int row, long value) throws Exception {
    Put put = new Put(key(row)).addColumn(Entry.FAMILY, Entry.A, Bytes.toBytes(value));
    try (Table table = writer.getTable(NAME)) {
      switch (row % 3) {
        case 0 -> table.put(put);
        case 1 -> table.batch(List.of(put, new Put(put)), new Object[2]);
        default -> table.mutateRow(RowMutations.of(List.of(put)));
      }
    }
  }
}
