package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.plugin.SaltedAsyncConnection;
import io.halite.client.plugin.SaltedConnection;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.outcome.DyingOwner.Death;
import io.halite.it.outcome.Losses.Way;
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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
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
  private static TestTable salted;

  /** The ways to an owner. */
  private enum Client {
    BLOCKING {
      @Override
      CheckAndMutateResult send(CheckAndMutate check) throws Exception {
        return one(conf(), check);
      }
    },
    BATCH {
      @Override
      CheckAndMutateResult send(CheckAndMutate check) throws Exception {
        Object[] answers = new Object[2];
        try (Connection connection = ConnectionFactory.createConnection(conf());
            Table table = connection.getTable(salted.name())) {
          table.batch(List.<Row>of(check, new Get(check.getRow())), answers);
        }
        return (CheckAndMutateResult) answers[0];
      }
    },
    ASYNCHRONOUS {
      @Override
      CheckAndMutateResult send(CheckAndMutate check) throws Exception {
        return later(conf(), check);
      }
    },
    PLUG_IN {
      @Override
      CheckAndMutateResult send(CheckAndMutate check) throws Exception {
        Configuration conf = conf();
        conf.set("hbase.client.connection.impl", SaltedConnection.class.getName());
        return one(conf, check);
      }
    },
    ASYNCHRONOUS_PLUG_IN {
      @Override
      CheckAndMutateResult send(CheckAndMutate check) throws Exception {
        Configuration conf = conf();
        conf.set("hbase.client.async.connection.impl", SaltedAsyncConnection.class.getName());
        return later(conf, check);
      }
    };

    private static Configuration conf() {
      Configuration conf = LosingClients.conf(cluster);
      // The plug-in asks the owners itself, and has to go on while they are away.
      conf.setInt("hbase.client.pause", 100);
      return conf;
    }

    abstract CheckAndMutateResult send(CheckAndMutate check) throws Exception;

    private static CheckAndMutateResult one(Configuration conf, CheckAndMutate check)
        throws Exception {
      try (Connection connection = ConnectionFactory.createConnection(conf);
          Table table = connection.getTable(salted.name())) {
        return table.checkAndMutate(check);
      }
    }

    private static CheckAndMutateResult later(Configuration conf, CheckAndMutate check)
        throws Exception {
      try (AsyncConnection connection = ConnectionFactory.createAsyncConnection(conf).get()) {
        return connection.getTable(salted.name()).checkAndMutate(check).get(120, TimeUnit.SECONDS);
      }
    }

    Answer start(ExecutorService threads, byte[] row, byte[] expected, byte[] value) {
      CheckAndMutate check =
          CheckAndMutate.newBuilder(row)
              .ifEquals(F, Q, expected)
              .build(new Put(row).addColumn(F, Q, value));
      return new Answer(
          row,
          value,
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return send(check).isSuccess();
                } catch (Exception e) {
                  throw new IllegalStateException(this + " failed", e);
                }
              },
              threads));
    }
  }

  /** What became of a write before its owner's server died. */
  private enum Write {
    APPLIED,
    NOT_DECIDED,
    CONDITION_DID_NOT_HOLD
  }

  private record Answer(byte[] row, byte[] value, CompletableFuture<Boolean> applied) {}

  @BeforeAll
  static void start() throws Exception {
    cluster =
        EmbeddedCluster.startWithoutHdfs(
            3,
            conf -> {
              conf.set("hbase.rpc.client.impl", LosingRpcClient.class.getName());
              // All handlers poll one queue, and half of them may wait for the region.
              conf.set("hbase.ipc.server.callqueue.handler.factor", "0");
            });
    salted =
        TestTable.numbered("death")
            .salted(FOUR_BUCKETS)
            .coprocessor(DyingOwner.class)
            .families(F)
            .splitBuckets()
            .create(cluster);
  }

  @AfterAll
  static void stop() throws Exception {
    try (EmbeddedCluster last = cluster) {
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

  /** Makes the owner of the bucket another server than the gateway's. */
  private static ServerName owner(byte[] natural) throws Exception {
    try (RegionLocator locator = salted.connection().getRegionLocator(salted.name())) {
      if (serverOf(new byte[] {0}).equals(serverOf(natural))) {
        salted.moveAway(locator.getRegionLocation(new byte[] {0}, true));
      }
    }
    return serverOf(new byte[] {0});
  }

  @Test
  void eachWriteIsAppliedOnceIfItsConditionHoldsAndAnsweredRight() throws Exception {
    List<byte[]> rows = rowsOfOneBucket(3 * Client.values().length);
    // Before it has rows: a move would flush them, and what is applied within a minute of a flush
    // may not be in the WAL any more.
    ServerName owner = owner(rows.get(0));
    for (byte[] row : rows) {
      salted.table().put(new Put(row).addColumn(F, Q, OLD));
    }
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Answer> answers = new ArrayList<>();
    Losses losses = Losses.of(salted.name(), Map.of());
    try (Death death = new Death(HELD, Client.values().length)) {
      losses.loseNext(Way.FORWARD, Integer.MAX_VALUE);
      losses.loseNext(Way.CLIENT, Integer.MAX_VALUE);
      for (Client client : Client.values()) {
        answers.add(client.start(threads, rows.get(answers.size()), OLD, NEW));
        answers.add(client.start(threads, rows.get(answers.size()), OLD, HELD));
        answers.add(client.start(threads, rows.get(answers.size()), NEW, NEW));
      }
      death.awaitHeld();
      awaitApplied(answers);
      while (losses.lost(Way.FORWARD) + losses.lost(Way.CLIENT) < 4 * Client.values().length) {
        Thread.sleep(10);
      }
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
      String name = Client.values()[i / 3] + " " + Write.values()[i % 3];
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
