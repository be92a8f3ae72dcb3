package io.halite.it.techniques;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyLayout;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The queries that guides to row keys design their keys for; docs/seeds.md names each of them. */
@ExtendWith(SharedCluster.class)
class GuideQueriesIT {
  private static final Instant NOON = Instant.parse("2001-01-15T12:00:00Z");

  private final EmbeddedCluster cluster;

  GuideQueriesIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static Scan prefix(String text) {
    return new Scan().setStartStopRowForPrefixScan(Bytes.toBytes(text));
  }

  private static Scan where(String text) {
    return new Scan().setAttribute("halite.where", Bytes.toBytes(text));
  }

  private static Scan over(KeyRange range) {
    return new Scan().withStartRow(range.start()).withStopRow(range.stop());
  }

  private static List<String> from(List<String> rows, String beginning) {
    return rows.stream().filter(row -> row.startsWith(beginning)).toList();
  }

  /** The regions that a scan reads, all of whose rows are to be these. */
  private static Set<String> read(TestTable table, Scan scan, List<String> rows)
      throws IOException {
    Map<String, Long> before = table.store().reads();
    assertThat(table.scan(scan)).isEqualTo(rows);
    return table.store().readSince(before);
  }

  private static void putShuffled(TestTable table, List<String> rows) throws IOException {
    List<String> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(1));
    table.put(shuffled);
  }

  /** Document 002: all rows, those of an event, and those of an event and a date. */
  @Test
  void eventsBehindTwoRandomDigitsAnswerTheirThreeQueries() throws Exception {
    try (TestTable table =
        TestTable.numbered("guide")
            .salted("key=event:2 day:8:digits offset:8:digits,salt=random % 20 digits")
            .splitBuckets()
            .create(cluster)) {
      List<String> rows = new ArrayList<>();
      for (String event : List.of("lg", "or", "tb")) {
        for (int day = 20010114; day <= 20010116; day++) {
          for (int offset = 0; offset < 20; offset++) {
            rows.add("%s%d%08d".formatted(event, day, offset));
          }
        }
      }
      putShuffled(table, rows);
      Set<String> stored = table.store().keys();
      assertThat(stored).hasSameSizeAs(rows).allMatch(key -> key.matches("[01][0-9](lg|or|tb).*"));
      assertThat(stored.stream().map(key -> key.substring(0, 2)).distinct().count())
          .as("digits in use")
          .isGreaterThan(10);
      assertThat(table.scan(new Scan())).as("all").isEqualTo(rows);
      assertThat(table.scan(prefix("tb"))).as("event").isEqualTo(from(rows, "tb"));
      assertThat(table.scan(where("event = tb"))).isEqualTo(from(rows, "tb"));
      List<String> one = from(rows, "tb20010115");
      assertThat(one).hasSize(20);
      assertThat(table.scan(prefix("tb20010115"))).as("event and date").isEqualTo(one);
      assertThat(table.scan(where("event = tb and day = 20010115"))).isEqualTo(one);
      assertThat(table.scan(where("day = 20010115"))).as("date alone").hasSize(60);
    }
  }

  /**
   * Document 002, whose bounds are backwards: under a time from its end, later keys are smaller.
   */
  @Test
  void windowOfTimeOfOneUserBeginsAtItsLaterEnd() throws Exception {
    String layout = "user:4:digits ts:8:revtime";
    try (TestTable table =
        TestTable.numbered("guide")
            .salted("key=" + layout + ",salt=reverse(user)")
            .create(cluster)) {
      KeyLayout keys = KeyLayout.parse(layout);
      List<Put> puts = new ArrayList<>();
      for (int minute = 0; minute < 60; minute++) {
        for (int user = 41; user <= 43; user++) {
          byte[] key = keys.key().set("user", user).set("ts", minute(minute)).build();
          puts.add(new Put(key).addColumn(TestTable.F, TestTable.Q, Bytes.toBytes(minute)));
        }
      }
      table.table().put(puts);
      byte[] earlier = keys.key().set("user", 42).set("ts", minute(10)).build();
      byte[] later = keys.key().set("user", 42).set("ts", minute(20)).build();
      List<Integer> window = IntStream.rangeClosed(10, 20).map(i -> 30 - i).boxed().toList();
      Scan right = new Scan().withStartRow(later).withStopRow(earlier, true);
      assertThat(minutes(table, right)).isEqualTo(window);
      assertThat(minutes(table, new Scan().withStartRow(earlier).withStopRow(later, true)))
          .as("the bounds as the guide has them")
          .isEmpty();
      String text = "user = 0042 and ts = %s..%s".formatted(minute(10), minute(20));
      assertThat(minutes(table, where(text))).isEqualTo(window);
      assertThat(minutes(table, over(keys.key().set("user", 42).range())))
          .as("all of the user, newest first")
          .isEqualTo(IntStream.range(0, 60).map(i -> 59 - i).boxed().toList());
    }
  }

  /** Document 002: comments of a film, newest first, by a time from its end as the prefix. */
  @Test
  void newestCommentsComeFirstBehindATimeFromItsEnd() throws Exception {
    String layout = "ts:8:revtime id:*";
    try (TestTable table =
        TestTable.numbered("guide")
            .salted("key=" + layout + ",salt=hash(id) % 16")
            .splitBuckets()
            .create(cluster)) {
      List<Put> puts = new ArrayList<>();
      for (int minute = 0; minute < 60; minute++) {
        byte[] key =
            KeyLayout.parse(layout)
                .key()
                .set("ts", minute(minute))
                .set("id", "comment" + minute)
                .build();
        puts.add(new Put(key).addColumn(TestTable.F, TestTable.Q, Bytes.toBytes(minute)));
      }
      table.table().put(puts);
      assertThat(minutes(table, new Scan().setLimit(3))).containsExactly(59, 58, 57);
      assertThat(table.store().keys().stream().map(key -> key.substring(0, 4)).distinct().count())
          .as("buckets of the newest")
          .isGreaterThan(8);
    }
  }

  private static Instant minute(int minute) {
    return NOON.plus(Duration.ofMinutes(minute));
  }

  private static List<Integer> minutes(TestTable table, Scan scan) throws IOException {
    List<Integer> minutes = new ArrayList<>();
    try (ResultScanner scanner = table.table().getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        minutes.add(Bytes.toInt(row.value()));
      }
    }
    return minutes;
  }

  /** Document 001: the first row of a user and of the user + 1 bound the rows of that user. */
  @Test
  void rowsUpToTheNextUserAreOneUsersAndLieInOneBucket() throws Exception {
    try (TestTable table =
        TestTable.numbered("guide")
            .salted("key=user:8:digits app:3:digits,salt=hash(user) % 16")
            .splitBuckets()
            .create(cluster)) {
      List<String> rows = new ArrayList<>();
      for (int user = 100; user < 140; user++) {
        for (int app = 0; app < 5; app++) {
          rows.add("%08d%03d".formatted(user, app));
        }
      }
      putShuffled(table, rows);
      Scan byHand =
          new Scan()
              .withStartRow(Bytes.toBytes("%08d".formatted(117)))
              .withStopRow(Bytes.toBytes("%08d".formatted(118)));
      assertThat(read(table, byHand, from(rows, "00000117"))).hasSize(1);
      KeyLayout layout = KeyLayout.parse("user:8:digits app:3:digits");
      assertThat(layout.key().set("user", 117).range())
          .isEqualTo(KeyRange.of(byHand.getStartRow(), byHand.getStopRow()));
      Scan two = byHand.withStopRow(Bytes.toBytes("%08d".formatted(119)));
      assertThat(read(table, two, rows.subList(85, 95))).hasSizeGreaterThan(1);
    }
  }

  /**
   * Document 003: from host1 to host2 there is host12, too, unless a width or a delimiter says
   * where host1 ends.
   */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "row:*,                       none",
        "host:8 event:2,              hash(host) % 4",
        "host:8:text:x event:2,       none",
        "host:8:text:x event:2,       hash(host) % 4 letters-",
        "host~_ event:2,              hash(host) % 4",
      })
  void host12IsNoHost1WhereAFieldEnds(String text, String salt) throws Exception {
    KeyLayout layout = KeyLayout.parse(text);
    boolean isPlain = text.equals("row:*");
    try (TestTable table =
        TestTable.numbered("guide")
            .salted("key=%s,salt=%s".formatted(layout, salt))
            .create(cluster)) {
      List<Put> puts = new ArrayList<>();
      for (String host : List.of("host1", "host12", "host2")) {
        byte[] key =
            isPlain
                ? Bytes.toBytes(host + "up")
                : layout.key().set("host", host).set("event", "up").build();
        puts.add(new Put(key).addColumn(TestTable.F, TestTable.Q, Bytes.toBytes(host)));
      }
      table.table().put(puts);
      if (isPlain) {
        assertThat(hosts(table, over(KeyRange.prefix(Bytes.toBytes("host1")))))
            .containsExactly("host12", "host1");
        return;
      }
      assertThat(hosts(table, over(layout.key().set("host", "host1").range())))
          .containsExactly("host1");
      boolean isPaddedByZero = text.startsWith("host:8 ");
      String value = isPaddedByZero ? "0x686F737431000000" : "host1";
      assertThat(hosts(table, where("host = " + value))).containsExactly("host1");
    }
  }

  private static List<String> hosts(TestTable table, Scan scan) throws IOException {
    List<String> hosts = new ArrayList<>();
    try (ResultScanner scanner = table.table().getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        hosts.add(Bytes.toString(row.value()));
      }
    }
    return hosts;
  }

  /** Document 003: the guide's suffix, two decimal digits, as its clients have written them. */
  @Test
  void rowsThatClientsGaveADecimalSuffixAreAdopted() throws Exception {
    String line = "key=user:4 order:6:digits,salt=random-suffix % 100 digits";
    try (TestTable table = TestTable.numbered("guide").create(cluster)) {
      table.put(List.of("u04200001707", "u04200001799", "u04200001850", "u04300000100"));
      table.adopt(line);
      assertThat(table.scan(new Scan())).containsExactly("u042000017", "u042000018", "u043000001");
      assertThat(table.scan(prefix("u042"))).containsExactly("u042000017", "u042000018");
      table.put(List.of("u042000019"));
      assertThat(table.store().keys())
          .hasSize(5)
          .anyMatch(key -> key.matches("u042000019[0-9][0-9]"));
    }
  }

  /** Document 000: the rows foo0001 to foo0004 behind letters, drawn by the clients. */
  @Test
  void rowsThatClientsGaveALetterAreAdopted() throws Exception {
    try (TestTable table = TestTable.numbered("guide").splits("b-", "c-", "d-").create(cluster)) {
      table.put(List.of("a-foo0003", "b-foo0001", "c-foo0004", "d-foo0002"));
      table.adopt("key=row:*,salt=random % 4 letters-");
      assertThat(table.scan(new Scan()))
          .containsExactly("foo0001", "foo0002", "foo0003", "foo0004");
      assertThat(table.scan(prefix("foo0003"))).containsExactly("foo0003");
      assertThat(KeyBytes.compare(Bytes.toBytes("a-foo0003"), Bytes.toBytes("b-foo0001")))
          .as("stored order is another")
          .isNegative();
    }
  }
}
