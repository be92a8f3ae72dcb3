package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.outcome.Losses.Way;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * A gateway loses the same share of its owners' answers to puts of many clients, with forwards that
 * share RPCs and with forwards that do not. How many outcomes does each lost answer leave unknown,
 * and what does a client store that repeats its put?
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am -Dit.test=SharedOutcomeFire}.
 */
class SharedOutcomeFire {
  private static final int CLIENTS = 32;
  private static final int PUTS = Integer.getInteger("halite.fire.puts", 20_000);
  private static final int PERCENT = 2;

  /**
   * Puts of a shared RPC become unknown together, so the numbers of a run scatter more than those
   * of single puts: by a tenth for 100 lost answers, and this is five times as much.
   */
  private static final double MOST_TIMES = 1.5;

  /** What one run has shown. */
  private record Seen(
      int lost, int unknown, int unknownAndStored, int missing, int storedTwice, int rows) {

    Proportion unknownShare() {
      return new Proportion(unknown, rows);
    }

    void print(String what) {
      System.out.printf(
          "%s: %d answers lost, %.2f unknown puts for each; unknown puts: %s, %d of them stored;"
              + " acknowledged puts that are missing: %d; rows stored twice: %d%n",
          what,
          lost,
          (double) unknown / lost,
          unknownShare(),
          unknownAndStored,
          missing,
          storedTwice);
    }
  }

  @Test
  void aLostAnswerOfASharedRpcLosesNoAcknowledgedPut() throws Exception {
    Map<String, Integer> attempts = Map.of("one attempt", 0, "repeated by the client", 15);
    Map<String, Map<String, Seen>> all = new HashMap<>();
    for (String sharing : List.of("off", "on")) {
      try (EmbeddedCluster cluster =
          EmbeddedCluster.start(
              3,
              site -> {
                site.set("halite.forward.sharing", sharing);
                // A handler for each client, so that no request is put off.
                site.setInt("hbase.regionserver.handler.count", 4 * CLIENTS);
                site.set("hbase.rpc.client.impl", LosingRpcClient.class.getName());
              })) {
        for (Map.Entry<String, Integer> attempt : attempts.entrySet()) {
          Seen seen = run(cluster, attempt.getValue());
          all.computeIfAbsent(sharing, any -> new HashMap<>()).put(attempt.getKey(), seen);
          seen.print("sharing " + sharing + ", " + attempt.getKey());
          assertThat(seen.lost()).isPositive();
          assertThat(seen.missing()).isZero();
          assertThat(seen.unknownAndStored()).isEqualTo(seen.unknown());
          if (attempt.getValue() > 0) {
            assertThat(seen.unknown()).isZero();
            assertThat(seen.storedTwice()).isPositive();
          } else {
            assertThat(seen.unknown()).isPositive();
            assertThat(seen.storedTwice()).isZero();
          }
        }
      }
    }
    for (String attempt : attempts.keySet()) {
      requireNoMoreUnknown(all.get("off").get(attempt), all.get("on").get(attempt));
    }
  }

  /** Fewer answers are at risk where puts share RPCs, and each puts more of them at risk. */
  private static void requireNoMoreUnknown(Seen off, Seen on) {
    assertThat(on.lost()).as("answers lost, where RPCs are shared").isLessThan(off.lost() / 2);
    assertThat(on.unknown())
        .as("unknown puts: %s; without sharing %s", on, off)
        .isLessThanOrEqualTo((int) (MOST_TIMES * off.unknown()));
    assertThat(on.storedTwice())
        .as("rows stored twice: %s; without sharing %s", on, off)
        .isLessThanOrEqualTo((int) (MOST_TIMES * off.storedTwice()));
  }

  private static Seen run(EmbeddedCluster cluster, int retries) throws Exception {
    Configuration conf = LosingClients.conf(cluster);
    conf.setInt("hbase.client.retries.number", retries);
    boolean[] acknowledged = new boolean[PUTS];
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try (TestTable salted =
            TestTable.numbered("puts")
                .salted(FOUR_BUCKETS)
                .versions(20)
                .splitBuckets()
                .create(cluster);
        Connection connection = ConnectionFactory.createConnection(conf);
        Table table = connection.getTable(salted.name())) {
      warmUp(salted.table());
      Losses losses = Losses.ofPuts(salted.name(), Map.of(Way.FORWARD, PERCENT));
      AtomicInteger next = new AtomicInteger();
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        running.add(clients.submit(() -> write(table, next, acknowledged)));
      }
      for (Future<?> each : running) {
        each.get();
      }
      Losses.end();
      return read(salted.table(), losses.lost(Way.FORWARD), acknowledged);
    } finally {
      clients.shutdownNow();
      Losses.end();
    }
  }

  /** A gateway and its clients know where the regions are before answers are lost. */
  private static void warmUp(Table table) throws IOException {
    for (int i = 0; i < 64; i++) {
      table.put(new Put(Bytes.toBytes("warm" + i)).addColumn(F, Q, Q));
    }
  }

  private static Void write(Table table, AtomicInteger next, boolean[] acknowledged)
      throws IOException {
    for (int i = next.getAndIncrement(); i < PUTS; i = next.getAndIncrement()) {
      try {
        table.put(new Put(row(i)).addColumn(F, Q, Bytes.toBytes(i)));
        acknowledged[i] = true;
      } catch (RetriesExhaustedException e) {
        // Nothing else fails here, and what is stored of these puts is counted afterwards.
        assertThat(e).hasMessageContaining("whether it applied the request is unknown");
      }
    }
    return null;
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("put%07d".formatted(number));
  }

  private static Seen read(Table table, int lost, boolean[] acknowledged) throws IOException {
    int[] cells = new int[PUTS];
    Scan all = new Scan().setStartStopRowForPrefixScan(Bytes.toBytes("put")).readAllVersions();
    try (ResultScanner rows = table.getScanner(all)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        cells[Integer.parseInt(Bytes.toString(row.getRow()).substring(3))] = row.size();
      }
    }
    int unknown = 0;
    int unknownAndStored = 0;
    int missing = 0;
    int twice = 0;
    for (int i = 0; i < PUTS; i++) {
      unknown += acknowledged[i] ? 0 : 1;
      unknownAndStored += !acknowledged[i] && cells[i] > 0 ? 1 : 0;
      missing += acknowledged[i] && cells[i] == 0 ? 1 : 0;
      twice += cells[i] > 1 ? 1 : 0;
    }
    return new Seen(lost, unknown, unknownAndStored, missing, twice, PUTS);
  }
}
