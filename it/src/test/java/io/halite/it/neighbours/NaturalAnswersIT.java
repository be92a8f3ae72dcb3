package io.halite.it.neighbours;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.plugin.PluginTables;
import io.halite.keys.KeyBytes;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An observer that knows nothing of stored keys, and answers increments and appends itself. */
@Timeout(60)
@ExtendWith(SharedCluster.class)
class NaturalAnswersIT {
  private static final String ANSWER = "answer";
  private static final String INSTEAD = "instead";
  private static final byte[] ROW = Bytes.toBytes("row");

  /** Answers with a cell of the row that the request names beside its own. */
  public static final class Answering implements RegionCoprocessor, RegionObserver {
    /** For HBase. */
    public Answering() {}

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    private static Result answer(Mutation request, @Nullable Result result) {
      byte[] row = request.getAttribute(ANSWER);
      Cell given = new KeyValue(row, F, Bytes.toBytes("a"), Bytes.toBytes("given"));
      return result == null || result.isEmpty()
          ? Result.create(new Cell[] {given})
          : Result.create(new Cell[] {given, result.rawCells()[0]});
    }

    /** At the owner only: at the gateway Halite has bypassed the rest of the chain. */
    private static @Nullable Result instead(
        ObserverContext<RegionCoprocessorEnvironment> ctx, Mutation request) {
      if (request.getAttribute(INSTEAD) == null) {
        return null;
      }
      ctx.bypass();
      return answer(request, Result.EMPTY_RESULT);
    }

    @Override
    public @Nullable Result preIncrement(
        ObserverContext<RegionCoprocessorEnvironment> ctx, Increment increment) {
      return instead(ctx, increment);
    }

    @Override
    public @Nullable Result preAppend(
        ObserverContext<RegionCoprocessorEnvironment> ctx, Append append) {
      return instead(ctx, append);
    }

    @Override
    public Result postIncrement(
        ObserverContext<RegionCoprocessorEnvironment> ctx, Increment increment, Result result) {
      return answer(increment, result);
    }

    @Override
    public Result postAppend(
        ObserverContext<RegionCoprocessorEnvironment> ctx, Append append, Result result) {
      return answer(append, result);
    }
  }

  private static TestTable table(EmbeddedCluster cluster) throws Exception {
    return TestTable.numbered("answering")
        .salted(TestTable.FOUR_BUCKETS)
        .coprocessor(Answering.class)
        .create(cluster);
  }

  private static Connection connect(EmbeddedCluster cluster, boolean plugIn) throws Exception {
    return ConnectionFactory.createConnection(
        plugIn ? PluginTables.plugIns(cluster) : cluster.configuration());
  }

  private static Append append(String answered) {
    Append append = new Append(ROW).addColumn(F, Q, Q);
    append.setAttribute(ANSWER, Bytes.toBytes(answered));
    return append;
  }

  private static Increment increment(String answered) {
    Increment increment = new Increment(ROW).addColumn(F, Bytes.toBytes("n"), 1);
    increment.setAttribute(ANSWER, Bytes.toBytes(answered));
    return increment;
  }

  private static void assertGiven(Object answer) {
    assertThat(((Result) answer).rawCells()).isNotEmpty();
    for (Cell cell : ((Result) answer).rawCells()) {
      assertThat(Bytes.toString(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength()))
          .isEqualTo("row");
    }
    assertThat(((Result) answer).getValue(F, Bytes.toBytes("a"))).asString().isEqualTo("given");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCellOfTheNaturalRowReachesTheClientAsItIs(boolean plugIn, EmbeddedCluster cluster)
      throws Exception {
    try (TestTable salted = table(cluster);
        Connection connection = connect(cluster, plugIn);
        Table table = connection.getTable(salted.name())) {
      assertGiven(table.append(append("row")));
      assertGiven(table.increment(increment("row")));
      Object[] answers = new Object[2];
      table.batch(List.<Row>of(append("row"), increment("row")), answers);
      assertThat(answers).allSatisfy(NaturalAnswersIT::assertGiven);
      assertGiven(table.mutateRow(RowMutations.of(List.of(append("row"), increment("row")))));
      assertGiven(
          table
              .checkAndMutate(
                  CheckAndMutate.newBuilder(ROW)
                      .ifNotExists(F, Bytes.toBytes("none"))
                      .build(increment("row")))
              .getResult());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anAnswerInPlaceOfTheOwnersReachesTheClientAsItIs(boolean plugIn, EmbeddedCluster cluster)
      throws Exception {
    try (TestTable salted = table(cluster);
        Connection connection = connect(cluster, plugIn);
        Table table = connection.getTable(salted.name())) {
      Append append = append("row");
      append.setAttribute(INSTEAD, ROW);
      Increment increment = increment("row");
      increment.setAttribute(INSTEAD, ROW);
      assertGiven(table.append(append));
      assertGiven(table.increment(increment));
      assertThat(salted.store().keys()).isEmpty();
    }
  }

  private static void assertRefused(String answered, ThrowingCallable request) {
    assertThatThrownBy(request)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("stored key " + KeyBytes.readable(Bytes.toBytes(answered), 1))
        .hasMessageContaining("such rows were written past Halite");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCellOfAnyOtherUnsaltedRowIsRefused(boolean plugIn, EmbeddedCluster cluster)
      throws Exception {
    try (TestTable salted = table(cluster);
        Connection connection = connect(cluster, plugIn);
        Table table = connection.getTable(salted.name())) {
      for (String other : List.of("rox", "ro", "rowx", "x")) {
        assertRefused(other, () -> table.append(append(other)));
        assertRefused(other, () -> table.increment(increment(other)));
      }
    }
  }
}
