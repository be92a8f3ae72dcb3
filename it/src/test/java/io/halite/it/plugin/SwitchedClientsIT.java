package io.halite.it.plugin;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RegionChurn;
import io.halite.it.cluster.RegionChurn.Step;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An application that gets the plug-in, or loses it, while it writes: its requests go by one route
 * and then by another, and regions move. Nothing is lost, doubled or read before its time.
 */
@Tag("wide")
@Timeout(300)
class SwitchedClientsIT {
  private static final int WRITERS = 4;
  private static final Duration LOAD = Duration.ofSeconds(2);
  private static EmbeddedCluster cluster;
  private static FourRoutes routes;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.startWithoutHdfs(2);
    routes = FourRoutes.open(cluster.configuration());
  }

  @AfterAll
  static void stop() throws Exception {
    try {
      routes.close();
    } finally {
      cluster.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hash(unit) % 4",
        "hash(*) % 16",
        "reverse(unit)",
        "md5(unit)[0:4]",
        "hash(*) % 5 letters-"
      })
  void nothingIsLostBetweenRoutes(String salt) throws Exception {
    check(salt, SwitchedWriter.Kind.ALL);
  }

  /** No conditional writes and no counters there. */
  @ParameterizedTest
  @ValueSource(strings = {"random % 4", "random-suffix % 10"})
  void nothingIsLostBetweenRoutesUnderRandomSalts(String salt) throws Exception {
    check(salt, SwitchedWriter.Kind.PUTS);
  }

  private static void check(String salt, SwitchedWriter.Kind kind) throws Exception {
    String spec = "key=unit:3 rest:3,salt=" + salt;
    TableName name = TableName.valueOf("switched-" + Integer.toHexString(salt.hashCode()));
    List<byte[]> splits = new ArrayList<>(SaltingSpec.parse(spec).salt().splitPoints());
    TestTable.named(name).salted(spec).families(F).splits(splits).create(cluster);
    long seed = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try (RegionChurn churn =
        RegionChurn.of(name)
            .steps(Step.MOVE)
            .rest(Duration.ofMillis(700))
            .start(cluster.configuration(), Duration.ofMinutes(2))) {
      List<Table> tables = routes.tables(name);
      List<SwitchedWriter> writers = new ArrayList<>();
      List<Future<?>> ends = new ArrayList<>();
      for (int number = 0; number < WRITERS; number++) {
        SwitchedWriter writer = new SwitchedWriter(number, kind, routes, tables, seed);
        writers.add(writer);
        ends.add(threads.submit(() -> writer.writeUntil(System.nanoTime() + LOAD.toNanos())));
      }
      for (Future<?> end : ends) {
        end.get(2, TimeUnit.MINUTES);
      }
      churn.close();
      assertThat(churn.done(Step.MOVE)).as("moves").isPositive();
      Map<String, String> expected = new TreeMap<>();
      for (SwitchedWriter writer : writers) {
        writer.addTo(expected);
      }
      for (Table route : tables) {
        assertThat(read(route)).as("seed %d under %s", seed, salt).isEqualTo(expected);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Map<String, String> read(Table table) throws Exception {
    Map<String, String> rows = new TreeMap<>();
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row : scanner) {
        String key = Bytes.toString(row.getRow());
        byte[] value = row.getValue(F, Q);
        rows.put(
            key,
            key.startsWith(SwitchedWriter.COUNTER)
                ? Long.toString(Bytes.toLong(value))
                : Bytes.toString(value));
      }
    }
    return rows;
  }
}
