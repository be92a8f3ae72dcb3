package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.owner.KeptOutcomes;
import io.halite.coprocessor.owner.Outcomes;
import io.halite.coprocessor.owner.SaltingMetrics;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Conditions;
import io.halite.routing.table.OperationNumber;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Repeated conditional writes at a server whose time of the day somebody sets in between. */
class ClocksOfConditionsTest {
  private static final SaltedTable TABLE =
      new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse("key=row:3,salt=hash(*) % 4"));
  private static final byte[] ROW = {0x41, 0x54, 0x4C};
  private static final byte[] F = {'f'};
  private static final OperationNumber NUMBER = new OperationNumber(1, 2);
  private static final int REPEATED_AFTER_MILLIS = 3_000;
  private static final long KEPT_MILLIS = TimeUnit.MINUTES.toMillis(30);
  private static final CheckAndMutateResult FALSE = new CheckAndMutateResult(false, null);

  private final AtomicLong running = new AtomicLong(1_000_000);
  private final AtomicLong wall = new AtomicLong(1_700_000_000_000L);
  private MarkedConditions conditions;

  @BeforeEach
  void openTheRegion() {
    EnvironmentEdgeManager.injectEdge(wall::get);
    Region region =
        (Region)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Region.class},
                (proxy, method, arguments) -> {
                  throw new UnsupportedOperationException(method.toString());
                });
    Outcomes outcomes = KeptOutcomes.on(running::get, KEPT_MILLIS);
    conditions = new MarkedConditions(region, TABLE, outcomes, SaltingMetrics.unseen());
  }

  @AfterEach
  void resetTheClock() {
    EnvironmentEdgeManager.reset();
  }

  private void passes(long millis) {
    running.addAndGet(millis);
    wall.addAndGet(millis);
  }

  private static CheckAndMutate attempt(Mutation mutation, int ageMillis) throws IOException {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(ROW).ifEquals(F, F, F);
    CheckAndMutate natural =
        mutation instanceof Put put ? builder.build(put) : builder.build((Increment) mutation);
    CheckAndMutate stored = TABLE.mutations().copy(TABLE.storedKey(ROW), natural);
    NUMBER.putOn(stored, ageMillis);
    return stored;
  }

  private static CheckAndMutate put(int ageMillis) throws IOException {
    return attempt(new Put(ROW).addColumn(F, F, F), ageMillis);
  }

  private static CheckAndMutate increment(int ageMillis) throws IOException {
    return attempt(new Increment(ROW).addColumn(F, F, 1), ageMillis);
  }

  /** The first attempt comes, and HBase applies it; its answer gets lost. */
  private void apply(CheckAndMutate first) throws IOException {
    assertThat(conditions.outcome(first, "ann")).isEmpty();
    Mutation[] mutations = Conditions.mutations(first).toArray(Mutation[]::new);
    OperationStatus[] statuses = new OperationStatus[mutations.length];
    Arrays.fill(statuses, OperationStatus.SUCCESS);
    conditions.applied(
        new MiniBatchOperationInProgress<>(
            mutations,
            statuses,
            new WALEdit[mutations.length],
            0,
            mutations.length,
            mutations.length));
  }

  @Test
  void aRepeatHasTheOutcomeOfTheFirstThoughTheClockIsSetAhead() throws IOException {
    passes(TimeUnit.HOURS.toMillis(1));
    apply(put(0));
    passes(REPEATED_AFTER_MILLIS);
    wall.addAndGet(KEPT_MILLIS + 60_000);
    assertThat(conditions.outcome(put(REPEATED_AFTER_MILLIS), "ann").orElseThrow().isSuccess())
        .isTrue();
  }

  @Test
  void aRegionThatHasJustOpenedDoubtsARepeatThoughTheClockIsSetAhead() throws IOException {
    CheckAndMutate repeat = increment(REPEATED_AFTER_MILLIS);
    passes(1);
    wall.addAndGet(TimeUnit.HOURS.toMillis(1));
    assertThatThrownBy(() -> conditions.answer(repeat, FALSE))
        .isExactlyInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("whether it was applied is unknown");
  }

  @Test
  void aRegionThatIsOpenForLongDoubtsNoRepeatThoughTheClockIsSetBack() throws IOException {
    passes(TimeUnit.HOURS.toMillis(1));
    wall.addAndGet(-TimeUnit.HOURS.toMillis(2));
    assertThat(conditions.answer(increment(REPEATED_AFTER_MILLIS), FALSE)).isSameAs(FALSE);
  }

  @Test
  void aServerThatHasForgottenOutcomesDoubtsNoRepeatThoughTheClockIsSetBack() throws IOException {
    passes(TimeUnit.HOURS.toMillis(1));
    apply(put(0));
    passes(KEPT_MILLIS + 1);
    assertThat(conditions.outcome(put(0), "ann")).as("it is forgotten").isEmpty();
    wall.addAndGet(-KEPT_MILLIS);
    assertThat(conditions.answer(increment(REPEATED_AFTER_MILLIS), FALSE)).isSameAs(FALSE);
  }
}
