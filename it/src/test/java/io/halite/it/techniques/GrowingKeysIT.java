package io.halite.it.techniques;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.oracle.TechniqueData;
import io.halite.keys.KeyLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Where rows go that are written in the order of their keys, and what a split changes. */
@ExtendWith(SharedCluster.class)
class GrowingKeysIT {
  private static final int HALF = 200;

  private final EmbeddedCluster cluster;

  GrowingKeysIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** The rows that each region stores, in the order of the regions. */
  private static List<Integer> rows(TestTable table) throws IOException {
    TreeMap<String, Integer> rows = new TreeMap<>();
    for (HRegion region : table.store().regions()) {
      int count = 0;
      try (RegionScanner scanner = region.getScanner(new Scan())) {
        List<Cell> cells = new ArrayList<>();
        boolean more = true;
        while (more) {
          more = scanner.next(cells);
          count += cells.isEmpty() ? 0 : 1;
          cells.clear();
        }
      }
      rows.put(Bytes.toStringBinary(region.getRegionInfo().getStartKey()), count);
    }
    return List.copyOf(rows.values());
  }

  private static List<String> rows(String form, int from, int to) {
    return IntStream.range(from, to).mapToObj(form::formatted).toList();
  }

  private void split(TestTable table, String point) throws Exception {
    int regions = table.store().regions().size();
    table.admin().split(table.name(), Bytes.toBytesBinary(point));
    cluster.utility().waitFor(60_000, () -> table.store().regions().size() == regions + 1);
  }

  /** Document 001: what a split of growing keys leaves behind is never written to again. */
  @Test
  void splitOfGrowingKeysLeavesARegionHalfFull() throws Exception {
    try (TestTable table = TestTable.numbered("growing").create(cluster)) {
      table.put(rows("%06d", 0, 2 * HALF));
      split(table, "%06d".formatted(HALF));
      assertThat(rows(table)).containsExactly(HALF, HALF);
      table.put(rows("%06d", 2 * HALF, 4 * HALF));
      assertThat(rows(table)).containsExactly(HALF, 3 * HALF);
    }
  }

  /** Buckets grow alike; within each of them keys still grow, and a split leaves its first half. */
  @Test
  void bucketsGrowAlikeAndEachLeavesAHalfBehindWhenItIsSplit() throws Exception {
    try (TestTable table =
        TestTable.numbered("growing")
            .salted("key=n:6:digits,salt=mod(n) % 4")
            .splitBuckets()
            .create(cluster)) {
      table.put(rows("%06d", 0, 4 * HALF));
      assertThat(rows(table)).containsExactly(HALF, HALF, HALF, HALF);
      split(table, "\\x01%06d".formatted(2 * HALF));
      table.put(rows("%06d", 4 * HALF, 8 * HALF));
      assertThat(rows(table))
          .containsExactly(2 * HALF, HALF / 2, 2 * HALF - HALF / 2, 2 * HALF, 2 * HALF);
    }
  }

  /** Document 004: a number that counts up is as hot in front as the time is. */
  @Test
  void numberThatCountsUpIsAsHotInFrontAsTheTime() throws Exception {
    KeyLayout byTime = KeyLayout.parse("sendDate~: sendTime~: messageId:*");
    Random random = new Random(4);
    TreeSet<String> messages = new TreeSet<>();
    while (messages.size() < 300) {
      messages.add(Bytes.toString(TechniqueData.MESSAGES.key(byTime, random)));
    }
    List<String> byNumber =
        messages.stream()
            .map(message -> message.split(":"))
            .map(part -> part[2] + ":" + part[0] + ":" + part[1])
            .sorted()
            .toList();
    String[] digits = {"1", "2", "3", "4", "5", "6", "7", "8", "9"};
    for (List<String> keys : List.of(List.copyOf(messages), byNumber)) {
      try (TestTable table = TestTable.numbered("growing").splits(digits).create(cluster)) {
        table.put(keys);
        assertThat(rows(table)).as("keys like %s", keys.get(0)).containsOnlyOnce(300);
      }
    }
    try (TestTable table =
        TestTable.numbered("growing")
            .salted("key=" + byTime + ",salt=MD5(messageId)[0:32]:")
            .splits(
                Stream.concat(Stream.of(digits), Stream.of("A", "B", "C", "D", "E", "F"))
                    .toArray(String[]::new))
            .create(cluster)) {
      table.put(messages);
      assertThat(rows(table)).hasSize(16).allMatch(rows -> rows > 5 && rows < 45);
    }
  }

  /** Document 000, of OpenTSDB: metrics in front of the time spread the writes of one moment. */
  @Test
  void metricsBeforeTheTimeSpreadTheWritesOfOneMoment() throws Exception {
    KeyLayout metricFirst = KeyLayout.parse("metric:4:int ts:4:int");
    KeyLayout timeFirst = KeyLayout.parse("ts:4:int metric:4:int");
    byte[][] metrics = {{0, 0, 0, 64}, {0, 0, 0, (byte) 128}, {0, 0, 0, (byte) 192}};
    byte[][] times = {{64}, {(byte) 128}, {(byte) 192}};
    for (KeyLayout layout : List.of(metricFirst, timeFirst)) {
      boolean spreads = layout.equals(metricFirst);
      try (TestTable table =
          TestTable.numbered("growing").splits(spreads ? metrics : times).create(cluster)) {
        List<Put> moment = new ArrayList<>();
        for (int metric = 0; metric < 256; metric++) {
          byte[] key = layout.key().set("metric", metric).set("ts", 979_560_000).build();
          moment.add(new Put(key).addColumn(TestTable.F, TestTable.Q, key));
        }
        table.table().put(moment);
        assertThat(rows(table))
            .as(layout.toString())
            .containsExactly(
                spreads ? new Integer[] {64, 64, 64, 64} : new Integer[] {256, 0, 0, 0});
      }
    }
    String hot = "key=metric:4:int ts:4:int,salt=hash(metric) spread(ts % 4) % 16";
    try (TestTable table =
        TestTable.numbered("growing").salted(hot).splitBuckets().create(cluster)) {
      List<Put> puts = new ArrayList<>();
      for (int second = 0; second < 300; second++) {
        byte[] key = metricFirst.key().set("metric", 7).set("ts", 979_560_000 + second).build();
        puts.add(new Put(key).addColumn(TestTable.F, TestTable.Q, key));
      }
      table.table().put(puts);
      assertThat(rows(table)).filteredOn(rows -> rows > 0).hasSize(4).allMatch(rows -> rows > 40);
    }
  }
}
