package io.halite.it.fire;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Newest rows of very many keys, and of very long histories, on a cluster of processes: every row
 * compared, what the regions read, and that neither client nor server holds more than pages.
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am -Dit.test=LatestScaleFire}. {@code
 * -Dhalite.fire.part=10} makes the four tables a tenth as large.
 */
class LatestScaleFire {
  private static final int MOST_UNANSWERED = 2_000_000;

  private static final int PART = Integer.getInteger("halite.fire.part", 1);
  private static final ScaleTable WIDE =
      new ScaleTable("wide", 1_000_000 / PART, 20, "hash(unit) % 16", 1);
  private static final ScaleTable LONG = new ScaleTable("long", 10_000, 10_000 / PART, "none", 1);
  private static final ScaleTable SCATTERED =
      new ScaleTable("scattered", 10_000, 1_000 / PART, "hash(*) % 16", 16);
  private static final ScaleTable FINE =
      new ScaleTable("fine", 250_000 / PART, 20, "hash(unit) % 256", 1);
  private static final List<ScaleTable> TABLES = List.of(WIDE, LONG, SCATTERED, FINE);
  private static final int READERS = 16;

  @TempDir static Path directory;
  private static ProcessCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        ProcessCluster.start(
            ClusterPlan.of(3)
                .in(Path.of("target", "latest-scale"))
                .heap(Role.REGIONSERVER, 1024)
                .set(Role.REGIONSERVER, "hfile.block.cache.size", 0.2)
                .atMost(Duration.ofHours(3)));
    for (ScaleTable table : TABLES) {
      table.create(cluster, directory);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  static Stream<Arguments> questions() {
    return TABLES.stream()
        .flatMap(
            table ->
                Stream.of(1, 3, 100)
                    .flatMap(limit -> questions(table, limit).stream())
                    .map(question -> Arguments.of(table, question)));
  }

  private static List<Long> newest(long first, int limit) {
    return LongStream.iterate(first, time -> time >= 0, time -> time - 1)
        .limit(limit)
        .boxed()
        .toList();
  }

  private static List<ScaleQuestion> questions(ScaleTable table, int limit) {
    int keys = table.keys();
    int range = keys / 4;
    List<byte[]> named = new ArrayList<>();
    int names = Math.min(10_000, keys);
    for (int i = 0; i < names; i++) {
      named.add(HistoryFiles.key((int) ((long) i * keys / names)));
    }
    List<Long> times = newest(table.history() - 1, limit);
    List<Long> earlier = newest(table.history() - 3, limit);
    List<Long> tagged =
        LongStream.iterate(table.history() - 3, time -> time >= 0, time -> time - 10)
            .limit(limit)
            .boxed()
            .toList();
    char tag = (char) ('0' + (table.history() - 3) % 10);
    LatestQuery query = LatestQuery.newest(limit).timeout(Duration.ofMinutes(20));
    LatestQuery ranged =
        query.ofRange(KeyRange.of(HistoryFiles.key(range), HistoryFiles.key(range + keys / 10)));
    LatestQuery figures =
        query.aggregate(Column.of(HistoryFiles.F, HistoryFiles.Q), ColumnType.LONG);
    String what = "newest " + limit + " of ";
    return List.of(
        new ScaleQuestion(what + "all", query, keys, times, times.size()),
        new ScaleQuestion(what + "a tenth", ranged, keys / 10, times, times.size()),
        new ScaleQuestion(what + "10,000 named", query.ofKeys(named), names, times, times.size()),
        new ScaleQuestion(
            what + "10,000 named by a tag",
            query.ofKeys(named).where("tag = " + tag),
            names,
            tagged,
            Math.min(table.history(), 10 * limit)),
        unanswered(what, query, named, table.history()),
        new ScaleQuestion(
            what + "all before a time",
            query.where("ts < " + (table.history() - 2)),
            keys,
            earlier,
            earlier.size()),
        new ScaleQuestion(
            what + "all by a tag behind the time",
            query.where("tag = " + tag),
            keys,
            tagged,
            Math.min(table.history(), 10 * limit)),
        new ScaleQuestion("figures of the " + what + "all", figures, keys, times, times.size()));
  }

  /** Reads whole histories, so it asks for fewer keys where these are long. */
  private static ScaleQuestion unanswered(
      String what, LatestQuery query, List<byte[]> named, int history) {
    List<byte[]> some = named.subList(0, Math.min(named.size(), MOST_UNANSWERED / history));
    return new ScaleQuestion(
        "%s%,d named by a tag that no row has".formatted(what, some.size()),
        query.ofKeys(some).where("tag = 'z'"),
        some.size(),
        0,
        List.of(),
        history);
  }

  @ParameterizedTest
  @MethodSource("questions")
  void everyRowIsRightAndRegionsReadHardlyMore(ScaleTable table, ScaleQuestion question)
      throws Exception {
    question.ask(cluster, table);
  }

  static Stream<ScaleQuestion> byTime() {
    int history = LONG.history();
    int step = history / 10;
    return Stream.of(
        new ScaleQuestion(
            "one of each of 10 steps",
            LatestQuery.newest(10).each(Duration.ofMillis(step)),
            LONG.keys(),
            LongStream.rangeClosed(1, 10).map(i -> history - 1 - (i - 1) * step).boxed().toList(),
            10),
        new ScaleQuestion(
            "the last by each of 3 times",
            LatestQuery.at(5, history / 2, history - 5),
            LONG.keys(),
            List.of(history - 5L, history / 2L, 5L),
            3),
        new ScaleQuestion(
            "the first after a time",
            LatestQuery.firstAfter(history / 2),
            LONG.keys(),
            List.of(history / 2L + 1),
            1));
  }

  @ParameterizedTest
  @MethodSource("byTime")
  void rowsByTimeCostNoMoreThanTheRowsReturnedAndOneForEachKey(ScaleQuestion question)
      throws Exception {
    question.ask(cluster, LONG);
  }

  /** Its heap is far below the size of the answer. */
  @ParameterizedTest
  @CsvSource({"wide, blocking", "wide, async", "fine, blocking", "fine, async"})
  void aClientOfSmallHeapReadsAnAnswerManyTimesItsSize(String name, String way) throws Exception {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx160m",
            "-classpath",
            System.getProperty("java.class.path"),
            SmallHeapReader.class.getName(),
            "" + cluster.zooKeeperPort(),
            name,
            "20",
            way);
    Path out = directory.resolve("reader.log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      assertThat(process.waitFor(20, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String said = Files.readString(out);
    assertThat(process.exitValue()).as(said).isZero();
    System.out.print("latest scale: " + name + ", " + way + ": ");
    System.out.print(said.lines().filter(line -> line.startsWith("read ")).toList() + "\n");
    ScaleTable table = name.equals("wide") ? WIDE : FINE;
    assertThat(said).contains("read %d rows".formatted(table.rows(20)));
  }

  /** Beside 16 readers, what lives in a server's heap grows by less than its account of scans. */
  @ParameterizedTest
  @CsvSource({"newest", "oldest"})
  void serversHoldPagesAlone(String order) throws Exception {
    long idle = LiveBytes.most(cluster);
    ExecutorService readers = Executors.newFixedThreadPool(READERS);
    List<Future<Long>> reading = new ArrayList<>();
    LatestQuery query =
        (order.equals("newest") ? LatestQuery.newest(100) : LatestQuery.oldest(100))
            .ofRange(KeyRange.of(HistoryFiles.key(0), HistoryFiles.key(LONG.keys() / 2)))
            .timeout(Duration.ofMinutes(20));
    for (int i = 0; i < READERS; i++) {
      reading.add(readers.submit(() -> read(query)));
    }
    readers.shutdown();
    long most = 0;
    while (!readers.awaitTermination(500, TimeUnit.MILLISECONDS)) {
      most = Math.max(most, LiveBytes.most(cluster));
    }
    System.out.printf(
        "latest scale: 16 readers of the %s rows: %d MB alive at most, %d MB before%n",
        order, most >> 20, idle >> 20);
    for (Future<Long> rows : reading) {
      assertThat(rows.get()).isEqualTo(LONG.keys() / 2 * 100L);
    }
    assertThat(most - idle).isLessThan(128 << 20);
  }

  private static long read(LatestQuery query) throws Exception {
    long rows = 0;
    try (LatestClient client = LatestClient.open(cluster.connection(), LONG.table());
        LatestAnswers answers = client.ask(query)) {
      for (var answer : answers) {
        rows += answer.rows().size();
      }
    }
    return rows;
  }

  @Test
  void answersThatAreClosedEarlyEndWithinThePagesUnderWay() throws Exception {
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
      assertThat(last).isLessThanOrEqualTo(atClose + 16);
      assertThat(answers.progress().slicesDone()).isZero();
      assertThat(answers.progress().share()).isLessThan(0.9);
    }
  }
}
