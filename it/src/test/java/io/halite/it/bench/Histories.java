package io.halite.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestProgress;
import io.halite.client.latest.LatestQuery;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table of keys {@code unit:4} with histories of one length, and three ways to ask for newest
 * rows.
 */
final class Histories implements AutoCloseable {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] V = Bytes.toBytes("v");
  private static final String LAYOUT = "key=unit:4:digits ts:8:revtime,salt=";
  private static final String ENDPOINT = "|" + TestTable.LATEST_ENDPOINT + "||";
  private static final int BATCH = 2_000;

  private final int keys;
  private final int history;
  private final int regions;
  private final Table table;
  private final LatestClient client;

  private Histories(int keys, int history, int regions, Table table, LatestClient client) {
    this.keys = keys;
    this.history = history;
    this.regions = regions;
    this.table = table;
    this.client = client;
  }

  /** A table of four regions without salt, whose endpoint has a layout of its own. */
  static Histories plain(EmbeddedCluster cluster, int keys, int history) throws Exception {
    return plain(cluster, "plain", DataBlockEncoding.NONE, keys, history);
  }

  /** The same, in blocks of files that are searched, and not read from their beginning. */
  static Histories indexed(EmbeddedCluster cluster, int keys, int history) throws Exception {
    return plain(cluster, "indexed", DataBlockEncoding.ROW_INDEX_V1, keys, history);
  }

  private static Histories plain(
      EmbeddedCluster cluster, String kind, DataBlockEncoding blocks, int keys, int history)
      throws Exception {
    List<byte[]> splits = new ArrayList<>();
    for (int region = 1; region < 4; region++) {
      splits.add(key(keys * region / 4));
    }
    TablePlan plan = plan(kind, blocks, keys, history).attribute(ENDPOINT + LAYOUT + "none");
    return create(cluster, plan.splits(splits), keys, history);
  }

  /** A table of sixteen buckets, salted by the key, in blocks without an index of their rows. */
  static Histories salted(EmbeddedCluster cluster, int keys, int history) throws Exception {
    return salted(cluster, "salted", DataBlockEncoding.NONE, keys, history);
  }

  /** The same as {@code create_salted} makes it, in blocks that are searched. */
  static Histories saltedIndexed(EmbeddedCluster cluster, int keys, int history) throws Exception {
    return salted(cluster, "salted-indexed", DataBlockEncoding.ROW_INDEX_V1, keys, history);
  }

  private static Histories salted(
      EmbeddedCluster cluster, String kind, DataBlockEncoding blocks, int keys, int history)
      throws Exception {
    String spec = LAYOUT + "hash(unit) % 16";
    TablePlan plan =
        plan(kind, blocks, keys, history)
            .salted(spec)
            .coprocessor(TestTable.LATEST_ENDPOINT)
            .splitBuckets();
    return create(cluster, plan, keys, history);
  }

  private static TablePlan plan(String kind, DataBlockEncoding blocks, int keys, int history) {
    return TestTable.named(kind + "-" + keys + "-" + history)
        .families(
            List.of(
                ColumnFamilyDescriptorBuilder.newBuilder(F).setDataBlockEncoding(blocks).build()));
  }

  private static Histories create(EmbeddedCluster cluster, TablePlan plan, int keys, int history)
      throws Exception {
    Table table = plan.create(cluster).table();
    fill(table, keys, history);
    // One file in each region, whatever was flushed meanwhile.
    cluster.utility().flush(table.getName());
    cluster.utility().compact(table.getName(), true);
    LatestClient client = LatestClient.open(cluster.connection(), table.getName());
    return new Histories(
        keys,
        history,
        cluster.connection().getAdmin().getRegions(table.getName()).size(),
        table,
        client);
  }

  private static void fill(Table table, int keys, int history) throws IOException {
    List<Put> batch = new ArrayList<>(BATCH);
    for (int time = 0; time < history; time++) {
      for (int key = 0; key < keys; key++) {
        batch.add(new Put(row(key, time)).addColumn(F, V, Bytes.toBytes((long) time)));
        if (batch.size() == BATCH) {
          table.put(batch);
          batch = new ArrayList<>(BATCH);
        }
      }
    }
    table.put(batch);
  }

  private static byte[] key(int number) {
    return Bytes.toBytes("%04d".formatted(number));
  }

  private static byte[] row(int key, long time) {
    return ByteBuffer.allocate(12).put(key(key)).putLong(Long.MAX_VALUE - time).array();
  }

  int keys() {
    return keys;
  }

  int history() {
    return history;
  }

  int regions() {
    return regions;
  }

  TableName name() {
    return table.getName();
  }

  /** Asks another question than for all keys; gives how many rows returned, and the progress. */
  Answered ask(LatestQuery query) throws IOException {
    int rows = 0;
    try (LatestAnswers answers = client.ask(query)) {
      for (var answer : answers) {
        rows += answer.rows().size();
      }
      return new Answered(rows, answers.progress());
    }
  }

  /** How many rows came, and what the regions read for them. */
  record Answered(int rows, LatestProgress progress) {}

  /** Asks the endpoint; returns what the regions read. */
  LatestProgress ask(int limit) throws IOException {
    int rows = 0;
    try (LatestAnswers answers = client.ask(LatestQuery.newest(limit))) {
      for (var answer : answers) {
        assertThat(answer.rows().get(0).time()).isEqualTo(history - 1);
        rows += answer.rows().size();
      }
      assertThat(rows).isEqualTo(keys * Math.min(limit, history));
      return answers.progress();
    }
  }

  /** One scan for each key. */
  void scanEach(int limit) throws IOException {
    for (int key = 0; key < keys; key++) {
      Scan scan = new Scan().setStartStopRowForPrefixScan(key(key)).setLimit(limit);
      int rows = 0;
      try (ResultScanner results = table.getScanner(scan)) {
        for (Result result : results) {
          assertThat(result.isEmpty()).isFalse();
          rows++;
        }
      }
      assertThat(rows).isEqualTo(Math.min(limit, history));
    }
  }

  /** One scan of everything, grouped by its reader. */
  void scanAll(int limit) throws IOException {
    byte[] key = new byte[0];
    int keysSeen = 0;
    int rows = 0;
    int inKey = 0;
    try (ResultScanner results = table.getScanner(new Scan())) {
      for (Result result : results) {
        byte[] row = result.getRow();
        boolean same = key.length > 0 && Arrays.equals(key, 0, 4, row, 0, 4);
        inKey = same ? inKey + 1 : 1;
        keysSeen += same ? 0 : 1;
        rows += inKey <= limit ? 1 : 0;
        key = row;
      }
    }
    assertThat(keysSeen).isEqualTo(keys);
    assertThat(rows).isEqualTo(keys * Math.min(limit, history));
  }

  @Override
  public void close() throws IOException {
    client.close();
    table.close();
  }
}
