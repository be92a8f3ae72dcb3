package io.halite.it.plugin;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.index.IndexLookup;
import io.halite.client.index.IndexSweep;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RegionChurn;
import io.halite.it.cluster.RegionChurn.Step;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import io.halite.keys.IndexRange;
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
import org.apache.hadoop.hbase.client.Admin;
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
  private static ClientRoutes routes;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.startWithoutHdfs(2);
    routes = ClientRoutes.open(cluster.configuration());
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

  /** The clients with plug-ins read straight from the owners, and write through the gateways. */
  @ParameterizedTest
  @ValueSource(
      strings = {"hash(unit) % 4,index=byValue(f:q)", "hash(*) % 4,index=byValue(f:q) % 4"})
  void nothingIsLostBetweenRoutesOfAnIndexedTable(String salt) throws Exception {
    check(salt, SwitchedWriter.Kind.INDEXED);
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
      if (kind == SwitchedWriter.Kind.INDEXED) {
        IndexLookup lookup = IndexLookup.of(cluster.connection(), name, SwitchedWriter.INDEX);
        assertThat(found(lookup)).as("seed %d under %s", seed, salt).isEqualTo(expected);
        assertKeepsNoOther(lookup, name, expected);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** The rows of all entries of the index, which values that are gone have, too. */
  private static Map<String, String> found(IndexLookup lookup) throws Exception {
    byte[] none = new byte[0];
    IndexRange all = IndexRange.of(lookup.index(), none, new byte[] {'0'}, new byte[] {'9'});
    Map<String, String> rows = new TreeMap<>();
    for (Result row : lookup.find(all, new Scan(), Integer.MAX_VALUE)) {
      String before = rows.put(Bytes.toString(row.getRow()), Bytes.toString(row.getValue(F, Q)));
      assertThat(before).as("%s, found before", row).isNull();
    }
    return rows;
  }

  /** A sweep leaves the entries of the rows alone, once the store has dropped old values. */
  private static void assertKeepsNoOther(
      IndexLookup lookup, TableName name, Map<String, String> expected) throws Exception {
    IndexSweep sweep = lookup.sweep(IndexSweep.YOUNGEST);
    long later = System.currentTimeMillis() + 2 * IndexSweep.YOUNGEST.toMillis();
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.flush(name);
      admin.majorCompact(name);
    }
    Polling.until(
        "only entries of rows are left",
        () -> sweep.run(later, so -> {}).entries() == expected.size());
    assertThat(found(lookup)).isEqualTo(expected);
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
