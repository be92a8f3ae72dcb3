package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.TestTable;
import io.halite.it.outcome.Losses.Way;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The answer to a write that is not to be applied twice is lost after it was applied. */
@Timeout(120)
class LostAnswerIT {
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] N = Bytes.toBytes("n");
  private static final byte[] OLD = Bytes.toBytes("old");
  private static final byte[] NEW = Bytes.toBytes("new");

  private static EmbeddedCluster cluster;
  private static TestTable salted;
  private static Connection client;
  private static Connection plugin;
  private Losses losses;

  @BeforeAll
  static void start() throws Exception {
    cluster = LosingClients.startCluster(2);
    client = ConnectionFactory.createConnection(LosingClients.conf(cluster));
    plugin = ConnectionFactory.createConnection(PlugIns.on(LosingClients.conf(cluster)));
    salted =
        TestTable.numbered("lost")
            .salted(FOUR_BUCKETS)
            .versions(3)
            .families(F)
            .splitBuckets()
            .splits("p")
            .create(cluster);
  }

  @AfterAll
  static void stop() throws Exception {
    try (EmbeddedCluster last = cluster;
        Connection first = client;
        Connection second = plugin) {
      Losses.end();
    }
  }

  @BeforeEach
  @Timeout(60)
  void fill() throws Exception {
    salted.table().delete(new Delete(ROW));
    // HBase hides a put that comes in the millisecond of the delete.
    do {
      salted.table().put(put(OLD));
    } while (!Arrays.equals(stored(Q), OLD));
    losses = Losses.of(salted.name(), Map.of());
  }

  @AfterEach
  void loseNoMore() {
    Losses.end();
  }

  private static CheckAndMutate.Builder ifOld() {
    return CheckAndMutate.newBuilder(ROW).ifEquals(F, Q, OLD);
  }

  private static Put put(byte[] value) {
    return new Put(ROW).addColumn(F, Q, value);
  }

  private static RowMutations counted() throws Exception {
    return RowMutations.of(List.<Mutation>of(put(NEW), new Increment(ROW).addColumn(F, N, 5)));
  }

  private static CheckAndMutateResult send(Connection by, CheckAndMutate check) throws Exception {
    try (Table table = by.getTable(salted.name())) {
      return table.checkAndMutate(check);
    }
  }

  private static byte[] stored(byte[] qualifier) throws Exception {
    return salted.table().get(new Get(ROW)).getValue(F, qualifier);
  }

  @Test
  void aForwardThatLosesTheAnswerToAPutAnswersTrue() throws Exception {
    losses.loseNext(Way.FORWARD, 3);
    assertThat(send(client, ifOld().build(put(NEW))).isSuccess()).isTrue();
    assertThat(losses.lost(Way.FORWARD)).isEqualTo(3);
    assertThat(stored(Q)).isEqualTo(NEW);
  }

  @Test
  void aForwardThatLosesTheAnswerToAConditionByFilterAnswersTrue() throws Exception {
    losses.loseNext(Way.FORWARD, 1);
    CheckAndMutate check =
        CheckAndMutate.newBuilder(ROW)
            .ifMatches(new SingleColumnValueFilter(F, Q, CompareOperator.EQUAL, OLD))
            .build(put(NEW));
    assertThat(send(client, check).isSuccess()).isTrue();
    assertThat(losses.lost(Way.FORWARD)).isEqualTo(1);
  }

  @Test
  void aForwardThatLosesTheAnswerToADeleteAnswersTrue() throws Exception {
    losses.loseNext(Way.FORWARD, 1);
    assertThat(send(client, ifOld().build(new Delete(ROW))).isSuccess()).isTrue();
    assertThat(stored(Q)).isNull();
  }

  @Test
  void aForwardThatLosesTheAnswerToRowMutationsReturnsTheirResult() throws Exception {
    losses.loseNext(Way.FORWARD, 1);
    CheckAndMutateResult answer = send(client, ifOld().build(counted()));
    assertThat(answer.isSuccess()).isTrue();
    assertThat(Bytes.toLong(answer.getResult().getValue(F, N))).isEqualTo(5);
    assertThat(answer.getResult().getRow()).isEqualTo(ROW);
    assertThat(Bytes.toLong(stored(N))).isEqualTo(5);
  }

  @Test
  void aForwardInsideABatchThatLosesItsAnswerAnswersTrue() throws Exception {
    losses.loseNext(Way.FORWARD, 1);
    Object[] answers = new Object[3];
    List<Row> batch =
        List.of(
            ifOld().build(put(NEW)),
            CheckAndMutate.newBuilder(ROW).ifEquals(F, Q, NEW).build(put(OLD)),
            new Get(ROW));
    try (Table table = client.getTable(salted.name())) {
      table.batch(batch, answers);
    }
    assertThat(((CheckAndMutateResult) answers[0]).isSuccess()).isTrue();
    assertThat(((CheckAndMutateResult) answers[1]).isSuccess()).isTrue();
    assertThat(stored(Q)).isEqualTo(OLD);
  }

  @Test
  void anAsynchronousClientReceivesTrueToo() throws Exception {
    losses.loseNext(Way.FORWARD, 1);
    try (AsyncConnection async = LosingClients.async(cluster)) {
      CheckAndMutate check = ifOld().build(put(NEW));
      assertThat(async.getTable(salted.name()).checkAndMutate(check).get().isSuccess()).isTrue();
    }
    assertThat(losses.lost(Way.FORWARD)).isEqualTo(1);
  }

  /** HBase's client numbers this one, so that the owner knows the client's repeat, too. */
  @Test
  void aClientThatLosesTheAnswerToAConditionalIncrementReceivesTheOutcome() throws Exception {
    losses.loseNext(Way.CLIENT, 1);
    CheckAndMutateResult answer = send(client, ifOld().build(counted()));
    assertThat(losses.lost(Way.CLIENT)).isEqualTo(1);
    assertThat(answer.isSuccess()).isTrue();
    assertThat(Bytes.toLong(answer.getResult().getValue(F, N))).isEqualTo(5);
    assertThat(Bytes.toLong(stored(N))).isEqualTo(5);
  }

  /** As on a plain table: nothing in the repeat says that it is one. */
  @Test
  void aClientThatLosesTheAnswerToAConditionalPutReceivesFalse() throws Exception {
    losses.loseNext(Way.CLIENT, 1);
    assertThat(send(client, ifOld().build(put(NEW))).isSuccess()).isFalse();
    assertThat(stored(Q)).isEqualTo(NEW);
  }

  @Test
  void aClientWithThePlugInThatLosesTheAnswerReceivesTrue() throws Exception {
    for (CheckAndMutate check :
        List.of(
            ifOld().build(put(NEW)), ifOld().build(counted()), ifOld().build(new Delete(ROW)))) {
      loseNoMore();
      fill();
      losses.loseNext(Way.CLIENT, 1);
      assertThat(send(plugin, check).isSuccess()).as("%s", check.getAction()).isTrue();
      assertThat(losses.lost(Way.CLIENT)).isEqualTo(1);
    }
  }

  @Test
  void anIncrementAndAnAppendThatLoseTheirAnswersCountOnce() throws Exception {
    try (Table table = client.getTable(salted.name())) {
      losses.loseNext(Way.FORWARD, 1);
      losses.loseNext(Way.CLIENT, 1);
      table.increment(new Increment(ROW).addColumn(F, N, 5));
      assertThat(losses.lost(Way.FORWARD) + losses.lost(Way.CLIENT)).isEqualTo(2);
      assertThat(Bytes.toLong(stored(N))).isEqualTo(5);
      losses.loseNext(Way.FORWARD, 1);
      losses.loseNext(Way.CLIENT, 1);
      table.append(new Append(ROW).addColumn(F, Q, NEW));
      assertThat(stored(Q)).isEqualTo(Bytes.add(OLD, NEW));
    }
  }

  /** Applied twice, it would delete the version before, too. */
  @ParameterizedTest
  @EnumSource
  void aDeleteOfTheNewestVersionThatLosesItsAnswerIsAppliedOnce(NewestDelete way) throws Exception {
    byte[] row = Bytes.toBytes("versions-" + way);
    for (int version = 1; version <= 3; version++) {
      salted.table().put(new Put(row).addColumn(F, Q, version, new byte[] {(byte) version}));
    }
    losses = Losses.ofDeletes(salted.name(), Map.of());
    losses.loseNext(Way.FORWARD, 2);
    try (Table table = client.getTable(salted.name())) {
      if (way.isNumbered()) {
        way.send(table, row);
      } else {
        assertThatThrownBy(() -> way.send(table, row))
            .hasStackTraceContaining("delete of a newest version is unknown");
      }
    }
    assertThat(losses.lost(Way.FORWARD)).isPositive();
    assertThat(salted.table().get(new Get(row)).getValue(F, Q)).containsExactly(2);
  }

  /** The client's repeat has the nonce of the first, and so its number. */
  @Test
  void aClientThatLosesTheAnswerToACountedDeleteDeletesOneVersion() throws Exception {
    byte[] row = Bytes.toBytes("counted");
    salted.table().put(new Put(row).addColumn(F, Q, 1, OLD).addColumn(F, Q, 2, NEW));
    losses.loseNext(Way.CLIENT, 1);
    losses.loseNext(Way.FORWARD, 1);
    try (Table table = client.getTable(salted.name())) {
      NewestDelete.BESIDE_AN_INCREMENT.send(table, row);
    }
    assertThat(losses.lost(Way.CLIENT) + losses.lost(Way.FORWARD)).isEqualTo(2);
    assertThat(salted.table().get(new Get(row)).getValue(F, Q)).isEqualTo(OLD);
  }

  /** More answers than a gateway waits for: the client has repeated the write. */
  @Test
  void aConditionalIncrementReceivesItsOutcomeOnceAnAnswerComesThrough() throws Exception {
    losses.loseNext(Way.FORWARD, Integer.MAX_VALUE);
    try (AsyncConnection async = LosingClients.async(cluster)) {
      CompletableFuture<CheckAndMutateResult> answer =
          async.getTable(salted.name()).checkAndMutate(ifOld().build(counted()));
      while (losses.lost(Way.FORWARD) < 60 && !answer.isDone()) {
        Thread.sleep(10);
      }
      Losses.end();
      byte[] count = answer.get(60, TimeUnit.SECONDS).getResult().getValue(F, N);
      assertThat(stored(N)).isEqualTo(count).isEqualTo(Bytes.toBytes(5L));
    }
  }

  @Test
  void aWriteOfWhichEveryAnswerIsLostFailsAndIsNotAnsweredFalse() throws Exception {
    losses.loseNext(Way.FORWARD, Integer.MAX_VALUE);
    assertThatThrownBy(() -> send(client, ifOld().build(put(NEW))))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("is unknown");
    assertThat(stored(Q)).isEqualTo(NEW);
  }

  @Nested
  class Entries extends LostEntryPromises {
    Entries() throws Exception {
      super(cluster);
    }
  }
}
