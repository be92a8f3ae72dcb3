package io.halite.it.neighbours;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.routing.table.Mark;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An observer ahead of Halite that hides the answers to increments and appends, or gives none. */
@Timeout(60)
@ExtendWith(SharedCluster.class)
class ChangedAnswersIT {
  private static final byte[] ROW = Bytes.toBytes("row");

  /** Hides what an increment or append has made of a cell. */
  public static final class Hiding implements RegionCoprocessor, RegionObserver {
    /** For HBase. */
    public Hiding() {}

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public Result postAppend(
        ObserverContext<RegionCoprocessorEnvironment> ctx, Append append, Result result) {
      return Result.EMPTY_RESULT;
    }

    @Override
    public Result postIncrement(
        ObserverContext<RegionCoprocessorEnvironment> ctx, Increment increment, Result result) {
      return Result.EMPTY_RESULT;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {TestTable.FOUR_BUCKETS, "key=row:*,salt=none"})
  void anAnswerThatAnObserverHidesStaysHidden(String spec, EmbeddedCluster cluster)
      throws Exception {
    Append append = new Append(ROW).addColumn(F, Q, Q);
    Increment increment = new Increment(ROW).addColumn(F, Bytes.toBytes("n"), 1);
    try (TestTable salted =
            TestTable.numbered("hiding")
                .salted(spec)
                .coprocessor(Hiding.class, 1000)
                .create(cluster);
        Table table = salted.table()) {
      assertThat(table.append(append).isEmpty()).as("append").isTrue();
      assertThat(table.increment(increment).isEmpty()).as("increment").isTrue();
      Object[] answers = new Object[2];
      table.batch(List.<Row>of(append, increment), answers);
      assertThat(answers).allMatch(answer -> ((Result) answer).isEmpty());
      assertThat(table.mutateRow(RowMutations.of(List.of(append))).isEmpty()).isTrue();
      CheckAndMutateResult checked =
          table.checkAndMutate(
              CheckAndMutate.newBuilder(ROW).ifNotExists(F, Bytes.toBytes("none")).build(append));
      assertThat(checked.isSuccess()).isTrue();
      assertThat(checked.getResult()).matches(result -> result == null || result.isEmpty());
      assertThat(table.get(new Get(ROW)).getValue(F, Q)).asString().isEqualTo("qqqq");
    }
  }

  /** Bypasses every increment, append and condition of natural keys, as often as it can. */
  public static final class Silent implements RegionCoprocessor, RegionObserver {
    /** For HBase. */
    public Silent() {}

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    private static <T> @Nullable T silent(ObserverContext<?> ctx, Attributes request) {
      if (!Mark.isOn(request)) {
        ctx.bypass();
      }
      return null;
    }

    @Override
    public @Nullable Result preIncrement(
        ObserverContext<RegionCoprocessorEnvironment> ctx, Increment increment) {
      return silent(ctx, increment);
    }

    @Override
    public @Nullable Result preIncrementAfterRowLock(
        ObserverContext<RegionCoprocessorEnvironment> ctx, Increment increment) {
      return silent(ctx, increment);
    }

    @Override
    public @Nullable Result preAppend(
        ObserverContext<RegionCoprocessorEnvironment> ctx, Append append) {
      return silent(ctx, append);
    }

    @Override
    public @Nullable Result preAppendAfterRowLock(
        ObserverContext<RegionCoprocessorEnvironment> ctx, Append append) {
      return silent(ctx, append);
    }

    @Override
    public @Nullable CheckAndMutateResult preCheckAndMutate(
        ObserverContext<RegionCoprocessorEnvironment> ctx,
        CheckAndMutate check,
        CheckAndMutateResult result) {
      return silent(ctx, (Attributes) check.getAction());
    }
  }

  @Test
  void nothingIsWrittenUnderANaturalKeyWhateverAnObserverBypasses(EmbeddedCluster cluster)
      throws Exception {
    try (TestTable salted =
            TestTable.numbered("silent")
                .salted(TestTable.FOUR_BUCKETS)
                .coprocessor(Silent.class, 1000)
                .create(cluster);
        Table table = salted.table()) {
      Put put = new Put(ROW).addColumn(F, Q, Q);
      Increment increment = new Increment(ROW).addColumn(F, Bytes.toBytes("n"), 1);
      CheckAndMutate check = CheckAndMutate.newBuilder(ROW).ifNotExists(F, Q).build(put);
      refused("preIncrement", () -> table.increment(increment));
      refused("preIncrement", () -> table.mutateRow(RowMutations.of(List.of(put, increment))));
      refused("preAppend", () -> table.append(new Append(ROW).addColumn(F, Q, Q)));
      refused("preCheckAndMutate", () -> table.checkAndMutate(check));
      assertThat(salted.store().keys()).isEmpty();
    }
  }

  private static void refused(String hook, ThrowingCallable request) {
    assertThatThrownBy(request)
        .hasStackTraceContaining(
            "DoNotRetryIOException: " + hook + " of row 72 6F 77 was bypassed");
  }

  /** HBase applies it all the same: to the natural key, unless Halite refuses it. */
  @ParameterizedTest
  @EnumSource(names = {"INCREMENT", "INCREMENT_VALUE", "APPEND"})
  void aBypassWithoutAnAnswerIsRefusedAtTheGateway(RequestKind kind, EmbeddedCluster cluster)
      throws Exception {
    String hook = kind == RequestKind.APPEND ? "preAppend" : "preIncrement";
    try (TestTable table =
        TestTable.numbered("bypassed")
            .salted(TestTable.FOUR_BUCKETS)
            .coprocessor(RecordingObserver.Ahead.class, 1000)
            .create(cluster)) {
      Fault.arm(new Fault("ahead", hook, false, "", Optional.empty()));
      assertThatThrownBy(() -> kind.send(table.table()))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining(hook + " of row 72 6F 77 was bypassed without an answer");
      assertThat(table.store().keys()).isEmpty();
      Fault.arm(new Fault("ahead", hook, true, "", Optional.empty()));
      kind.send(table.table());
      assertThat(table.scan(new Scan())).as("as on a plain table").containsExactly("row");
    } finally {
      Fault.disarm();
      RecordingObserver.take();
    }
  }
}
