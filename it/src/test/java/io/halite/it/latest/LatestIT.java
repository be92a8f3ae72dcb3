package io.halite.it.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestProgress;
import io.halite.client.latest.LatestQuery;
import io.halite.client.latest.page.Column;
import io.halite.client.latest.page.ColumnType;
import io.halite.client.latest.page.PageBudget;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatestIT {
  private static final String LAYOUT = "key=unit:3 ts:8:revtime tie:*,salt=";
  private static final int QUESTIONS = 100;

  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.start(2);
    table("plain", "none", false);
    table("named", "none", true);
    table("salted", "hash(unit) % 4", true);
    table("calm", "none", true);
    table("spread", "hash(*) % 4", true);
  }

  private static void table(String name, String salt, boolean observed) throws IOException {
    LatestTables.fill(cluster, LatestTables.create(cluster, name, LAYOUT + salt, observed), 7);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "named", "salted", "spread"})
  void randomQuestionsAreAnsweredAsAScanWouldWhileRegionsSplitMergeAndMove(String name)
      throws Exception {
    TableName table = TableName.valueOf(name);
    Random random = new Random(name.hashCode());
    ScannedRows all;
    ScannedRows versions;
    try (Table scanned = cluster.connection().getTable(table)) {
      all = ScannedRows.read(scanned, new Scan());
      versions =
          ScannedRows.read(
              scanned, new Scan().addColumn(LatestTables.F, LatestTables.A).readVersions(2));
    }
    try (Restlessness restlessness = Restlessness.start(cluster, table);
        LatestClient client = LatestClient.open(cluster.connection(), table)) {
      for (int i = 0; i < QUESTIONS; i++) {
        ask(random.nextBoolean() ? all : null, versions, client, random);
      }
      assertThat(restlessness.changes()).as("splits, merges and moves meanwhile").isPositive();
    }
  }

  private static void ask(ScannedRows all, ScannedRows versions, LatestClient client, Random random)
      throws IOException {
    int limit = 1 + random.nextInt(random.nextBoolean() ? 4 : 60);
    LatestQuery query =
        LatestQuery.newest(limit).pages(new PageBudget(50 + random.nextInt(4_000), 2_000));
    if (all == null) {
      query = query.columns(Column.of(LatestTables.F, LatestTables.A)).versions(2);
    }
    LongPredicate times = time -> true;
    if (random.nextBoolean()) {
      long newest = random.nextInt(100);
      long oldest = random.nextInt((int) newest + 1);
      query = query.asOf(newest).notBefore(oldest);
      times = time -> time <= newest && time >= oldest;
    }
    Map<String, List<String>> expected = (all == null ? versions : all).newest(limit, times);
    switch (random.nextInt(3)) {
      case 0 -> {
        List<byte[]> keys = new ArrayList<>();
        for (int key = LatestTables.KEYS + 1; key >= 0; key -= 1 + random.nextInt(3)) {
          keys.add(LatestTables.key(key));
        }
        query = query.ofKeys(keys);
        expected
            .keySet()
            .removeIf(key -> keys.stream().noneMatch(k -> key.equals(Bytes.toString(k))));
      }
      case 1 -> {
        String from = Bytes.toString(LatestTables.key(random.nextInt(LatestTables.KEYS)));
        query = query.ofRange(KeyRange.of(Bytes.toBytes(from), new byte[0]));
        expected.keySet().removeIf(key -> key.compareTo(from) < 0);
      }
      default -> query = query.ofAllKeys();
    }
    assertThat(ScannedRows.of(client.ask(query))).as("%s", query).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "salted", "spread"})
  void anAsynchronousClientIsToldTheSame(String name) throws Exception {
    TableName table = TableName.valueOf(name);
    try (AsyncConnection connection =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get();
        Table scanned = cluster.connection().getTable(table);
        LatestClient client = LatestClient.open(connection, table).get(30, TimeUnit.SECONDS)) {
      Map<String, List<String>> told = new LinkedHashMap<>();
      LatestProgress progress =
          client
              .ask(LatestQuery.newest(5), answer -> ScannedRows.add(told, answer))
              .get(60, TimeUnit.SECONDS);
      assertThat(told).isEqualTo(ScannedRows.read(scanned, new Scan()).newest(5, time -> true));
      assertThat(progress.slicesDone()).isEqualTo(progress.slices());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "salted", "spread"})
  void theNewestRowsOverAllKeysAndTheirAggregateAreRight(String name) throws Exception {
    TableName table = TableName.valueOf(name);
    try (LatestClient client = LatestClient.open(cluster.connection(), table)) {
      Column column = Column.of(LatestTables.F, LatestTables.A);
      LatestQuery query = LatestQuery.newest(40).overAllKeys();
      List<Long> times = new ArrayList<>();
      client.ask(query.columns(column)).forEach(a -> a.rows().forEach(r -> times.add(r.time())));
      assertThat(times).hasSize(40).isSortedAccordingTo(java.util.Comparator.reverseOrder());
      client
          .ask(query.aggregate(column, ColumnType.LONG))
          .forEach(answer -> assertThat(answer.aggregate().orElseThrow().count()).isEqualTo(40));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "named", "salted", "spread"})
  void aConditionOnSegmentsDecidesWhichRowsCount(String name) throws Exception {
    TableName table = TableName.valueOf(name);
    try (Table scanned = cluster.connection().getTable(table);
        LatestClient client = LatestClient.open(cluster.connection(), table)) {
      Map<String, List<String>> expected =
          ScannedRows.read(scanned, new Scan()).newest(3, time -> true);
      expected.keySet().retainAll(List.of("K03", "K08"));
      assertThat(ScannedRows.of(client.ask(LatestQuery.newest(3).where("unit in (K03, K08)"))))
          .hasSize(2)
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"calm", "salted", "spread"})
  void anOrdinaryScanWithOneAttributeGivesTheNewestRowsOfEachKey(String name) throws Exception {
    TableName table = TableName.valueOf(name);
    Random random = new Random(5);
    try (Table scanned = cluster.connection().getTable(table)) {
      List<byte[]> rows = new ArrayList<>();
      try (ResultScanner results = scanned.getScanner(new Scan())) {
        results.forEach(result -> rows.add(result.getRow()));
      }
      ScannedRows all = ScannedRows.read(scanned, new Scan());
      for (int i = 0; i < 60; i++) {
        int limit = 1 + random.nextInt(40);
        Scan scan = new Scan().setAttribute("halite.latest", Bytes.toBytes("" + limit));
        scan.setCaching(1 + random.nextInt(50));
        List<String> expected = new ArrayList<>();
        all.newest(limit, time -> true).values().forEach(expected::addAll);
        if (random.nextBoolean()) {
          byte[] from = rows.get(random.nextInt(rows.size()));
          byte[] to = rows.get(random.nextInt(rows.size()));
          scan.withStartRow(from).withStopRow(to);
          expected = all.between(expected, from, to);
        }
        if (random.nextInt(4) == 0) {
          int most = 1 + random.nextInt(10);
          scan.setLimit(most);
          expected = expected.subList(0, Math.min(most, expected.size()));
        }
        assertThat(ScannedRows.read(scanned, scan).printed()).as("%s", scan).isEqualTo(expected);
      }
    }
  }

  @Test
  void aScanThatCannotHaveNewestRowsIsRefused() throws Exception {
    try (Table table = cluster.connection().getTable(TableName.valueOf("salted"))) {
      for (Scan scan :
          List.of(
              new Scan().setAttribute("halite.latest", Bytes.toBytes("many")),
              new Scan().setAttribute("halite.latest", Bytes.toBytes("0")),
              new Scan().setAttribute("halite.latest", Bytes.toBytes("3")).setReversed(true),
              new Scan()
                  .setAttribute("halite.latest", Bytes.toBytes("3"))
                  .setFilter(new PageFilter(3)))) {
        assertThatThrownBy(
                () -> {
                  try (ResultScanner results = table.getScanner(scan)) {
                    results.next();
                  }
                })
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("halite.latest");
      }
    }
  }

  @Test
  void whatARegionRefusesReachesTheClientWithRuleAndTable() throws Exception {
    TableName table = TableName.valueOf("salted");
    try (LatestClient client = LatestClient.open(cluster.connection(), table)) {
      assertThatThrownBy(() -> client.ask(LatestQuery.newest(1).where("nowhere = 1")).next())
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("nowhere")
          .hasMessageContaining("table 'salted'");
      assertThatThrownBy(
              () ->
                  client
                      .ask(
                          LatestQuery.newest(1)
                              .aggregate(
                                  Column.of(LatestTables.G, LatestTables.B), ColumnType.LONG))
                      .next())
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("g:b")
          .hasMessageContaining("3 bytes given, 8 expected");
    }
  }
}
