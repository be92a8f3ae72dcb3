package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyRange;
import io.halite.keys.RowKeyBuilder;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Digests and reversed segments: where rows lie, and reads of one place. */
@ExtendWith(SharedCluster.class)
class ScatteredTableIT {
  private static final String MESSAGES = "sendDate~: sendTime~: messageId:*";
  private static final List<String> SALTED_BY_HAND =
      List.of(
          "8D4646EB2D7067126EB08ADB0672F7BB:230611:063031:1231231",
          "715782C59C0561E9B6CE0F3D522C32F1:230611:063032:1231232",
          "57F962C03EF3526EC6E95CEB50785C4C:230611:063032:1231233",
          "8B353D5CC07E13577608711F4602FCB7:230611:063033:1231234",
          "430EDB0C535BF08174E122EFECFA711D:230611:063033:1231235");

  private final EmbeddedCluster cluster;

  ScatteredTableIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private TestTable create(String spec, String... splits) throws Exception {
    return TestTable.numbered("technique").salted(spec).splits(splits).create(cluster);
  }

  private static byte[] key(String row) {
    return Bytes.toBytes(row);
  }

  @Test
  void tableThatWasSaltedByHandIsAdopted() throws Exception {
    try (TestTable table =
        TestTable.numbered("technique").saltedByHand(MESSAGES).splits("4", "8").create(cluster)) {
      table.put(SALTED_BY_HAND);
      table.adopt("key=" + MESSAGES + ",salt=MD5(messageId)[0:32]:");
      assertThat(table.store().keys()).containsExactlyInAnyOrderElementsOf(SALTED_BY_HAND);
      List<String> natural = SALTED_BY_HAND.stream().map(row -> row.substring(33)).toList();
      assertThat(table.scan(new Scan())).isEqualTo(natural);
      Get get = new Get(key("230611:063033:1231234"));
      assertThat(Bytes.toString(table.table().get(get).getValue(F, Q)))
          .isEqualTo(SALTED_BY_HAND.get(3));
      table.put(List.of("230611:063034:1231236"));
      assertThat(table.store().keys())
          .contains("24BF6E223BBF0D4A3F3C976BAAA61990:230611:063034:1231236");
    }
  }

  /** Documents 001 and 003: what their clients computed by hand is computed by hand here, too. */
  @ParameterizedTest
  @CsvSource({
    "id:*, md5(*)[28:32], 13642484%02d, 0, 28",
    "user:4 order:*, md5(user)[0:4], 00%02d17, 4, 0",
    "user:4 order:*, MD5(user)[0:32]:, 00%02d18, 4, 0"
  })
  void tableThatWasSaltedByDigestsIsAdopted(
      String layout, String salt, String form, int hashed, int from) throws Exception {
    try (TestTable table =
        TestTable.numbered("technique")
            .saltedByHand(layout)
            .splits("4", "8", "C", "c")
            .create(cluster)) {
      List<String> natural = IntStream.range(0, 60).mapToObj(form::formatted).toList();
      List<String> byHand = new ArrayList<>();
      for (String key : natural) {
        byte[] digest =
            MessageDigest.getInstance("MD5")
                .digest(key(hashed == 0 ? key : key.substring(0, hashed)));
        String hex = HexFormat.of().formatHex(digest);
        byHand.add(
            (salt.endsWith(":")
                    ? hex.toUpperCase(Locale.ROOT) + ":"
                    : hex.substring(from, from + 4))
                + key);
      }
      table.put(byHand.subList(0, 50));
      table.adopt("key=" + layout + ",salt=" + salt);
      assertThat(table.scan(new Scan())).isEqualTo(natural.subList(0, 50));
      table.put(natural.subList(50, 60));
      assertThat(table.store().keys()).containsExactlyInAnyOrderElementsOf(byHand);
      for (String key : natural) {
        assertThat(table.table().exists(new Get(key(key)))).isTrue();
      }
    }
  }

  @Test
  void everyOperationOfARowGoesToItsOneStoredKey() throws Exception {
    for (String salt : List.of("md5(user)[0:4]", "reverse(user)")) {
      try (TestTable table = create("key=user:4:digits order:*,salt=" + salt, "3", "6", "9")) {
        byte[] row = key("0012a");
        byte[] c = key("c");
        table.table().put(new Put(row).addColumn(F, Q, key("1")));
        Increment increment = new Increment(row).addColumn(F, c, 5);
        assertThat(Bytes.toLong(table.table().increment(increment).getValue(F, c))).isEqualTo(5);
        RowFilter own = new RowFilter(CompareOperator.EQUAL, new BinaryPrefixComparator(row));
        assertThat(
                table
                    .table()
                    .checkAndMutate(
                        CheckAndMutate.newBuilder(row)
                            .ifMatches(own)
                            .build(new Put(row).addColumn(F, Q, key("2"))))
                    .isSuccess())
            .isTrue();
        Result got = table.table().get(new Get(row).setFilter(own));
        assertThat(got.getRow()).isEqualTo(row);
        assertThat(Bytes.toString(got.getValue(F, Q))).isEqualTo("2");
        assertThat(table.table().exists(new Get(row))).isTrue();
        assertThat(table.table().get(new Get(key("12a"))).isEmpty()).as("no such key").isTrue();
        assertThat(table.store().keys())
            .containsExactly(salt.startsWith("md5") ? "29150012a" : "2100a");
        assertThatThrownBy(() -> table.put(List.of("12a")))
            .hasStackTraceContaining("segment 'user' at offset 0");
        table.table().delete(new Delete(row));
        assertThat(table.store().keys()).isEmpty();
      }
    }
  }

  @Test
  void getsAreForwardedOnceAndTogether() throws Exception {
    try (TestTable table = create("key=user:4:digits,salt=reverse(user)", "3", "6", "9")) {
      List<String> rows = IntStream.range(0, 300).mapToObj("%04d"::formatted).toList();
      table.put(rows);
      List<Get> gets = rows.stream().map(row -> new Get(key(row))).toList();
      table.table().get(gets);
      RpcCount before = RpcCount.of(cluster);
      assertThat(table.table().get(gets)).allMatch(result -> !result.isEmpty());
      RpcCount spent = RpcCount.of(cluster).since(before);
      assertThat(spent.get()).isZero();
      assertThat(spent.multi()).isLessThanOrEqualTo(3 + 3 * 3 * 4);
      before = RpcCount.of(cluster);
      for (Get get : gets.subList(0, 50)) {
        table.table().get(get);
      }
      assertThat(RpcCount.of(cluster).since(before).get()).isEqualTo(2 * 50);
    }
  }

  @Test
  void scanOfOneUserReadsOnePlace() throws Exception {
    for (String salt : List.of("md5(user)[0:4]", "reverse(user)")) {
      try (TestTable table =
          create("key=user:4:digits order:*,salt=" + salt, "2", "4", "6", "8", "a", "c", "e")) {
        List<String> rows = new ArrayList<>();
        for (int user = 0; user < 200; user++) {
          for (int order = 0; order < 5; order++) {
            rows.add("%04d%d".formatted(user, order));
          }
        }
        table.put(rows);
        // Stored behind 6950, or as 7000: both in the region that begins with 6.
        String user = "0007";
        Scan scan = new Scan().setStartStopRowForPrefixScan(key(user));
        table.scan(scan);
        Map<String, Long> reads = table.store().reads();
        RpcCount before = RpcCount.of(cluster);
        assertThat(table.scan(scan))
            .isEqualTo(rows.stream().filter(row -> row.startsWith(user)).toList());
        RpcCount spent = RpcCount.of(cluster).since(before);
        assertThat(spent.scan()).as("of client and gateway").isLessThanOrEqualTo(6);
        assertThat(table.store().readSince(reads)).as("the owner alone").containsExactly("6");
        Scan reversed = new Scan().setReversed(true);
        reversed.withStartRow(key(user + "3")).withStopRow(key(user));
        assertThat(table.scan(reversed))
            .containsExactly(user + "3", user + "2", user + "1", user + "0");
        assertThat(table.scan(new Scan(scan).setLimit(2))).containsExactly(user + "0", user + "1");
      }
    }
  }

  /** Document 002: the operations of one user in a window of time, the newest first. */
  @Test
  void windowOfTimeOfOneUserComesNewestFirst() throws Exception {
    try (TestTable table =
        create("key=user:4:digits ts:8:revtime,salt=reverse(user)", "3", "6", "9")) {
      List<Put> puts = new ArrayList<>();
      for (int user = 40; user < 45; user++) {
        for (long time = 1_000; time <= 9_000; time += 1_000) {
          byte[] row = table.layout().key().set("user", user).set("ts", time).build();
          puts.add(new Put(row).addColumn(F, Q, Bytes.toBytes(time)));
        }
      }
      table.table().put(puts);
      RowKeyBuilder builder = table.layout().key().set("user", 42L);
      KeyRange window =
          KeyRange.of(builder.set("ts", 7_000).build(), builder.set("ts", 3_000).build());
      List<String> shown = new ArrayList<>();
      try (ResultScanner rows =
          table
              .table()
              .getScanner(new Scan().withStartRow(window.start()).withStopRow(window.stop()))) {
        rows.forEach(row -> shown.add(table.layout().read(row.getRow()).toString()));
      }
      assertThat(shown)
          .containsExactly(
              "user=0042 ts=1970-01-01T00:00:07Z",
              "user=0042 ts=1970-01-01T00:00:06Z",
              "user=0042 ts=1970-01-01T00:00:05Z",
              "user=0042 ts=1970-01-01T00:00:04Z");
      Scan newest = new Scan().setRowPrefixFilter(key("0042"));
      newest.setAttribute("halite.latest", key("2"));
      List<Long> times = new ArrayList<>();
      try (ResultScanner rows = table.table().getScanner(newest)) {
        rows.forEach(row -> times.add(Bytes.toLong(row.getValue(F, Q))));
      }
      assertThat(times).containsExactly(9_000L, 8_000L);
      Scan ofAll = new Scan();
      ofAll.setAttribute("halite.latest", key("2"));
      assertThatThrownBy(() -> table.scan(ofAll))
          .hasStackTraceContaining("halite.latest needs the rows of a key in natural order")
          .hasStackTraceContaining("give one value to segment 'user'");
    }
  }

  @Test
  void rowThatIsNotUnderItsDigestStopsItsRegion() throws Exception {
    try (TestTable table =
        TestTable.numbered("technique").saltedByHand("id:*").splits("8").create(cluster)) {
      table.put(List.of("ffe51364248490", "ffe61364248490"));
      table.adopt("key=id:*,salt=md5(*)[28:32]");
      assertThatThrownBy(() -> table.scan(new Scan()))
          .hasStackTraceContaining(DoNotRetryIOException.class.getName())
          .hasStackTraceContaining("holds a row that was stored without this salt");
    }
  }
}
