package io.halite.it.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.TestTable;
import io.halite.it.process.ClusterPlan;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import io.halite.it.process.ServerProcess;
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
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * A gateway's server stands still for longer than its session, and goes on. Meanwhile clients have
 * repeated their writes elsewhere and have written the rows again. It fails until what {@code
 * docs/decisions/0038} proposes is built. Run by {@code mvn -Pfire verify -pl it -am
 * -Dit.test=StoppedGatewayFire}.
 */
class StoppedGatewayFire {
  private static final TableName NAME = TableName.valueOf("stopped");
  private static final Duration STOP = Duration.ofMinutes(4);
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int ROWS = 40;

  @Test
  void noOldWriteCoversALaterOne() throws Exception {
    ClusterPlan plan =
        ClusterPlan.of(3)
            .in(Path.of("target", "stopped"))
            .set("zookeeper.session.timeout", 10_000)
            .set(Role.MASTER, "hbase.balancer.period", 3_600_000);
    try (ProcessCluster cluster = ProcessCluster.start(plan);
        Connection writers = ConnectionFactory.createConnection(impatient(cluster))) {
      Admin admin = cluster.connection().getAdmin();
      TestTable.named(NAME)
          .families(Entry.FAMILY)
          .salted(TestTable.FOUR_BUCKETS)
          .splitBuckets()
          .create(admin.getConnection());
      place(cluster, admin);
      warmUp(writers);
      ServerProcess victim = cluster.regionServer(0);
      victim.pause(STOP);
      ExecutorService threads = Executors.newFixedThreadPool(ROWS);
      List<Future<?>> written = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        byte[] key = key(row);
        written.add(threads.submit(() -> writeTwice(writers, key)));
      }
      for (Future<?> both : written) {
        both.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      }
      threads.shutdown();
      victim.resume();
      victim.awaitEnd(PATIENCE);
      List<Integer> covered = new ArrayList<>();
      try (Table table = writers.getTable(NAME)) {
        for (int row = 0; row < ROWS; row++) {
          byte[] value = table.get(new Get(key(row))).getValue(Entry.FAMILY, Entry.A);
          if (Bytes.toLong(value) != 2) {
            covered.add(row);
          }
        }
      }
      assertThat(covered).as("rows whose second write was covered by the first").isEmpty();
    }
  }

  private static Configuration impatient(ProcessCluster cluster) {
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.rpc.timeout", 3_000);
    conf.setInt("hbase.client.operation.timeout", 120_000);
    conf.setInt("hbase.client.pause", 100);
    conf.setInt("hbase.client.retries.number", 100);
    return conf;
  }

  private static byte[] key(int row) {
    return Bytes.toBytes("row-%02d".formatted(row));
  }

  /** The gateway region, which is the last, to one server, and all owners to the others. */
  private static void place(ProcessCluster cluster, Admin admin) throws Exception {
    List<RegionInfo> regions = admin.getRegions(NAME);
    for (int i = 0; i < regions.size(); i++) {
      int server = i == regions.size() - 1 ? 0 : 1 + i % 2;
      admin.move(regions.get(i).getEncodedNameAsBytes(), cluster.serverName(server));
    }
  }

  private static void warmUp(Connection writers) throws Exception {
    try (Table table = writers.getTable(NAME)) {
      for (int row = 0; row < ROWS; row++) {
        table.put(put(key(row), 0));
      }
    }
  }

  private static Void writeTwice(Connection writers, byte[] key) throws Exception {
    try (Table table = writers.getTable(NAME)) {
      table.put(put(key, 1));
      table.put(put(key, 2));
    }
    return null;
  }

  private static Put put(byte[] key, long value) {
    return new Put(key).addColumn(Entry.FAMILY, Entry.A, Bytes.toBytes(value));
  }
}
