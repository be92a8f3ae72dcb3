package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import io.halite.it.outcome.Losses.Way;
import io.halite.it.plugin.AsyncAsTable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * A batch with several writes of one row loses answers, or parts of it are refused: none of its
 * writes receives the outcome of another one, is applied twice, or is left out.
 */
@Timeout(120)
class OneRowBatchIT {
  private static final int PATIENT_MILLIS = 60_000;
  private static final int SHORT_MILLIS = 600;
  private static final AtomicInteger ROWS = new AtomicInteger();

  private static EmbeddedCluster cluster;
  private static TestTable salted;
  private static TestTable plain;
  private static Clients natural;
  private static Clients direct;

  /** Both clients of HBase, with a configuration. */
  private record Clients(Connection blocking, AsyncConnection async) {
    static Clients of(Configuration conf) throws Exception {
      return new Clients(
          ConnectionFactory.createConnection(conf),
          ConnectionFactory.createAsyncConnection(conf).get());
    }

    /** The table by the clients, by name, which wait for so long for each answer. */
    Map<String, Table> tables(TableName name, int millis) {
      return Map.of(
          "blocking",
          blocking.getTableBuilder(name, null).setWriteRpcTimeout(millis).build(),
          "asynchronous",
          new AsyncAsTable(
              async
                  .getTableBuilder(name)
                  .setWriteRpcTimeout(millis, TimeUnit.MILLISECONDS)
                  .setRpcTimeout(millis, TimeUnit.MILLISECONDS)
                  .build()));
    }
  }

  @BeforeAll
  static void start() throws Exception {
    cluster = LosingClients.startCluster(2);
    Configuration conf = LosingClients.conf(cluster);
    natural = Clients.of(conf);
    Configuration plugin = PlugIns.on(conf);
    direct = Clients.of(plugin);
    salted =
        TestTable.numbered("batches")
            .coprocessor(EarlyRefusal.class, EarlyRefusal.PRIORITY)
            .salted(FOUR_BUCKETS)
            .splitBuckets()
            .splits("p")
            .create(cluster);
    plain =
        TestTable.numbered("plain-batches")
            .coprocessor(EarlyRefusal.class, EarlyRefusal.PRIORITY)
            .create(cluster);
  }

  @AfterAll
  static void stop() throws Exception {
    try (EmbeddedCluster last = cluster;
        AsyncConnection fourth = direct.async();
        Connection third = direct.blocking();
        AsyncConnection second = natural.async();
        Connection first = natural.blocking()) {
      Losses.end();
    }
  }

  @AfterEach
  void loseNoMore() {
    Losses.end();
  }

  private static final Trouble CONDITION_REFUSED = Trouble.at(EarlyRefusal::nextCondition);
  private static final Trouble WRITE_REFUSED = Trouble.at(EarlyRefusal::nextWrite);

  private static Trouble losing(Way way, int answers) {
    return Trouble.losing(salted.name(), way, answers);
  }

  /** The gateway loses all answers but the first ones, until the client repeats one request. */
  private static Trouble losingAllBut(int answers) {
    return row -> {
      Losses.of(salted.name(), Map.of()).loseAllBut(Way.FORWARD, answers);
      long before = EarlyRefusal.seen(row);
      return CompletableFuture.runAsync(
          () -> {
            try {
              Polling.until("it repeats one", () -> EarlyRefusal.seen(row) > before + 2);
              Losses.end();
            } catch (Exception e) {
              throw new CompletionException(e);
            }
          });
    };
  }

  private static void assertAsOnAPlainTable(
      OneRowBatch batch, Clients clients, Trouble onPlain, Trouble onSalted) throws Exception {
    assertAsOnAPlainTable(batch, clients, PATIENT_MILLIS, onPlain, onSalted);
  }

  private static void assertAsOnAPlainTable(
      OneRowBatch batch, Clients clients, int millis, Trouble onPlain, Trouble onSalted)
      throws Exception {
    Map<String, Table> plainTables = natural.tables(plain.name(), PATIENT_MILLIS);
    for (Map.Entry<String, Table> by : clients.tables(salted.name(), millis).entrySet()) {
      String row =
          "%s-%s-%s-%d"
              .formatted(
                  batch,
                  clients.equals(direct) ? "plug-in" : "client",
                  by.getKey(),
                  ROWS.addAndGet(1));
      String expected = batch.outcome(plainTables.get(by.getKey()), plain, row, onPlain);
      assertThat(batch.outcome(by.getValue(), salted, row, onSalted)).as(row).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachWriteOfABatchIsAnsweredAndAppliedAsOnAPlainTable(OneRowBatch batch) throws Exception {
    assertAsOnAPlainTable(batch, natural, Trouble.NONE, Trouble.NONE);
    assertAsOnAPlainTable(batch, direct, Trouble.NONE, Trouble.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void aBatchIsAsOnAPlainTableWhenTheClientLosesTheWholeAnswerTwice(OneRowBatch batch)
      throws Exception {
    assertAsOnAPlainTable(batch, natural, Trouble.NONE, losing(Way.CLIENT, 2));
    assertAsOnAPlainTable(batch, direct, Trouble.NONE, losing(Way.CLIENT, 2));
  }

  @ParameterizedTest
  @EnumSource
  void aBatchIsAsOnAPlainTableWhenTheGatewayLosesTheFirstAnswer(OneRowBatch batch)
      throws Exception {
    assertAsOnAPlainTable(batch, natural, Trouble.NONE, losing(Way.FORWARD, 1));
  }

  /** HBase refuses it for a quota, for example; its client sends this one again, alone. */
  @ParameterizedTest
  @EnumSource(
      names = {"UNCONDITIONAL", "ONE_BY_ONE"},
      mode = Mode.EXCLUDE)
  void aBatchIsAsOnAPlainTableWhenItsFirstConditionIsRefusedOnceBeforeHaliteSeesIt(
      OneRowBatch batch) throws Exception {
    for (Clients clients : List.of(natural, direct)) {
      assertAsOnAPlainTable(batch, clients, CONDITION_REFUSED, CONDITION_REFUSED);
      assertThat(EarlyRefusal.isOver()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"UNCONDITIONAL", "ONE_BY_ONE", "MIXED"})
  void aBatchIsAsOnAPlainTableWhenItsFirstOtherWriteIsRefusedOnceBeforeHaliteSeesIt(
      OneRowBatch batch) throws Exception {
    assertAsOnAPlainTable(batch, natural, WRITE_REFUSED, WRITE_REFUSED);
    assertThat(EarlyRefusal.isOver()).isTrue();
  }

  /** The gateway gives up, and the client sends what has failed again: perhaps the second alone. */
  @ParameterizedTest
  @CsvSource({"ALIKE, 0", "A_CHAIN, 1"})
  void aBatchIsAsOnAPlainTableWhenTheClientHasToRepeatAPart(OneRowBatch batch, int answered)
      throws Exception {
    assertAsOnAPlainTable(batch, natural, SHORT_MILLIS, Trouble.NONE, losingAllBut(answered));
  }

  @ParameterizedTest
  @CsvSource({"ALIKE, 1", "A_CHAIN, 0", "BY_FILTER, 0", "BY_FILTER, 1"})
  @Tag("wide")
  void aBatchIsAsOnAPlainTableWhenTheClientHasToRepeatAnotherPart(OneRowBatch batch, int answered)
      throws Exception {
    aBatchIsAsOnAPlainTableWhenTheClientHasToRepeatAPart(batch, answered);
  }
}
