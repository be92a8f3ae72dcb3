package io.halite.it.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.PlacedTable;
import io.halite.it.outcome.Losses.Way;
import io.halite.it.plugin.AsyncAsTable;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What {@link OneRowBatchIT} shows of gateways, of batches that a door serves at first. */
@Timeout(120)
@TestInstance(Lifecycle.PER_CLASS)
abstract class OneRowBatchPromises {
  private static final AtomicInteger ROWS = new AtomicInteger();

  private final EmbeddedCluster cluster;
  private final Connection blocking;
  private final AsyncConnection async;
  private final PlacedTable placed;
  private final TestTable plain;

  OneRowBatchPromises(EmbeddedCluster cluster, Connection blocking) throws Exception {
    this.cluster = cluster;
    this.blocking = blocking;
    this.async = LosingClients.async(cluster);
    this.placed = PlacedTable.create(cluster);
    this.plain = TestTable.numbered("plain-batches").create(cluster);
    EarlyThrottle.install(cluster);
    placed.awaitDoor();
  }

  @AfterAll
  void drop() throws Exception {
    async.close();
    placed.close();
    plain.close();
  }

  /** A client that came back from the door is there again. */
  private Map<String, Table> atDoor() throws Exception {
    return Map.of(
        "blocking",
        placed.atDoor(blocking),
        "asynchronous",
        new AsyncAsTable(placed.route().of(async).getTable(placed.table().name())));
  }

  private Map<String, Table> ofPlain() throws Exception {
    return Map.of(
        "blocking",
        blocking.getTable(plain.name()),
        "asynchronous",
        new AsyncAsTable(async.getTable(plain.name())));
  }

  /** Trouble with a batch for a table. */
  private interface TroubleOf {
    Trouble with(TableName table);
  }

  private static final TroubleOf NONE = table -> Trouble.NONE;
  private static final TroubleOf CONDITION_REFUSED =
      table -> Trouble.at(row -> EarlyThrottle.nextCondition(table));
  private static final TroubleOf WRITE_REFUSED =
      table -> Trouble.at(row -> EarlyThrottle.nextWrite(table));

  private static TroubleOf losing(Way way, int answers) {
    return table -> Trouble.losing(table, way, answers);
  }

  private long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  private void assertAsOnAPlainTable(OneRowBatch batch, TroubleOf onPlain, TroubleOf onSalted)
      throws Exception {
    for (String client : ofPlain().keySet()) {
      String row = "at-door-%s-%s-%d".formatted(batch, client, ROWS.addAndGet(1));
      Trouble ofPlain = onPlain.with(plain.name());
      String expected = batch.outcome(ofPlain().get(client), plain, row, ofPlain);
      long served = served();
      Trouble ofSalted = onSalted.with(placed.table().name());
      assertThat(batch.outcome(atDoor().get(client), placed.table(), row, ofSalted))
          .as(row)
          .isEqualTo(expected);
      assertThat(served()).as(row).isGreaterThan(served);
      assertThat(EarlyThrottle.isOver()).as(row).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachWriteOfABatchIsAnsweredAndAppliedAsOnAPlainTable(OneRowBatch batch) throws Exception {
    assertAsOnAPlainTable(batch, NONE, NONE);
  }

  @ParameterizedTest
  @EnumSource
  void aBatchIsAsOnAPlainTableWhenTheClientLosesTheWholeAnswerTwice(OneRowBatch batch)
      throws Exception {
    assertAsOnAPlainTable(batch, NONE, losing(Way.CLIENT, 2));
  }

  @ParameterizedTest
  @EnumSource
  void aBatchIsAsOnAPlainTableWhenTheDoorLosesTheFirstAnswer(OneRowBatch batch) throws Exception {
    assertAsOnAPlainTable(batch, NONE, losing(Way.FORWARD, 1));
  }

  @ParameterizedTest
  @EnumSource(
      names = {"UNCONDITIONAL", "ONE_BY_ONE"},
      mode = Mode.EXCLUDE)
  void aBatchIsAsOnAPlainTableWhenItsFirstConditionIsRefusedOnceBeforeHaliteSeesIt(
      OneRowBatch batch) throws Exception {
    assertAsOnAPlainTable(batch, CONDITION_REFUSED, CONDITION_REFUSED);
  }

  @ParameterizedTest
  @EnumSource(names = {"UNCONDITIONAL", "ONE_BY_ONE", "MIXED"})
  void aBatchIsAsOnAPlainTableWhenItsFirstOtherWriteIsRefusedOnceBeforeHaliteSeesIt(
      OneRowBatch batch) throws Exception {
    assertAsOnAPlainTable(batch, WRITE_REFUSED, WRITE_REFUSED);
  }
}
