package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.table.OperationNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.Test;

class OutcomesTest {
  private static final long KEPT_MILLIS = 1_000;

  private final AtomicLong clock = new AtomicLong(1_000_000);

  private Outcomes memory(int entries) {
    return new Outcomes(
        (long) entries * Outcomes.ENTRY_BYTES, KEPT_MILLIS, clock::get, SaltingMetrics.unseen());
  }

  private static OperationNumber number(int i) {
    return new OperationNumber(i, i);
  }

  @Test
  void anAppliedOperationIsKnownAgainWithItsResult() {
    Outcomes outcomes = memory(100);
    byte[] row = Bytes.toBytes("row");
    KeyValue cell = new KeyValue(row, row, row, 7, Bytes.toBytes(5L));
    outcomes.applied(number(1), Optional.of(Result.create(new KeyValue[] {cell})));
    outcomes.applied(number(2), Optional.empty());
    outcomes.applied(number(3), Optional.of(Result.EMPTY_RESULT));
    CheckAndMutateResult first = outcomes.of(number(1)).orElseThrow();
    assertThat(first.isSuccess()).isTrue();
    assertThat(first.getResult().rawCells()).hasSize(1);
    assertThat(first.getResult().rawCells()[0]).isEqualTo(cell).isNotSameAs(cell);
    assertThat(outcomes.of(number(2)).orElseThrow().getResult()).isNull();
    assertThat(outcomes.of(number(3)).orElseThrow().getResult().isEmpty()).isTrue();
    assertThat(outcomes.of(number(4))).isEmpty();
  }

  @Test
  void anOutcomeIsForgottenAfterItsTimeAndTheMemorySaysSo() {
    Outcomes outcomes = memory(100);
    outcomes.applied(number(1), Optional.empty());
    long applied = clock.get();
    clock.addAndGet(KEPT_MILLIS);
    assertThat(outcomes.of(number(1))).isPresent();
    assertThat(outcomes.isCompleteSince(applied)).isTrue();
    clock.addAndGet(1);
    assertThat(outcomes.of(number(1))).isEmpty();
    assertThat(outcomes.isCompleteSince(applied)).isFalse();
    assertThat(outcomes.isCompleteSince(applied + 1)).isTrue();
  }

  /** The time of the day may be another one than when HBase noted it. */
  @Test
  void whatHbaseHasNotedIsAsLongAgoAsItsClockSaysAndNoLaterThanNow() {
    EnvironmentEdgeManager.injectEdge(() -> 1_700_000_000_000L);
    try {
      Outcomes outcomes = memory(100);
      assertThat(outcomes.when(1_699_999_998_500L)).isEqualTo(outcomes.now() - 1_500);
      assertThat(outcomes.when(1_700_000_060_000L)).isEqualTo(outcomes.now());
    } finally {
      EnvironmentEdgeManager.reset();
    }
  }

  @Test
  void whatAServerThatDiedHasAppliedOfLateIsKnownAndIsNoOlderThanItsWrite() {
    long keptMillis = 2 * Outcomes.RESTORED_MILLIS;
    Outcomes outcomes = new Outcomes(1 << 20, keptMillis, clock::get, SaltingMetrics.unseen());
    outcomes.restored(number(1), clock.get() - Outcomes.RESTORED_MILLIS);
    outcomes.restored(number(2), clock.get() - Outcomes.RESTORED_MILLIS - 1);
    CheckAndMutateResult known = outcomes.of(number(1)).orElseThrow();
    assertThat(known.isSuccess()).isTrue();
    assertThat(known.getResult()).isNull();
    assertThat(outcomes.of(number(2))).isEmpty();
    clock.addAndGet(keptMillis - Outcomes.RESTORED_MILLIS + 1);
    assertThat(outcomes.of(number(1))).isEmpty();
  }

  @Test
  void whatAServerThatDiedHasAppliedDrivesOutOnlyOlderOutcomes() {
    long keptMillis = 2 * Outcomes.RESTORED_MILLIS;
    Outcomes outcomes =
        new Outcomes(2 * Outcomes.ENTRY_BYTES, keptMillis, clock::get, SaltingMetrics.unseen());
    outcomes.applied(number(1), Optional.empty());
    long first = clock.getAndAdd(Outcomes.RESTORED_MILLIS + 100);
    outcomes.applied(number(2), Optional.empty());
    outcomes.restored(number(3), first + 50);
    assertThat(outcomes.of(number(1))).as("one too old to be kept drives out none").isPresent();
    assertThat(outcomes.isCompleteSince(first + 50)).isFalse();
    outcomes.restored(number(4), clock.get() - 10);
    assertThat(outcomes.of(number(4))).isPresent();
    assertThat(outcomes.of(number(1))).isEmpty();
    outcomes.restored(number(5), clock.get() - 5);
    assertThat(outcomes.of(number(5))).isEmpty();
    assertThat(outcomes.of(number(2))).isPresent();
    assertThat(outcomes.isCompleteSince(clock.get() - 5)).isFalse();
  }

  @Test
  void aMemoryThatIsClosedCountsNoOutcomes() {
    MetricRegistryImpl registry =
        new MetricRegistryImpl(new MetricRegistryInfo("n", "", "n", "n", false));
    Counter kept = (Counter) registry.counter("outcomesKept");
    Outcomes outcomes = new Outcomes(1_000, KEPT_MILLIS, clock::get, new SaltingMetrics(registry));
    outcomes.applied(number(1), Optional.empty());
    outcomes.applied(number(2), Optional.empty());
    assertThat(kept.getCount()).isEqualTo(2);
    outcomes.close();
    assertThat(kept.getCount()).isZero();
    assertThat(outcomes.of(number(1))).isEmpty();
  }

  @Test
  void aMemoryOfNoBytesKnowsNothing() {
    Outcomes outcomes = memory(0);
    outcomes.applied(number(1), Optional.empty());
    assertThat(outcomes.of(number(1))).isEmpty();
    assertThat(outcomes.isCompleteSince(clock.get())).isFalse();
  }

  @Test
  void largeResultsTakeThePlacesOfManyOperations() {
    Outcomes outcomes = memory(10);
    for (int i = 0; i < 9; i++) {
      outcomes.applied(number(i), Optional.empty());
    }
    byte[] row = Bytes.toBytes("row");
    KeyValue large = new KeyValue(row, row, row, new byte[5 * Outcomes.ENTRY_BYTES]);
    outcomes.applied(number(9), Optional.of(Result.create(new KeyValue[] {large})));
    assertThat(outcomes.of(number(9))).isPresent();
    assertThat(outcomes.of(number(0))).isEmpty();
    assertThat(outcomes.of(number(8))).isPresent();
  }

  @Test
  void anAttemptIsOvertakenByALaterOneAlone() {
    Outcomes outcomes = memory(100);
    outcomes.repeated(number(1), 300);
    outcomes.repeated(number(1), 200);
    assertThat(outcomes.isOvertaken(number(1), 0)).isTrue();
    assertThat(outcomes.isOvertaken(number(1), 299)).isTrue();
    assertThat(outcomes.isOvertaken(number(1), 300)).isFalse();
    assertThat(outcomes.isOvertaken(number(2), 0)).isFalse();
  }

  @Test
  void repeatsAreForgottenAfterTheirTimeAndBeyondTheirNumber() {
    Outcomes outcomes = memory(100);
    outcomes.repeated(number(0), 1);
    clock.addAndGet(KEPT_MILLIS + 1);
    outcomes.repeated(number(1), 1);
    assertThat(outcomes.isOvertaken(number(0), 0)).isFalse();
    for (int i = 2; i <= Repeats.MOST; i++) {
      outcomes.repeated(number(i), 1);
    }
    assertThat(outcomes.isOvertaken(number(1), 0)).isTrue();
    outcomes.repeated(number(0), 1);
    assertThat(outcomes.isOvertaken(number(1), 0)).isFalse();
    assertThat(outcomes.isOvertaken(number(2), 0)).isTrue();
  }

  /** Whatever is applied, and how often: the newest are kept, and no other. */
  @Property(tries = 200)
  void theNewestAreKeptWithinTheBound(
      @ForAll @Size(max = 60) List<@IntRange(max = 20) Integer> applied,
      @ForAll @IntRange(max = 12) int entries) {
    Outcomes outcomes = memory(entries);
    List<Integer> order = new ArrayList<>();
    for (Integer each : applied) {
      outcomes.applied(number(each), Optional.empty());
      order.remove(each);
      order.add(each);
    }
    List<Integer> kept = order.subList(Math.max(0, order.size() - entries), order.size());
    for (int i = 0; i <= 20; i++) {
      assertThat(outcomes.of(number(i)).isPresent()).as("%d", i).isEqualTo(kept.contains(i));
    }
  }
}
