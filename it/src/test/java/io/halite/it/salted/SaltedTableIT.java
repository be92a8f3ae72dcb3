package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SaltedTableIT {
  private static final String SPEC = "key=row:*,salt=hash(*) % 16";
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final TableName NAME = TableName.valueOf("salted");
  private static EmbeddedCluster cluster;
  private static Table table;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.startWithoutHdfs(3);
    TestTable.named(NAME)
        .salted(SPEC)
        .versions(3)
        .families(F)
        .splitBuckets()
        .splitGateways()
        .create(cluster);
    table = cluster.connection().getTable(NAME);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static byte[] key(String row) {
    return Bytes.toBytes(row);
  }

  private static Put put(String row, String value) {
    return new Put(key(row)).addColumn(F, Q, Bytes.toBytes(value));
  }

  private static String get(String row) throws Exception {
    return Bytes.toString(table.get(new Get(key(row))).getValue(F, Q));
  }

  private static List<String> scan(Scan scan) throws Exception {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        rows.add(Bytes.toString(result.getRow()));
      }
    }
    return rows;
  }

  @Test
  void aRowIsReadBackUnderItsNaturalKey() throws Exception {
    table.put(put("one", "1"));
    assertThat(get("one")).isEqualTo("1");
    assertThat(table.exists(new Get(key("one")))).isTrue();
    assertThat(table.exists(new Get(key("none")))).isFalse();
    table.delete(new Delete(key("one")));
    assertThat(table.get(new Get(key("one"))).isEmpty()).isTrue();
  }

  @Test
  void aScanReturnsAllRowsInNaturalOrderForwardAndReversed() throws Exception {
    List<Put> puts = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 1000; i < 3000; i++) {
      puts.add(put("scan" + i, "v" + i));
      expected.add("scan" + i);
    }
    table.put(puts);
    Scan all = new Scan().setRowPrefixFilter(key("scan"));
    assertThat(scan(all)).isEqualTo(expected);
    assertThat(scan(new Scan(all).setCaching(7))).isEqualTo(expected);
    assertThat(scan(new Scan(all).setLimit(5))).isEqualTo(expected.subList(0, 5));
    List<String> reversed = new ArrayList<>(expected);
    java.util.Collections.reverse(reversed);
    assertThat(
            scan(new Scan().setReversed(true).withStartRow(key("scan9")).withStopRow(key("scan"))))
        .isEqualTo(reversed);
    assertThat(
            scan(
                new Scan(all)
                    .setFilter(
                        new RowFilter(
                            CompareOperator.EQUAL, new BinaryPrefixComparator(key("scan12"))))))
        .isEqualTo(expected.subList(200, 300));
  }

  @Test
  void getsOfOneRequestAreFetchedTogether() throws Exception {
    List<Put> puts = new ArrayList<>();
    List<Get> gets = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      puts.add(put("together" + i, "v" + i));
      gets.add(new Get(key("together" + i)));
      gets.add(new Get(key("missing" + i)));
    }
    table.put(puts);
    table.get(gets);
    RpcCount before = RpcCount.of(cluster);
    Result[] results = table.get(gets);
    RpcCount spent = RpcCount.of(cluster).since(before);
    for (int i = 0; i < 150; i++) {
      assertThat(Bytes.toString(results[2 * i].getValue(F, Q))).isEqualTo("v" + i);
      assertThat(results[2 * i + 1].isEmpty()).isTrue();
    }
    assertThat(spent.get()).isZero();
    assertThat(spent.multi()).isLessThanOrEqualTo(1 + 3 * 3);
    boolean[] exist = table.exists(gets);
    for (int i = 0; i < exist.length; i++) {
      assertThat(exist[i]).isEqualTo(i % 2 == 0);
    }
  }

  @Test
  void countersAppendsAndConditionsWork() throws Exception {
    byte[] c = Bytes.toBytes("c");
    Increment increment = new Increment(key("counter")).addColumn(F, c, 5);
    assertThat(Bytes.toLong(table.increment(increment).getValue(F, c))).isEqualTo(5);
    assertThat(Bytes.toLong(table.increment(increment).getValue(F, c))).isEqualTo(10);
    assertThat(
            Bytes.toString(
                table.append(new Append(key("app")).addColumn(F, Q, key("x"))).getValue(F, Q)))
        .isEqualTo("x");
    assertThat(
            table
                .checkAndMutate(
                    CheckAndMutate.newBuilder(key("cas")).ifNotExists(F, Q).build(put("cas", "1")))
                .isSuccess())
        .isTrue();
    assertThat(
            table
                .checkAndMutate(
                    CheckAndMutate.newBuilder(key("cas")).ifNotExists(F, Q).build(put("cas", "2")))
                .isSuccess())
        .isFalse();
    assertThat(
            table
                .checkAndMutate(
                    CheckAndMutate.newBuilder(key("cas"))
                        .ifMatches(
                            new RowFilter(
                                CompareOperator.EQUAL, new BinaryPrefixComparator(key("cas"))))
                        .build(
                            new RowMutations(key("cas"))
                                .add((Mutation) put("cas", "3"))
                                .add(new Increment(key("cas")).addColumn(F, c, 4))))
                .isSuccess())
        .isTrue();
    assertThat(get("cas")).isEqualTo("3");
    Result result =
        table.mutateRow(
            new RowMutations(key("cas"))
                .add((Mutation) put("cas", "4"))
                .add(new Increment(key("cas")).addColumn(F, c, 4)));
    assertThat(Bytes.toLong(result.getValue(F, c))).isEqualTo(8);
  }

  @Test
  void aBatchOfMixedOperationsAnswersEachInItsPlace() throws Exception {
    byte[] c = Bytes.toBytes("c");
    table.put(put("mixed1", "1"));
    List<Row> actions =
        List.of(
            new Get(key("mixed1")),
            put("mixed2", "2"),
            new Increment(key("mixed3")).addColumn(F, c, 3),
            new Delete(key("mixed4")),
            new RowMutations(key("mixed5")).add((Mutation) put("mixed5", "5")));
    Object[] results = new Object[actions.size()];
    table.batch(actions, results);
    assertThat(Bytes.toString(((Result) results[0]).getValue(F, Q))).isEqualTo("1");
    assertThat(Bytes.toLong(((Result) results[2]).getValue(F, c))).isEqualTo(3);
    assertThat(get("mixed2")).isEqualTo("2");
    assertThat(get("mixed5")).isEqualTo("5");
  }
}
