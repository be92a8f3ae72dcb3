package io.halite.it.secure;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.index.IndexLookup;
import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.client.operate.SaltedTableOperations;
import io.halite.client.operate.Spread;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;

/** What a client asks of {@link SecureTables}; each round has keys of its own. */
final class SecureRequests {
  private static final int ROWS = 40;
  private static final byte[] F = SecureTables.F;
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] BUYER = Bytes.toBytes("buyer");

  /** A question, which fails unless it is answered rightly. */
  interface Question {
    void ask() throws Exception;
  }

  private final Connection connection;
  private final Table histories;
  private final String unit;

  /** The questions of a round, 0 to 99, over a connection. */
  SecureRequests(Connection connection, int round) throws IOException {
    this.connection = connection;
    this.histories = connection.getTable(SecureTables.HISTORIES);
    this.unit = "K%02d".formatted(round);
  }

  /** All, by their names, to be asked in this order. */
  Map<String, Question> all() {
    Map<String, Question> all = new LinkedHashMap<>();
    all.put("put and get", this::putAndGet);
    all.put("batch", this::batch);
    all.put("scan", this::scan);
    all.put("newest rows by scan", this::newestByScan);
    all.put("newest rows by LatestClient", this::newestByClient);
    all.put("check and mutate", this::checkAndMutate);
    all.put("increment", this::increment);
    all.put("row mutations", this::rowMutations);
    all.put("spread and verify", this::operate);
    all.put("put with an index", this::putWithIndex);
    all.put("get by an index", this::getByIndex);
    return all;
  }

  /** Those that a door serves; it leaves calls of endpoints to the region's own server. */
  Map<String, Question> ofDoors() {
    Map<String, Question> some = all();
    some.keySet()
        .retainAll(
            List.of(
                "put and get", "batch", "scan", "check and mutate", "increment", "row mutations"));
    return some;
  }

  /** Whether gets go straight to their owners, by what the gateways count. */
  String way() throws IOException {
    try (Table table = connection.getTable(SecureTables.HISTORIES)) {
      // A server that looks for doors reads at gateways, too, though seldom.
      for (int tries = 0; tries < 5; tries++) {
        long before = readsOfGateways();
        table.exists(new Get(row(1)));
        table.exists(new Get(row(2)));
        if (readsOfGateways() == before) {
          return "straight";
        }
      }
      return "by the gateways";
    } catch (AccessDeniedException e) {
      return "nowhere";
    }
  }

  private long readsOfGateways() throws IOException {
    return SaltedTableOperations.of(connection, SecureTables.HISTORIES).spread().gateways().stream()
        .mapToLong(Spread.Share::reads)
        .sum();
  }

  private byte[] row(long time) {
    return ByteBuffer.allocate(12)
        .put(Bytes.toBytes(unit))
        .putLong(Long.MAX_VALUE - time)
        .put((byte) 0)
        .array();
  }

  private void putAndGet() throws IOException {
    histories.put(new Put(row(0)).addColumn(F, Q, Q));
    assertThat(histories.get(new Get(row(0))).value()).isEqualTo(Q);
    assertThat(histories.exists(new Get(row(-1)))).isFalse();
  }

  private void batch() throws IOException {
    List<Put> puts = new ArrayList<>();
    List<Get> gets = new ArrayList<>();
    for (int time = 1; time < ROWS; time++) {
      puts.add(new Put(row(time)).addColumn(F, Q, Bytes.toBytes(time)));
      gets.add(new Get(row(time)));
    }
    histories.put(puts);
    assertThat(histories.get(gets)).hasSize(ROWS - 1).noneMatch(Result::isEmpty);
  }

  private Scan ofUnit() {
    return new Scan().setStartStopRowForPrefixScan(Bytes.toBytes(unit));
  }

  private void scan() throws IOException {
    try (ResultScanner rows = histories.getScanner(new Scan().setCaching(7))) {
      assertThat(rows).hasSizeGreaterThanOrEqualTo(ROWS);
    }
    try (ResultScanner rows = histories.getScanner(ofUnit())) {
      assertThat(rows.next().getRow()).isEqualTo(row(ROWS - 1));
    }
  }

  private void newestByScan() throws IOException {
    Scan newest = ofUnit().setAttribute("halite.latest", Bytes.toBytes("3"));
    try (ResultScanner rows = histories.getScanner(newest)) {
      assertThat(rows).hasSize(3);
    }
  }

  private void newestByClient() throws IOException {
    LatestQuery query = LatestQuery.newest(2).ofKeys(Bytes.toBytes(unit));
    try (LatestClient client = LatestClient.open(connection, SecureTables.HISTORIES);
        LatestAnswers answers = client.ask(query)) {
      assertThat(answers).extracting(KeyAnswer::rows).singleElement().asList().hasSize(2);
    }
  }

  private void checkAndMutate() throws IOException {
    Put put = new Put(row(0)).addColumn(F, Q, F);
    assertThat(
            histories
                .checkAndMutate(CheckAndMutate.newBuilder(row(0)).ifEquals(F, Q, Q).build(put))
                .isSuccess())
        .isTrue();
    assertThat(histories.get(new Get(row(0))).value()).isEqualTo(F);
  }

  private void increment() throws IOException {
    byte[] count = Bytes.toBytes("count");
    histories.increment(new Increment(row(0)).addColumn(F, count, 3));
    assertThat(histories.increment(new Increment(row(0)).addColumn(F, count, 4)).getValue(F, count))
        .isEqualTo(Bytes.toBytes(7L));
  }

  private void rowMutations() throws IOException {
    histories.mutateRow(
        RowMutations.of(
            List.of(new Put(row(1)).addColumn(F, BUYER, Q), new Put(row(1)).addColumn(F, Q, F))));
    assertThat(histories.get(new Get(row(1)).addColumn(F, BUYER)).value()).isEqualTo(Q);
  }

  private void operate() throws IOException {
    SaltedTableOperations operations = SaltedTableOperations.of(connection, SecureTables.HISTORIES);
    assertThat(operations.spread().imbalance()).isPositive();
    assertThat(operations.verify(progress -> {}).rows()).isGreaterThanOrEqualTo(ROWS);
  }

  private void putWithIndex() throws IOException {
    try (Table orders = connection.getTable(SecureTables.ORDERS)) {
      orders.put(new Put(Bytes.toBytes(unit + "1")).addColumn(F, BUYER, Bytes.toBytes(unit)));
      orders.put(new Put(Bytes.toBytes(unit + "2")).addColumn(F, BUYER, Bytes.toBytes("other")));
    }
  }

  private void getByIndex() throws IOException {
    byte[] order = Bytes.toBytes(unit + "1");
    Get byBuyer = new Get(Bytes.toBytes(unit)).addColumn(F, BUYER);
    try (Table orders = connection.getTable(SecureTables.ORDERS)) {
      byBuyer.setAttribute("halite.index", Bytes.toBytes("byBuyer"));
      assertThat(orders.get(byBuyer).getRow()).isEqualTo(order);
    }
    assertThat(
            IndexLookup.of(connection, SecureTables.ORDERS, "byBuyer")
                .find(new Get(Bytes.toBytes(unit)).addColumn(F, BUYER), 10))
        .extracting(Result::getRow)
        .containsExactly(order);
  }
}
