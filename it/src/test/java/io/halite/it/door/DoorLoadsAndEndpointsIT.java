package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.client.mapreduce.SaltedBulkLoad;
import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.mapreduce.LocalJobs;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Loads and endpoints reach the regions' own servers while guests serve the other requests. */
@ExtendWith(SharedDoorCluster.class)
@Timeout(240)
class DoorLoadsAndEndpointsIT {
  private static final int KEYS = 40;

  private final EmbeddedCluster cluster;

  DoorLoadsAndEndpointsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private TestTable create() throws Exception {
    return TestTable.numbered("histories")
        .salted("key=unit:3 ts:8:revtime,salt=hash(unit) % 4")
        .coprocessor(TestTable.LATEST_ENDPOINT)
        .splitBuckets()
        .splits("K1", "K2", "K3")
        .create(cluster);
  }

  private static byte[] row(int key, long time) {
    return Bytes.add(bytes("K%02d".formatted(key)), Bytes.toBytes(Long.MAX_VALUE - time));
  }

  private static String value(int key, long time) {
    return "%d at %d".formatted(key, time);
  }

  /** Files of natural keys with the history of each key at the times 1 and 2. */
  private org.apache.hadoop.fs.Path naturalFiles() throws Exception {
    FileSystem files = FileSystem.get(cluster.configuration());
    org.apache.hadoop.fs.Path directory = cluster.unusedPath();
    try (HFile.Writer writer =
        HFile.getWriterFactory(cluster.configuration(), CacheConfig.DISABLED)
            .withPath(files, new org.apache.hadoop.fs.Path(directory, "f/one"))
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      for (int key = 0; key < KEYS; key++) {
        for (long time = 2; time > 0; time--) {
          byte[] value = bytes(value(key, time));
          writer.append(new KeyValue(row(key, time), TestTable.F, TestTable.Q, 1, value));
        }
      }
    }
    return files.makeQualified(directory);
  }

  private static String load(LocalJobs jobs, String files, String table) throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    int status = jobs.run(new SaltedBulkLoad(out), files, table);
    return status == 0 ? "" : said.toString(StandardCharsets.UTF_8);
  }

  /** Sends requests of single rows until guests have served many of them. */
  private void untilGuestsServe(Callable<?> request) throws Exception {
    long before = DoorCluster.sum(cluster, DoorCounts::served);
    Polling.until(
        "guests serve the connection",
        () -> {
          for (int i = 0; i < 50; i++) {
            request.call();
          }
          return DoorCluster.sum(cluster, DoorCounts::served) > before + 100;
        });
  }

  @Test
  void bothAreRightWhileGuestsServeTheSameConnection(@TempDir Path directory) throws Exception {
    String files = naturalFiles().toString();
    try (TestTable placed = create();
        Connection connection = ConnectionFactory.createConnection(cluster.configuration());
        Table table = connection.getTable(placed.name());
        LatestClient latest = LatestClient.open(connection, placed.name())) {
      int[] key = new int[1];
      untilGuestsServe(() -> table.get(new Get(row(key[0]++ % KEYS, 1))));
      String name = placed.name().getNameAsString();
      assertThat(load(new LocalJobs(cluster, directory), files, name)).isEmpty();
      TreeMap<String, List<String>> expected = new TreeMap<>();
      for (int i = 0; i < KEYS; i++) {
        assertThat(Bytes.toString(table.get(new Get(row(i, 2))).value())).isEqualTo(value(i, 2));
        expected.put("K%02d".formatted(i), List.of(value(i, 2), value(i, 1)));
      }
      assertThat(newest(latest)).isEqualTo(expected);
      // The endpoint's calls have brought the connection back to the gateways, for 5 seconds.
      untilGuestsServe(() -> table.get(new Get(row(key[0]++ % KEYS, 1))));
      for (int i = 0; i < KEYS; i++) {
        byte[] value = bytes(value(i, 3));
        table.put(new Put(row(i, 3)).addColumn(TestTable.F, TestTable.Q, value));
        expected.put("K%02d".formatted(i), List.of(value(i, 3), value(i, 2)));
      }
      assertThat(newest(latest)).isEqualTo(expected);
      untilGuestsServe(() -> table.get(new Get(row(key[0]++ % KEYS, 1))));
      assertThat(scanned(table, "2")).isEqualTo(expected);
      TreeMap<String, List<String>> stepped = new TreeMap<>();
      for (int i = 0; i < KEYS; i++) {
        stepped.put("K%02d".formatted(i), List.of(value(i, 3), value(i, 1)));
      }
      assertThat(scanned(table, "2 each 2ms")).isEqualTo(stepped);
      assertThat(answers(latest, LatestQuery.newest(2).each(Duration.ofMillis(2))))
          .isEqualTo(stepped);
      assertThat(scanned(table, "at 3 1")).isEqualTo(stepped);
      assertThat(answers(latest, LatestQuery.at(3, 1))).isEqualTo(stepped);
      assertThat(answers(latest, LatestQuery.firstAfter(2)).get("K00"))
          .containsExactly(value(0, 3));
    }
  }

  private static TreeMap<String, List<String>> scanned(Table table, String latest)
      throws Exception {
    TreeMap<String, List<String>> rows = new TreeMap<>();
    try (ResultScanner results =
        table.getScanner(new Scan().setAttribute("halite.latest", bytes(latest)))) {
      for (Result row = results.next(); row != null; row = results.next()) {
        rows.computeIfAbsent(Bytes.toString(row.getRow(), 0, 3), key -> new ArrayList<>())
            .add(Bytes.toString(row.value()));
      }
    }
    return rows;
  }

  private static TreeMap<String, List<String>> newest(LatestClient latest) throws Exception {
    return answers(latest, LatestQuery.newest(2).ofAllKeys());
  }

  private static TreeMap<String, List<String>> answers(LatestClient latest, LatestQuery query)
      throws Exception {
    TreeMap<String, List<String>> newest = new TreeMap<>();
    try (LatestAnswers answers = latest.ask(query)) {
      for (KeyAnswer answer : answers) {
        List<String> values = new ArrayList<>();
        answer.rows().forEach(row -> values.add(Bytes.toString(row.result().value())));
        newest.put(Bytes.toString(answer.key()), values);
      }
    }
    return newest;
  }
}
