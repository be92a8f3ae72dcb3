package io.halite.it.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.latest.PausingObserver.Pause;
import io.halite.routing.latest.PageBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to a region while a page is read from it. */
@Tag("wide")
class LatestMidCallIT {
  private static final String SPEC = "key=unit:3 ts:8:revtime tie:*,salt=";
  private static final int QUERY_BYTES = 600;
  private static final LatestQuery QUERY =
      LatestQuery.newest(30)
          .pages(new PageBudget(QUERY_BYTES, 5_000))
          .timeout(Duration.ofMinutes(2));

  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.startWithoutHdfs(3);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  /** A table of that name, or the one that is there. */
  private static TableName table(String name, String salt) throws Exception {
    if (cluster.connection().getAdmin().tableExists(TableName.valueOf(name))) {
      return TableName.valueOf(name);
    }
    TableName table =
        LatestTables.create(
            cluster, name, SPEC + salt, true, "|" + PausingObserver.class.getName() + "||");
    LatestTables.fill(cluster, table, 5, 1);
    return table;
  }

  private static Map<String, List<String>> truth(TableName table) throws Exception {
    try (Table scanned = cluster.connection().getTable(table)) {
      return ScannedRows.read(scanned, new Scan()).newest(30, row -> true);
    }
  }

  private static LatestClient open(String kind, AsyncConnection asynchronous, TableName table)
      throws Exception {
    return kind.equals("told")
        ? LatestClient.open(asynchronous, table).get(60, TimeUnit.SECONDS)
        : LatestClient.open(cluster.connection(), table);
  }

  private static CompletableFuture<Map<String, List<String>>> ask(
      String kind, LatestClient client) {
    if (kind.equals("told")) {
      Map<String, List<String>> told = new LinkedHashMap<>();
      return client.ask(QUERY, answer -> ScannedRows.add(told, answer)).thenApply(progress -> told);
    }
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return ScannedRows.of(client.ask(QUERY));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static void change(String change, RegionInfo region) throws Exception {
    Admin admin = cluster.connection().getAdmin();
    switch (change) {
      case "split" ->
          admin.splitRegionAsync(region.getRegionName(), pointIn(region)).get(60, TimeUnit.SECONDS);
      case "merge" -> merge(region);
      case "move" -> cluster.utility().moveRegionAndWait(region, other(region));
      default -> {
        ServerName server = holder(region);
        cluster.utility().getMiniHBaseCluster().startRegionServerAndWait(60_000);
        cluster.utility().getMiniHBaseCluster().killRegionServer(server);
      }
    }
  }

  private static byte[] pointIn(RegionInfo region) {
    // Whichever region the call is in, one of the keys has its middle there.
    return IntStream.range(0, LatestTables.KEYS)
        .mapToObj(key -> LatestTables.row(key, 50, 0))
        .flatMap(
            natural ->
                Stream.of("", "\0", "\1", "\2", "\3")
                    .map(salt -> Bytes.add(Bytes.toBytes(salt), natural)))
        .filter(region::containsRow)
        .findFirst()
        .orElseThrow();
  }

  private static void merge(RegionInfo region) throws Exception {
    Admin admin = cluster.connection().getAdmin();
    List<RegionInfo> regions = admin.getRegions(region.getTable());
    int at = Math.min(regions.indexOf(region), regions.size() - 2);
    byte[][] pair = {
      regions.get(at).getEncodedNameAsBytes(), regions.get(at + 1).getEncodedNameAsBytes()
    };
    admin.mergeRegionsAsync(pair, false).get(60, TimeUnit.SECONDS);
  }

  /** Without the client's knowledge: its connection keeps the location that it has. */
  private static ServerName holder(RegionInfo region) {
    return cluster
        .utility()
        .getMiniHBaseCluster()
        .getMaster()
        .getAssignmentManager()
        .getRegionStates()
        .getRegionServerOfRegion(region);
  }

  private static ServerName other(RegionInfo region) throws Exception {
    ServerName holder = holder(region);
    return cluster.connection().getAdmin().getRegionServers().stream()
        .filter(server -> !server.equals(holder))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "split, none, waiting",
    "merge, none, told",
    "move, none, waiting",
    "kill, none, told",
    "split, hash(unit) % 4, told",
    "merge, hash(*) % 4, waiting",
    "move, hash(*) % 4, told",
    "kill, hash(*) % 4, waiting"
  })
  void aPageThatIsBrokenOffIsAskedForAgain(String change, String salt, String kind)
      throws Exception {
    // What does not change borders shares a table.
    boolean bordersStay = change.equals("move") || change.equals("kill");
    TableName table =
        table((bordersStay ? "stays-" : change + "-") + salt.replaceAll("\\W.*", ""), salt);
    Map<String, List<String>> truth = truth(table);
    try (AsyncConnection asynchronous =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get();
        LatestClient client = open(kind, asynchronous, table)) {
      CompletableFuture<Map<String, List<String>>> answer;
      try (Pause pause = PausingObserver.next()) {
        answer = ask(kind, client);
        change(change, pause.region());
      }
      assertThat(answer.get(150, TimeUnit.SECONDS)).containsExactlyEntriesOf(truth);
    }
  }

  @Test
  void anAnswerThatTakesTooLongFailsAndWhatCameBeforeIsRight() throws Exception {
    TableName table = table("stays-none", "none");
    Map<String, List<String>> truth = truth(table);
    Map<String, List<String>> seen = new LinkedHashMap<>();
    try (LatestClient client = LatestClient.open(cluster.connection(), table);
        LatestAnswers answers = client.ask(QUERY.timeout(Duration.ofSeconds(3)))) {
      for (int key = 0; key < 3; key++) {
        ScannedRows.add(seen, answers.next().orElseThrow());
      }
      try (Pause pause = PausingObserver.next()) {
        assertThatThrownBy(
                () -> {
                  for (var next = answers.next(); next.isPresent(); next = answers.next()) {
                    ScannedRows.add(seen, next.get());
                  }
                })
            .hasMessageContaining("the answer took longer than the query's timeout");
        assertThat(pause.region().getTable()).isEqualTo(table);
      }
    }
    assertThat(seen).hasSizeBetween(3, truth.size() - 1);
    assertThat(truth).containsAllEntriesOf(seen);
  }

  /** The pages that were asked for before the end are read to theirs, and no other one is. */
  @ParameterizedTest
  @ValueSource(strings = {"waiting", "told"})
  void afterAnEndNoMorePagesAreRead(String kind) throws Exception {
    TableName table = table("stays-none", "none");
    try (AsyncConnection asynchronous =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get();
        LatestClient client = open(kind, asynchronous, table)) {
      int before = PausingObserver.opened();
      assertThat(ScannedRows.of(client.ask(QUERY))).hasSize(LatestTables.KEYS);
      int pages = PausingObserver.opened() - before;
      int ended;
      try (Pause pause = PausingObserver.next();
          LatestAnswers answers = client.ask(QUERY)) {
        CompletableFuture<?> other =
            kind.equals("told")
                ? client.ask(QUERY, answer -> {})
                : CompletableFuture.runAsync(() -> answers.forEach(answer -> {}));
        assertThat(pause.region().getTable()).isEqualTo(table);
        other.cancel(false);
        answers.close();
        ended = PausingObserver.opened();
      }
      assertThat(ScannedRows.of(client.ask(QUERY))).hasSize(LatestTables.KEYS);
      // The other region had a call under way, too.
      assertThat(PausingObserver.opened() - ended).isBetween(pages, pages + 1);
      assertThat(pages).isGreaterThan(10);
    }
  }

  private static long held() {
    return MetricRegistries.global().getMetricRegistries().stream()
        .flatMap(registry -> registry.get("pageMemoryHeld").stream())
        .mapToLong(metric -> ((Counter) metric).getCount())
        .sum();
  }

  @Test
  void aPageIsOnTheServersAccountUntilItIsAnswered() throws Exception {
    TableName table = table("stays-none", "none");
    try (LatestClient client = LatestClient.open(cluster.connection(), table)) {
      CompletableFuture<Map<String, List<String>>> answer;
      try (Pause pause = PausingObserver.next()) {
        answer = ask("waiting", client);
        assertThat(pause.region().getTable()).isEqualTo(table);
        assertThat(held()).isGreaterThanOrEqualTo(QUERY_BYTES);
      }
      assertThat(answer.get(150, TimeUnit.SECONDS)).isEqualTo(truth(table));
      assertThat(held()).isZero();
    }
  }

  /** Of such a region each server says, for two minutes, that the other has it. */
  @ParameterizedTest
  @ValueSource(strings = {"waiting", "told"})
  void aRegionThatMovedBackAndForthAndIsGoneIsFoundAgain(String kind) throws Exception {
    TableName table = table("lost" + kind, "none");
    Map<String, List<String>> truth = truth(table);
    try (AsyncConnection asynchronous =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get();
        LatestClient client = open(kind, asynchronous, table)) {
      CompletableFuture<Map<String, List<String>>> answer;
      try (Pause pause = PausingObserver.next()) {
        answer = ask(kind, client);
        RegionInfo region = pause.region();
        ServerName home = holder(region);
        ServerName away = other(region);
        cluster.utility().moveRegionAndWait(region, away);
        cluster.utility().moveRegionAndWait(region, home);
        merge(region);
      }
      assertThat(answer.get(60, TimeUnit.SECONDS)).containsExactlyEntriesOf(truth);
    }
  }
}
