package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.Polling;
import io.halite.it.outcome.DyingOwner.Death;
import io.halite.it.outcome.Losses.Way;
import io.halite.it.outcome.OwnerClient.Reached;
import io.halite.it.rights.GuestRoute;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.util.StringUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An owner's server dies while conditional writes are under way at it, and its regions stay closed
 * for longer than a gateway waits for an owner that is silent.
 */
@Timeout(180)
class OwnerDeathIT {
  private static final byte[] OLD = Bytes.toBytes("old");
  private static final byte[] NEW = Bytes.toBytes("new");
  private static final byte[] HELD = Bytes.toBytes("held");

  private static EmbeddedCluster cluster;
  private static Connection gateways;
  private static TestTable salted;

  /** What became of a write before its owner's server died. */
  private enum Write {
    APPLIED,
    NOT_DECIDED,
    CONDITION_DID_NOT_HOLD
  }

  private static Answer start(
      OwnerClient client,
      Reached rows,
      ExecutorService threads,
      byte[] row,
      byte[] expected,
      byte[] value) {
    CheckAndMutate check = ifEquals(row, expected, value);
    return new Answer(
        row,
        value,
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return client.send(rows, check).isSuccess();
              } catch (Exception e) {
                throw new IllegalStateException(client + " failed", e);
              }
            },
            threads));
  }

  private record Answer(byte[] row, byte[] value, CompletableFuture<Boolean> applied) {}

  @BeforeAll
  static void start() throws Exception {
    cluster =
        DoorCluster.start(
            3,
            conf -> {
              conf.set("hbase.rpc.client.impl", LosingRpcClient.class.getName());
              // All handlers poll one queue, and half of them may wait for the region.
              conf.set("hbase.ipc.server.callqueue.handler.factor", "0");
            });
    gateways = OwnerClient.connect(cluster.configuration());
    salted =
        TestTable.numbered("death")
            .salted(FOUR_BUCKETS)
            .coprocessor(DyingOwner.class)
            .families(F)
            .splitBuckets()
            .create(gateways);
  }

  @AfterAll
  static void stop() throws Exception {
    try (EmbeddedCluster last = cluster;
        Connection first = gateways) {
      Losses.end();
    }
  }

  /** Natural keys whose stored keys begin with 00. */
  private static List<byte[]> rowsOfOneBucket(int count) {
    var salt = SaltingSpec.parse(FOUR_BUCKETS).salt();
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> Bytes.toBytes("row" + i))
        .filter(row -> salt.salt(row)[0] == 0)
        .limit(count)
        .toList();
  }

  private static ServerName serverOf(byte[] row) throws Exception {
    try (RegionLocator locator = salted.connection().getRegionLocator(salted.name())) {
      return locator.getRegionLocation(row, true).getServerName();
    }
  }

  /** Puts the owner of the bucket on another server than the gateway's, and finds a third one. */
  private static GuestRoute door(byte[] natural) throws Exception {
    ServerName home = serverOf(natural);
    try (RegionLocator locator = salted.connection().getRegionLocator(salted.name())) {
      if (serverOf(new byte[] {0}).equals(home)) {
        salted.moveAway(locator.getRegionLocation(new byte[] {0}, true));
      }
      List<ServerName> others = new ArrayList<>(salted.admin().getRegionServers());
      others.removeAll(List.of(home, serverOf(new byte[] {0})));
      salted.admin().move(region(locator, new byte[] {1}).getEncodedNameAsBytes(), others.get(0));
      return new GuestRoute(region(locator, natural), home, others.get(0));
    }
  }

  private static RegionInfo region(RegionLocator locator, byte[] row) throws Exception {
    return locator.getRegionLocation(row).getRegion();
  }

  private static CheckAndMutate ifEquals(byte[] row, byte[] expected, byte[] value) {
    return CheckAndMutate.newBuilder(row)
        .ifEquals(F, Q, expected)
        .build(new Put(row).addColumn(F, Q, value));
  }

  private static long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  @Test
  void eachWriteIsAppliedOnceIfItsConditionHoldsAndAnsweredRight() throws Exception {
    List<byte[]> rows = rowsOfOneBucket(3 * OwnerClient.values().length);
    // Before it has rows: a move would flush them, and what is applied within a minute of a flush
    // may not be in the WAL any more.
    Reached reached = new Reached(cluster, salted.name(), door(rows.get(0)));
    ServerName owner = serverOf(new byte[] {0});
    for (byte[] row : rows) {
      salted.table().put(new Put(row).addColumn(F, Q, OLD));
    }
    Polling.until(
        "the door serves as a guest",
        () -> {
          OwnerClient.AT_A_DOOR.send(reached, ifEquals(rows.get(0), NEW, NEW));
          return served() > 0;
        });
    long served = served();
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Answer> answers = new ArrayList<>();
    Losses losses = Losses.of(salted.name(), Map.of());
    try (Death death = new Death(HELD, OwnerClient.values().length)) {
      losses.loseNext(Way.FORWARD, Integer.MAX_VALUE);
      losses.loseNext(Way.CLIENT, Integer.MAX_VALUE);
      for (OwnerClient client : OwnerClient.values()) {
        answers.add(start(client, reached, threads, rows.get(answers.size()), OLD, NEW));
        answers.add(start(client, reached, threads, rows.get(answers.size()), OLD, HELD));
        answers.add(start(client, reached, threads, rows.get(answers.size()), NEW, NEW));
      }
      death.awaitHeld();
      awaitApplied(answers);
      while (losses.lost(Way.FORWARD) + losses.lost(Way.CLIENT) < 4 * OwnerClient.values().length) {
        Thread.sleep(10);
      }
      assertThat(served()).isGreaterThanOrEqualTo(served + Write.values().length);
      cluster.utility().getMiniHBaseCluster().killRegionServer(owner);
      cluster.utility().getMiniHBaseCluster().waitForRegionServerToStop(owner, 60_000);
      Losses.end();
      death.hasDied();
      // Longer than a gateway waits for an owner that does not answer.
      Thread.sleep(6_000);
    }
    Map<String, Object> outcomes = new LinkedHashMap<>();
    Map<String, Object> expected = new LinkedHashMap<>();
    for (int i = 0; i < answers.size(); i++) {
      String name = OwnerClient.values()[i / 3] + " " + Write.values()[i % 3];
      outcomes.put(name, outcome(answers.get(i)));
      expected.put(name, i % 3 < 2);
    }
    assertThat(outcomes).isEqualTo(expected);
    for (int i = 0; i < answers.size(); i++) {
      assertThat(stored(answers.get(i).row())).isEqualTo(i % 3 < 2 ? answers.get(i).value() : OLD);
    }
    threads.shutdownNow();
  }

  private static Object outcome(Answer answer) throws Exception {
    return answer
        .applied()
        .handle(
            (applied, failure) ->
                failure == null ? (Object) applied : StringUtils.stringifyException(failure))
        .get(120, TimeUnit.SECONDS);
  }

  private static void awaitApplied(List<Answer> answers) throws Exception {
    for (int i = 0; i < answers.size(); i += 3) {
      while (!Bytes.equals(stored(answers.get(i).row()), NEW)) {
        Thread.sleep(10);
      }
    }
  }

  private static byte[] stored(byte[] row) throws Exception {
    return salted.table().get(new Get(row)).getValue(F, Q);
  }
}
