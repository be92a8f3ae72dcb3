package io.halite.it.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestProgress;
import io.halite.client.latest.LatestQuery;
import io.halite.filters.segment.SegmentFilter;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.keys.KeyRange;
import io.halite.routing.latest.Aggregate;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.ColumnType;
import io.halite.routing.latest.LatestException;
import io.halite.routing.latest.LatestRow;
import io.halite.routing.latest.PageBudget;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each form of question once, with the answer written out: two sites of two units, twenty times,
 * two rows at each time.
 */
@ExtendWith(SharedCluster.class)
class LatestFormsIT {
  private static final String LAYOUT = "key=site:1 unit:2:digits ts:8:revtime tie:*,salt=";
  private static final byte[] F = LatestTables.F;

  private static EmbeddedCluster cluster;

  @BeforeAll
  static void fill(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    // The border of the plain table lies in the middle of a history.
    fill(LatestTables.create(cluster, "forms-none", LAYOUT + "none", false, row("A01", 10, "")));
    fill(LatestTables.create(cluster, "forms-key", LAYOUT + "hash(site unit) % 4", true));
    fill(LatestTables.create(cluster, "forms-row", LAYOUT + "hash(*) % 4", true));
  }

  @AfterAll
  static void drop() throws Exception {
    for (String kind : List.of("none", "key", "row")) {
      cluster.utility().deleteTable(TableName.valueOf("forms-" + kind));
    }
  }

  private static byte[] row(String key, long time, String tie) {
    return ByteBuffer.allocate(11 + tie.length())
        .put(Bytes.toBytes(key))
        .putLong(Long.MAX_VALUE - time)
        .put(Bytes.toBytes(tie))
        .array();
  }

  private static void fill(TableName name) throws Exception {
    List<Put> puts = new ArrayList<>();
    for (String key : List.of("A01", "A02", "B01", "B02")) {
      for (int time = 0; time < 20; time++) {
        for (String tie : List.of("x", "y")) {
          puts.add(
              new Put(row(key, time, tie))
                  .addColumn(F, Bytes.toBytes("text"), Bytes.toBytes("-" + time + ".5"))
                  .addColumn(F, Bytes.toBytes("int"), Bytes.toBytes(time - 5))
                  .addColumn(F, Bytes.toBytes("long"), Bytes.toBytes(Long.MAX_VALUE - time))
                  .addColumn(F, Bytes.toBytes("double"), Bytes.toBytes(time / 4.0)));
        }
      }
    }
    try (Table table = cluster.connection().getTable(name)) {
      table.put(puts);
    }
  }

  private static LatestClient open(String kind) throws Exception {
    return LatestClient.open(cluster.connection(), TableName.valueOf("forms-" + kind));
  }

  /** Such as {@code A01=[A01@19x, A01@19y]}. */
  private static String printed(String kind, LatestQuery query) throws Exception {
    Map<String, List<String>> keys = new LinkedHashMap<>();
    try (LatestClient client = open(kind);
        LatestAnswers answers = client.ask(query)) {
      for (KeyAnswer answer : answers) {
        keys.put(
            Bytes.toString(answer.key()),
            answer.rows().stream().map(LatestFormsIT::print).toList());
      }
    }
    return keys.toString();
  }

  private static String print(LatestRow row) {
    return Bytes.toString(row.row(), 0, 3) + "@" + row.time() + Bytes.toString(row.row(), 11);
  }

  private static Aggregate aggregate(String kind, int limit, String column, ColumnType type)
      throws Exception {
    LatestQuery query =
        LatestQuery.newest(limit)
            .ofKeys(Bytes.toBytes("A01"))
            .aggregate(Column.of(F, Bytes.toBytes(column)), type);
    try (LatestClient client = open(kind);
        LatestAnswers answers = client.ask(query)) {
      return answers.next().orElseThrow().aggregate().orElseThrow();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "key", "row"})
  void rowsOfOneTimeComeInTheOrderOfTheBytesBehindIt(String kind) throws Exception {
    assertThat(printed(kind, LatestQuery.newest(3).ofKeys(Bytes.toBytes("B02"))))
        .isEqualTo("{B02=[B02@19x, B02@19y, B02@18x]}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "key", "row"})
  void aHistoryThatIsCutByABorderOrSpreadOverBucketsIsPutTogether(String kind) throws Exception {
    String all = printed(kind, LatestQuery.newest(22).ofKeys(Bytes.toBytes("A01")));
    assertThat(all).startsWith("{A01=[A01@19x, A01@19y, A01@18x").endsWith("A01@9x, A01@9y]}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "key", "row"})
  void theKeyIsAsManyLeadingSegmentsAsTheQuestionNames(String kind) throws Exception {
    assertThat(printed(kind, LatestQuery.newest(5).by("site")))
        .isEqualTo(
            "{A=[A01@19x, A01@19y, A02@19x, A02@19y, A01@18x],"
                + " B=[B01@19x, B01@19y, B02@19x, B02@19y, B01@18x]}");
    assertThat(printed(kind, LatestQuery.newest(1).by("site").ofKeys(Bytes.toBytes("B"))))
        .isEqualTo("{B=[B01@19x]}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "key", "row"})
  void theNewestOfAllKeysTogetherAreOneAnswer(String kind) throws Exception {
    assertThat(printed(kind, LatestQuery.newest(9).overAllKeys()))
        .isEqualTo(
            "{=[A01@19x, A01@19y, A02@19x, A02@19y, B01@19x, B01@19y, B02@19x, B02@19y, A01@18x]}");
    assertThat(printed(kind, LatestQuery.newest(10_000).overAllKeys()).split("@")).hasSize(161);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "key", "row"})
  void timesAreNotNewerAndNotOlderThanWasAsked(String kind) throws Exception {
    LatestQuery query = LatestQuery.newest(9).ofKeys(Bytes.toBytes("A01"));
    assertThat(printed(kind, query.asOf(7).notBefore(6)))
        .isEqualTo("{A01=[A01@7x, A01@7y, A01@6x, A01@6y]}");
    assertThat(printed(kind, query.notBefore(19))).isEqualTo("{A01=[A01@19x, A01@19y]}");
    assertThat(printed(kind, query.asOf(0))).isEqualTo("{A01=[A01@0x, A01@0y]}");
    assertThat(printed(kind, query.notBefore(20))).isEqualTo("{}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "key", "row"})
  void aConditionCountsRowsThatPassAndPrefixAndRangeChooseKeys(String kind) throws Exception {
    LatestQuery query = LatestQuery.newest(1);
    assertThat(printed(kind, query.where("unit = 02 and ts < 1970-01-01T00:00:00.005Z")))
        .isEqualTo("{A02=[A02@4x], B02=[B02@4x]}");
    assertThat(printed(kind, query.where(SegmentFilter.where("@0:3 in (A01, B02)"))))
        .isEqualTo("{A01=[A01@19x], B02=[B02@19x]}");
    assertThat(printed(kind, query.ofPrefix(Bytes.toBytes("B"))))
        .isEqualTo("{B01=[B01@19x], B02=[B02@19x]}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "key", "row"})
  void valuesAreAddedUpAsTheirTypeSays(String kind) throws Exception {
    Aggregate text = aggregate(kind, 4, "text", ColumnType.DECIMAL);
    assertThat(text.mean()).isEqualByComparingTo(new BigDecimal("-19"));
    assertThat(List.of(text.min(), text.max(), text.first(), text.last()))
        .extracting(BigDecimal::toString)
        .containsExactly("-19.5", "-18.5", "-18.5", "-19.5");
    assertThat(aggregate(kind, 40, "int", ColumnType.INT).min()).isEqualTo(BigDecimal.valueOf(-5));
    assertThat(aggregate(kind, 40, "double", ColumnType.DOUBLE).sum())
        .isEqualByComparingTo(BigDecimal.valueOf(95));
    assertThat(aggregate(kind, 3, "long", ColumnType.LONG).sum())
        .isEqualTo(
            new BigDecimal(Long.MAX_VALUE)
                .multiply(BigDecimal.valueOf(3))
                .subtract(BigDecimal.valueOf(56)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "key", "row"})
  void aValueOfAnotherTypeIsAnErrorThatNamesRowAndColumn(String kind) {
    assertThatThrownBy(() -> aggregate(kind, 1, "text", ColumnType.LONG))
        .hasMessageContaining("value of column 'f:text' in row 'A01")
        .hasMessageContaining("5 bytes given, 8 expected of type LONG");
    assertThatThrownBy(() -> aggregate(kind, 1, "long", ColumnType.DECIMAL))
        .hasMessageContaining("value of column 'f:long' in row 'A01")
        .hasMessageContaining("a decimal number expected");
  }

  @Test
  void aValueOfAnotherTypeIsRefusedByTheRegionIfItHoldsAllOfTheKey() {
    assertThatThrownBy(() -> aggregate("key", 1, "text", ColumnType.INT))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("table 'forms-key'");
  }

  @Test
  void keysAreHandedOnWhileOthersAreStillRead() throws Exception {
    LatestQuery query = LatestQuery.newest(4).pages(new PageBudget(1 << 20, 1, 5_000));
    try (LatestClient client = open("none");
        LatestAnswers answers = client.ask(query)) {
      assertThat(Bytes.toString(answers.next().orElseThrow().key())).isEqualTo("A01");
      LatestProgress early = answers.progress();
      assertThat(early.slicesDone()).isLessThan(early.slices());
      assertThat(early.pages()).isBetween(4, 12);
      assertThat(answers).hasSize(3);
      LatestProgress late = answers.progress();
      assertThat(late.slicesDone()).isEqualTo(late.slices()).isEqualTo(2);
      assertThat(late.pages()).isGreaterThanOrEqualTo(16);
      assertThat(late.work().rows()).isGreaterThan(early.work().rows());
    }
  }

  @Test
  void anAsynchronousClientGivesTheSameInTheSameOrder() throws Exception {
    List<String> told = new ArrayList<>();
    try (AsyncConnection connection =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get();
        LatestClient client =
            LatestClient.open(connection, TableName.valueOf("forms-row"))
                .get(60, TimeUnit.SECONDS)) {
      LatestProgress progress =
          client
              .ask(
                  LatestQuery.newest(1).ofRange(KeyRange.all()),
                  answer -> told.add(print(answer.rows().get(0))))
              .get(60, TimeUnit.SECONDS);
      assertThat(progress.slicesDone()).isEqualTo(progress.slices());
    }
    assertThat(told).containsExactly("A01@19x", "A02@19x", "B01@19x", "B02@19x");
  }

  @Test
  void thousandsOfKeysAreAskedInAsFewRequestsAsTheirNumberAllows() throws Exception {
    List<byte[]> names = new ArrayList<>();
    IntStream.range(0, 26 * 100)
        .mapToObj(i -> "%c%02d".formatted('A' + i / 100, i % 100))
        .forEach(name -> names.add(Bytes.toBytes(name)));
    try (LatestClient client = open("none");
        LatestAnswers answers = client.ask(LatestQuery.newest(1).ofKeys(names))) {
      assertThat(answers)
          .extracting(answer -> print(answer.rows().get(0)))
          .containsExactly("A01@19x", "A02@19x", "B01@19x", "B02@19x");
      // The first region has two of the keys, the second all but one; a request has 1,000 at most.
      assertThat(answers.progress().pages()).isEqualTo(1 + 3);
    }
  }

  @Test
  void aTableWithoutTimesIsRefused() throws Exception {
    TableName name =
        LatestTables.create(cluster, "forms-timeless", "key=site:1 unit:2,salt=none", true);
    assertThatThrownBy(() -> LatestClient.open(cluster.connection(), name))
        .isInstanceOf(LatestException.class)
        .hasMessageContaining("it has no segment of type revtime");
    cluster.utility().deleteTable(name);
  }
}
