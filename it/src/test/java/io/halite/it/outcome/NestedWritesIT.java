package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.outcome.OneRowBatch.NEW;
import static io.halite.it.outcome.OneRowBatch.add;
import static io.halite.it.outcome.OneRowBatch.bytes;
import static io.halite.it.outcome.OneRowBatch.ifOld;
import static io.halite.it.outcome.OneRowBatch.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.outcome.Losses.Way;
import io.halite.it.outcome.NestedWriter.Hook;
import io.halite.it.outcome.NestedWriter.Inside;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Another coprocessor writes in the middle of a hook: neither its write nor one of the client's is
 * left out or applied twice. Each table has one region, so that HBase's connection serves what it
 * is sent there on the same thread.
 */
@Timeout(120)
@ExtendWith(SharedCluster.class)
class NestedWritesIT {
  private static final AtomicInteger ROWS = new AtomicInteger();

  private static Connection client;
  private static Connection withoutCellBlocks;
  private static TestTable plain;
  private static TestTable behindIt;
  private static TestTable aheadOfIt;

  /** How the other coprocessor increments. */
  enum By {
    REGION {
      @Override
      void add(RegionCoprocessorEnvironment env, Increment increment) throws IOException {
        env.getRegion().increment(increment);
      }
    },
    CONNECTION {
      @Override
      void add(RegionCoprocessorEnvironment env, Increment increment) throws IOException {
        table(env).increment(increment);
      }
    },
    /** HBase hides the client's call from it. */
    MULTI_BY_CONNECTION {
      @Override
      void add(RegionCoprocessorEnvironment env, Increment increment) throws IOException {
        try {
          table(env).batch(List.of(increment), new Object[1]);
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
    };

    abstract void add(RegionCoprocessorEnvironment env, Increment increment) throws IOException;
  }

  private static Table table(RegionCoprocessorEnvironment env) throws IOException {
    return env.getConnection().getTable(env.getRegionInfo().getTable());
  }

  /** What the other coprocessor does in the middle of a hook of the row. */
  private interface Neighbour {
    Inside at(byte[] row);
  }

  /** What the client sends. */
  private interface Request {
    Object answer(Table table, byte[] row) throws Exception;
  }

  /** What the client sends together. */
  private interface Batch extends Request {
    List<Row> of(byte[] row) throws Exception;

    @Override
    default Object answer(Table table, byte[] row) throws Exception {
      Object[] answers = new Object[of(row).size()];
      table.batch(of(row), answers);
      return Arrays.asList(answers);
    }
  }

  @BeforeAll
  static void create(EmbeddedCluster cluster) throws Exception {
    Configuration conf = LosingClients.conf(cluster);
    client = ConnectionFactory.createConnection(conf);
    conf.set(HConstants.RPC_CODEC_CONF_KEY, "");
    withoutCellBlocks = ConnectionFactory.createConnection(conf);
    plain = beside(NestedWriter.AHEAD).create(cluster);
    behindIt = beside(NestedWriter.AHEAD).salted(FOUR_BUCKETS).create(cluster);
    aheadOfIt = beside(NestedWriter.BEHIND).salted(FOUR_BUCKETS).create(cluster);
  }

  private static TablePlan beside(int priority) {
    return TestTable.numbered("nested").coprocessor(NestedWriter.class, priority);
  }

  @AfterAll
  static void drop() throws Exception {
    try (Connection fifth = withoutCellBlocks;
        Connection fourth = client;
        TestTable third = plain;
        TestTable second = behindIt;
        TestTable first = aheadOfIt) {
      Losses.end();
    }
  }

  @AfterEach
  void loseNoMore() {
    Losses.end();
  }

  /** The answer, and what the row and the other one hold afterwards. */
  private static String outcome(
      Table table, String name, Hook hook, Neighbour neighbour, Request request) throws Exception {
    byte[] row = bytes(name);
    table.put(put(row, "q", OneRowBatch.OLD));
    NestedWriter.next(hook, row, neighbour.at(row));
    String answer = Told.of(request.answer(table, row));
    assertThat(NestedWriter.isOver()).isTrue();
    return "%s %s %s"
        .formatted(
            answer, Told.of(table.get(new Get(row))), Told.of(table.get(new Get(other(row)))));
  }

  private static void assertAsOnAPlainTable(
      Connection by, TestTable salted, int lost, Hook hook, Neighbour neighbour, Request request)
      throws Exception {
    String row = "row-" + ROWS.incrementAndGet();
    String expected = outcome(by.getTable(plain.name()), row, hook, neighbour, request);
    Losses.of(salted.name(), Map.of()).loseNext(Way.CLIENT, lost);
    assertThat(outcome(by.getTable(salted.name()), row, hook, neighbour, request))
        .as("%s of %s", hook, row)
        .isEqualTo(expected);
  }

  private static void assertAsOnAPlainTable(Hook hook, Neighbour neighbour, Request request)
      throws Exception {
    assertAsOnAPlainTable(client, behindIt, 0, hook, neighbour, request);
  }

  private static void assertSoIfTheAnswerIsLost(
      Connection by, Hook hook, Neighbour neighbour, Request request) throws Exception {
    assertAsOnAPlainTable(by, behindIt, 1, hook, neighbour, request);
  }

  private static byte[] other(byte[] row) {
    return Bytes.add(row, bytes("-other"));
  }

  private static Increment clients(byte[] row) {
    return add(row, "client", 1);
  }

  private static Increment neighbours(byte[] row) {
    return add(row, "neighbour", 100);
  }

  private static CheckAndMutate ifOldThen(byte[] row, Increment increment) {
    return ifOld(row).build(increment);
  }

  private static final Request SINGLE = (table, row) -> table.increment(clients(row));

  private static final Neighbour PUTS =
      row -> env -> env.getRegion().put(put(row, "neighbour", NEW));

  private static final Neighbour CHECKS =
      row -> env -> table(env).checkAndMutate(ifOldThen(row, neighbours(row)));

  private static Neighbour adds(By by) {
    return row -> env -> by.add(env, neighbours(row));
  }

  private static final Neighbour CHANGES_ROWS =
      row -> env -> env.getRegion().mutateRow(both(row, "neighbour", neighbours(row)));

  /** Then the client's increment of this row is refused once, and sent again alone. */
  private static Neighbour thenRefuses(Neighbour neighbour, UnaryOperator<byte[]> which) {
    return row ->
        env -> {
          neighbour.at(which.apply(row)).run(env);
          NestedWriter.next(
              Hook.BEFORE_INCREMENT,
              which.apply(row),
              refused -> {
                throw new IOException("not now");
              });
        };
  }

  private static RowMutations both(byte[] row, String name, Increment increment)
      throws IOException {
    return RowMutations.of(List.<Mutation>of(put(row, name + "'s", NEW), increment));
  }

  /** At the gateway, and at the owner. */
  @ParameterizedTest
  @EnumSource
  void anIncrementBesideASingleOneTakesNothingOfIt(By by) throws Exception {
    for (TestTable salted : List.of(behindIt, aheadOfIt)) {
      for (Hook hook : List.of(Hook.BEFORE_INCREMENT, Hook.AFTER_INCREMENT)) {
        assertAsOnAPlainTable(client, salted, 0, hook, adds(by), SINGLE);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void anIncrementInAPutLeavesItsNonceToTheOneBehindIt(By by) throws Exception {
    Batch batch = row -> List.of(put(row, "r", NEW), clients(row));
    assertAsOnAPlainTable(Hook.BEFORE_PUT, thenRefuses(adds(by), row -> row), batch);
  }

  @ParameterizedTest
  @EnumSource
  void anIncrementInAGetLeavesItsNonceToTheOneBehindIt(By by) throws Exception {
    Batch batch = row -> List.of(new Get(row), clients(row));
    assertAsOnAPlainTable(Hook.BEFORE_GET, thenRefuses(adds(by), row -> row), batch);
  }

  @ParameterizedTest
  @EnumSource
  void anIncrementInThatOfAnotherRowLeavesItsNonceToTheOneBehindIt(By by) throws Exception {
    Batch batch = row -> List.of(clients(row), clients(other(row)));
    assertAsOnAPlainTable(
        Hook.BEFORE_INCREMENT, thenRefuses(adds(by), NestedWritesIT::other), batch);
  }

  @Test
  void aChangedRowInAPutLeavesItsNonceToTheOneBehindIt() throws Exception {
    Batch batch = row -> List.of(put(row, "r", NEW), both(row, "client", clients(row)));
    assertAsOnAPlainTable(Hook.BEFORE_PUT, thenRefuses(CHANGES_ROWS, row -> row), batch);
  }

  /** The region counts it. */
  @Test
  void aPutInAPutIsNotTheClients() throws Exception {
    byte[] third = bytes("third");
    Batch batch = row -> List.of(put(row, "r", NEW), clients(other(row)), clients(third));
    assertSoIfTheAnswerIsLost(client, Hook.BEFORE_PUT, PUTS, batch);
  }

  /** There no cells show which write HBase serves. */
  @Test
  void aPutInAPutIsNotTheClientsIfTheClientSendsItsCellsInsideOfTheRequest() throws Exception {
    Batch batch =
        row -> List.of(put(row, "r", NEW), clients(other(row)), add(other(row), "second", 10));
    assertSoIfTheAnswerIsLost(withoutCellBlocks, Hook.BEFORE_PUT, PUTS, batch);
  }

  @Test
  void aConditionInAConditionTakesNothingOfIt() throws Exception {
    assertAsOnAPlainTable(
        Hook.BEFORE_CHECK,
        CHECKS,
        (table, row) -> table.checkAndMutate(ifOldThen(row, clients(row))));
  }

  @Test
  void aConditionInAConditionOfABatchTakesNothingOfIt() throws Exception {
    Batch batch = row -> List.of(ifOldThen(row, clients(row)));
    assertSoIfTheAnswerIsLost(client, Hook.BEFORE_CHECK, CHECKS, batch);
  }
}
