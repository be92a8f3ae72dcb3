package io.halite.it.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.TestTable;
import io.halite.it.process.ClusterPlan;
import io.halite.it.process.MetricsPage;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import io.halite.it.process.ServerProcess;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A server by which clients write stands still, and goes on. Meanwhile clients have repeated their
 * writes elsewhere and have written the rows again ({@code docs/decisions/0038}). Run by {@code mvn
 * -Pfire verify -pl it -am -Dit.test=StoppedGatewayFire}.
 */
class StoppedGatewayFire {
  private static final TableName NAME = TableName.valueOf("stopped");
  private static final Salt SALT = SaltingSpec.parse(TestTable.FOUR_BUCKETS).salt();
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int SESSION_SECONDS = 10;
  private static final int ROWS = 60;
  private static final int CONNECTIONS = 12;
  private static final byte[] B = Bytes.toBytes("b");

  /** Rows whose owner is not on the server that stops. */
  private static final List<byte[]> KEYS =
      IntStream.range(0, 10 * ROWS)
          .mapToObj(i -> Bytes.toBytes("row-%03d".formatted(i)))
          .filter(key -> SALT.salt(key)[0] % 3 != 0)
          .limit(ROWS)
          .toList();

  /** How requests reach owners by the server that stops. */
  private enum Way {
    /** It holds the gateway region, and its session ends. */
    GATEWAY,
    /** So it does, and forwards may share an RPC. */
    SHARED,
    /** It is a door of the gateway region, and its session ends. */
    DOOR,
    /** It is a door, and goes on as soon as its clients have given it up, in its session. */
    DOOR_IN_SESSION;

    ClusterPlan plan() {
      ClusterPlan plan =
          ClusterPlan.of(3)
              .in(Path.of("target", "stopped", name()))
              .set(
                  "zookeeper.session.timeout",
                  this == DOOR_IN_SESSION ? 90_000 : 1_000 * SESSION_SECONDS)
              .set(Role.MASTER, "hbase.balancer.period", 3_600_000);
      return switch (this) {
        case GATEWAY -> plan;
        case SHARED -> plan.set(Role.REGIONSERVER, "halite.forward.sharing", "on");
        case DOOR, DOOR_IN_SESSION ->
            plan.set(
                    Role.REGIONSERVER,
                    "hbase.rpc.server.impl",
                    "io.halite.coprocessor.door.DoorRpcServer")
                .set(Role.REGIONSERVER, "halite.doors", "all");
      };
    }

    /** The gateway region of the rows is the last. A door needs any region of the table. */
    void place(ProcessCluster cluster, List<RegionInfo> regions) throws IOException {
      for (int i = 0; i < regions.size(); i++) {
        boolean isOnVictim = isByDoors() ? i == 0 : i == regions.size() - 1;
        cluster.move(regions.get(i), isOnVictim ? 0 : 1 + i % 2);
      }
    }

    boolean isByDoors() {
      return this == DOOR || this == DOOR_IN_SESSION;
    }
  }

  /** How a row is written. */
  private enum Kind {
    PUT,
    BATCH,
    MUTATE_ROW,
    CHECK;

    static Kind of(int row) {
      return values()[row % values().length];
    }
  }

  @ParameterizedTest
  @EnumSource
  void noOldWriteCoversALaterOne(Way way) throws Exception {
    List<Connection> writers = new ArrayList<>();
    try (ProcessCluster cluster = ProcessCluster.start(way.plan())) {
      Admin admin = cluster.connection().getAdmin();
      TestTable.named(NAME)
          .families(Entry.FAMILY)
          .salted(TestTable.FOUR_BUCKETS)
          .splitBuckets()
          .create(admin.getConnection());
      way.place(cluster, admin.getRegions(NAME));
      for (int i = 0; i < CONNECTIONS; i++) {
        writers.add(ConnectionFactory.createConnection(impatient(cluster)));
      }
      writeAll(writers, 0);
      if (way.isByDoors()) {
        awaitGuests(cluster, writers);
      }
      ServerProcess victim = cluster.regionServer(0);
      victim.pause(Duration.ofMinutes(4));
      ExecutorService threads = Executors.newFixedThreadPool(ROWS);
      List<Future<?>> written = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        int number = row;
        Connection writer = writers.get(row % CONNECTIONS);
        written.add(threads.submit(() -> writeTwice(writer, number)));
      }
      TimeUnit.SECONDS.sleep(2);
      long waited = written.stream().filter(both -> !both.isDone()).count();
      if (way != Way.DOOR_IN_SESSION) {
        TimeUnit.SECONDS.sleep(2 * SESSION_SECONDS);
      }
      for (Future<?> both : written) {
        both.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      }
      threads.shutdown();
      victim.resume();
      if (way == Way.DOOR_IN_SESSION) {
        TimeUnit.SECONDS.sleep(10);
      } else {
        victim.awaitEnd(PATIENCE);
      }
      assertThat(waited).as("rows that waited for the stopped server").isGreaterThan(ROWS / 10);
      assertThat(covered(writers.get(0))).as("rows with the first of two values").isEmpty();
    } finally {
      for (Connection writer : writers) {
        writer.close();
      }
    }
  }

  /** Writes until the server that is to be stopped serves some of the writers as a guest. */
  private static void awaitGuests(ProcessCluster cluster, List<Connection> writers)
      throws Exception {
    long before = guests(cluster);
    for (int second = 0; second < PATIENCE.toSeconds(); second++) {
      writeAll(writers, 0);
      if (guests(cluster) - before >= 2 * ROWS) {
        return;
      }
      TimeUnit.SECONDS.sleep(1);
    }
    throw new IllegalStateException("server 0 is the door of no writer");
  }

  private static long guests(ProcessCluster cluster) throws Exception {
    return MetricsPage.read(cluster.pages(0), MetricsPage.HALITE)
        .getOrDefault("DoorGuestRequests", 0L);
  }

  private static List<String> covered(Connection reader) throws IOException {
    List<String> covered = new ArrayList<>();
    try (Table table = reader.getTable(NAME)) {
      for (int row = 0; row < ROWS; row++) {
        long value = Bytes.toLong(table.get(new Get(key(row))).getValue(Entry.FAMILY, Entry.A));
        if (value != 2) {
          covered.add(Kind.of(row) + " " + row + "=" + value);
        }
      }
    }
    return covered;
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
    return KEYS.get(row);
  }

  private static void writeAll(List<Connection> writers, long value) throws Exception {
    for (int row = 0; row < ROWS; row++) {
      write(writers.get(row % CONNECTIONS), row, value);
    }
  }

  private static Void writeTwice(Connection writer, int row) throws Exception {
    write(writer, row, 1);
    write(writer, row, 2);
    return null;
  }

  private static void write(Connection writer, int row, long value) throws Exception {
    Put put =
        new Put(key(row))
            .addColumn(Entry.FAMILY, Entry.A, Bytes.toBytes(value))
            .addColumn(Entry.FAMILY, B, B);
    try (Table table = writer.getTable(NAME)) {
      switch (value == 0 ? Kind.PUT : Kind.of(row)) {
        case PUT -> table.put(put);
        case BATCH -> table.batch(List.of(put, new Put(put)), new Object[2]);
        case MUTATE_ROW -> table.mutateRow(RowMutations.of(List.of(put)));
        case CHECK ->
            assertThat(
                    table
                        .checkAndMutate(
                            CheckAndMutate.newBuilder(key(row))
                                .ifEquals(Entry.FAMILY, B, B)
                                .build(put))
                        .isSuccess())
                .isTrue();
      }
    }
  }
}
