package io.halite.it.fire;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestProgress;
import io.halite.client.latest.LatestQuery;
import io.halite.it.cluster.TestTable;
import io.halite.it.process.ClusterPlan;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import io.halite.keys.KeyRange;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.ColumnType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Newest rows of very many keys, and of very long histories, on a cluster of processes: what the
 * regions read, and that neither client nor server holds more than pages.
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am -Dit.test=LatestScaleFire}; {@code
 * -Dhalite.fire.keys=1000000 -Dhalite.fire.history=20} is one table, {@code
 * -Dhalite.fire.long.keys=10000 -Dhalite.fire.long.history=10000} the other.
 */
class LatestScaleFire {
  private static final int REGIONS = 16;
  private static final Shape WIDE =
      new Shape(
          "wide",
          Integer.getInteger("halite.fire.keys", 1_000_000),
          Integer.getInteger("halite.fire.history", 20));
  private static final Shape LONG =
      new Shape(
          "long",
          Integer.getInteger("halite.fire.long.keys", 10_000),
          Integer.getInteger("halite.fire.long.history", 10_000));

  @TempDir static Path directory;
  private static ProcessCluster cluster;

  /** A table of {@code keys} keys with {@code history} rows each, of times 0 and up. */
  record Shape(String name, int keys, int history) {
    TableName table() {
      return TableName.valueOf(name);
    }

    int rows(int limit) {
      return keys * Math.min(limit, history);
    }
  }

  @BeforeAll
  static void start() throws Exception {
    cluster =
        ProcessCluster.start(
            ClusterPlan.of(3).in(Path.of("target", "latest-scale")).heap(Role.REGIONSERVER, 1024));
    for (Shape shape : List.of(WIDE, LONG)) {
      create(shape);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static void create(Shape shape) throws Exception {
    long began = System.nanoTime();
    List<byte[]> splits = new ArrayList<>();
    for (int region = 1; region < REGIONS; region++) {
      splits.add(HistoryFiles.key((int) ((long) shape.keys() * region / REGIONS)));
    }
    TestTable.named(shape.table())
        .families(
            List.of(
                ColumnFamilyDescriptorBuilder.newBuilder(HistoryFiles.F)
                    .setDataBlockEncoding(DataBlockEncoding.ROW_INDEX_V1)
                    .build()))
        .attribute("|" + TestTable.LATEST_ENDPOINT + "||key=unit:8:digits ts:8:revtime,salt=none")
        .splits(splits)
        .create(cluster.connection());
    Configuration conf = new Configuration(cluster.configuration());
    Path files = Files.createDirectories(directory.resolve(shape.name()));
    HistoryFiles.write(conf, files, shape.keys(), shape.history(), REGIONS);
    BulkLoadHFiles.create(conf)
        .bulkLoad(shape.table(), new org.apache.hadoop.fs.Path(files.toUri()));
    System.out.printf(
        "latest scale: %s has %,d rows after %d s%n",
        shape, (long) shape.keys() * shape.history(), (System.nanoTime() - began) / 1_000_000_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 100})
  void regionsReadTheRowsOfTheAnswerAndAtMostOneMoreForEachKey(int limit) throws Exception {
    for (Shape shape : List.of(WIDE, LONG)) {
      int range = shape.keys() / 4;
      List<byte[]> named = new ArrayList<>();
      int names = Math.min(10_000, shape.keys());
      for (int i = 0; i < names; i++) {
        named.add(HistoryFiles.key((int) ((long) i * shape.keys() / names)));
      }
      LatestQuery newest = LatestQuery.newest(limit).timeout(Duration.ofMinutes(10));
      check(shape, newest, shape.keys(), limit);
      check(
          shape,
          newest.ofRange(
              KeyRange.of(HistoryFiles.key(range), HistoryFiles.key(range + shape.keys() / 10))),
          shape.keys() / 10,
          limit);
      check(shape, newest.ofKeys(named), named.size(), limit);
      check(shape, newest.where("ts < " + (shape.history() - 2)), shape.keys(), limit);
      check(
          shape,
          newest.aggregate(Column.of(HistoryFiles.F, HistoryFiles.Q), ColumnType.LONG),
          shape.keys(),
          limit);
    }
  }

  private static void check(Shape shape, LatestQuery query, int keys, int limit) throws Exception {
    long began = System.nanoTime();
    int answered = 0;
    long rows = 0;
    LatestProgress progress;
    try (LatestClient client = LatestClient.open(cluster.connection(), shape.table());
        LatestAnswers answers = client.ask(query)) {
      for (KeyAnswer answer : answers) {
        answered++;
        rows += answer.aggregate().map(a -> (long) a.count()).orElse((long) answer.rows().size());
      }
      progress = answers.progress();
    }
    System.out.printf(
        "latest scale: %s %s: %,d keys, %,d rows returned, %s, %d pages, %d ms%n",
        shape.name(),
        query.toString().substring(0, Math.min(120, query.toString().length())),
        answered,
        rows,
        progress.work(),
        progress.pages(),
        (System.nanoTime() - began) / 1_000_000);
    assertThat(answered).isEqualTo(keys);
    assertThat(rows)
        .isBetween(
            (long) keys * Math.min(limit, shape.history() - 2),
            (long) keys * Math.min(limit, shape.history()));
    assertThat((double) progress.work().rows()).isLessThanOrEqualTo(1.1 * (rows + keys));
    assertThat(progress.share()).isEqualTo(1);
  }

  /** Its heap is far below the size of the answer. */
  @Test
  void aClientOfSmallHeapReadsAnAnswerManyTimesItsSize() throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx160m",
                "-classpath",
                System.getProperty("java.class.path"),
                SmallHeapReader.class.getName(),
                "127.0.0.1",
                "" + cluster.zooKeeperPort(),
                WIDE.name(),
                "20"));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    Path out = directory.resolve("reader.log");
    Process process = builder.redirectOutput(out.toFile()).start();
    try {
      assertThat(process.waitFor(10, java.util.concurrent.TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String said = Files.readString(out);
    assertThat(process.exitValue()).as(said).isZero();
    System.out.print(said.lines().filter(line -> line.startsWith("read ")).toList() + "\n");
    assertThat(said).contains("read %d rows".formatted(WIDE.rows(20)));
  }

  @Test
  void answersThatAreClosedEarlyEndWithinOnePageOfEachRegion() throws Exception {
    try (LatestClient client = LatestClient.open(cluster.connection(), WIDE.table())) {
      LatestAnswers answers = client.ask(LatestQuery.newest(20));
      assertThat(answers.next()).isPresent();
      answers.close();
      int atClose = answers.progress().pages();
      int last = -1;
      while (last != answers.progress().pages()) {
        last = answers.progress().pages();
        Thread.sleep(6_000);
      }
      System.out.printf("latest scale: %d pages at the close, %d in the end%n", atClose, last);
      assertThat(last).isLessThanOrEqualTo(atClose + REGIONS);
      assertThat(answers.progress().slices()).isEqualTo(REGIONS);
      assertThat(answers.progress().slicesDone()).isZero();
      assertThat(answers.progress().share()).isLessThan(0.9);
    }
  }

  @Test
  void rowsByTimeCostNoMoreThanTheRowsReturnedAndOneForEachKey() throws Exception {
    Map<LatestQuery, Integer> queries =
        Map.of(
            LatestQuery.newest(10).each(Duration.ofMillis(LONG.history() / 10)), 10,
            LatestQuery.at(5, LONG.history() / 2, LONG.history() - 5), 3,
            LatestQuery.firstAfter(LONG.history() / 2), 1);
    for (Map.Entry<LatestQuery, Integer> query : queries.entrySet()) {
      check(LONG, query.getKey(), LONG.keys(), query.getValue());
    }
  }
}
