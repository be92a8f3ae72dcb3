package io.halite.it.door;

import static io.halite.it.door.PlacedTable.F;
import static io.halite.it.door.PlacedTable.Q;
import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.fault.LetGo;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Changes that a guest's observer has forwarded and the owner has applied, while HBase unloads the
 * observer. A client that repeats one hears that a compare-and-set was not applied.
 */
@ExtendWith(SharedDoorCluster.class)
@Timeout(180)
class UnloadedForwardsIT {
  private static final byte[] ROW = bytes("row");
  private static final byte[] COUNT = bytes("count");
  private static final AtomicReference<Optional<HRegion>> UNLOADED =
      new AtomicReference<>(Optional.empty());

  private final EmbeddedCluster cluster;
  private LoneGuest guest;

  UnloadedForwardsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** Keeps the answer to the change back for longer than a forward waits. */
  private static final AtomicReference<CountDownLatch> ANSWERED =
      new AtomicReference<>(new CountDownLatch(0));

  /** At an owner: unloads the observer of a guest once, when a change has been applied. */
  public static final class Applied implements RegionCoprocessor, RegionObserver {
    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void postBatchMutate(
        ObserverContext<RegionCoprocessorEnvironment> context,
        MiniBatchOperationInProgress<Mutation> batch)
        throws IOException {
      Optional<HRegion> armed = UNLOADED.getAndSet(Optional.empty());
      if (armed.isPresent()) {
        LoadedObservers.unload(armed.get());
        LetGo.await(ANSWERED.get());
      }
    }
  }

  @BeforeEach
  void create() throws Exception {
    guest = LoneGuest.create(cluster);
    guest.owner(ROW).getCoprocessorHost().load(Applied.class, 0, cluster.configuration());
  }

  @AfterEach
  void drop() throws Exception {
    UNLOADED.set(Optional.empty());
    ANSWERED.get().countDown();
    LoadedObservers.loadAgain();
    guest.close();
  }

  private Table atDoor() throws IOException {
    return guest.placed().atDoor(guest.connect(5));
  }

  /** A request that changes a row, and what its client reads in the answer. */
  private interface Change {
    Object of(Table table) throws Exception;
  }

  private static Put put(String value) {
    return new Put(ROW).addColumn(F, Q, bytes(value));
  }

  private static Increment increment() {
    return new Increment(ROW).addColumn(F, COUNT, 1);
  }

  private static RowMutations mutations(String value) throws IOException {
    return RowMutations.of(List.of(put(value), new Delete(ROW).addColumns(F, bytes("none"))));
  }

  /** Applies if the row has the value of the change before. */
  private static CheckAndMutate.Builder ifIs(String value) {
    return CheckAndMutate.newBuilder(ROW).ifEquals(F, Q, bytes(value));
  }

  private static String count(Result result) {
    return "count " + Bytes.toLong(result.getValue(F, COUNT));
  }

  private void assertAnswered(Table table, Object answer, Change change) throws Exception {
    long served = DoorCluster.sum(cluster, DoorCounts::served);
    UNLOADED.set(Optional.of(guest.region()));
    assertThat(change.of(table)).as("the answer").isEqualTo(answer);
    assertThat(LoadedObservers.changes()).as("observers that were unloaded").isEqualTo(1);
    assertThat(DoorCluster.sum(cluster, DoorCounts::served)).as("by guests").isGreaterThan(served);
    LoadedObservers.loadAgain();
  }

  @Test
  void aChangeThatTheOwnerHasAppliedIsAnswered() throws Exception {
    try (Table table = atDoor()) {
      assertAnswered(
          table, true, door -> door.checkAndMutate(ifIs("q").build(put("1"))).isSuccess());
      assertAnswered(
          table,
          true,
          door -> door.checkAndMutate(List.of(ifIs("1").build(put("2")))).get(0).isSuccess());
      assertAnswered(
          table, true, door -> door.checkAndMutate(ifIs("2").build(mutations("3"))).isSuccess());
      assertAnswered(
          table, true, door -> door.checkAndMutate(ifIs("3").build(increment())).isSuccess());
      assertAnswered(table, "count 2", door -> count(door.increment(increment())));
      assertAnswered(
          table,
          "count 3",
          door -> count(door.mutateRow(RowMutations.of(List.of(put("4"), increment())))));
      assertAnswered(
          table,
          "4x",
          door ->
              Bytes.toString(
                  door.append(new Append(ROW).addColumn(F, Q, bytes("x"))).getValue(F, Q)));
    }
    assertThat(guest.placed().value("row")).isEqualTo("4x");
  }

  /** A repeated delete of the newest version would take the version before it, too. */
  @Test
  void aDeleteOfTheNewestVersionIsNotRepeatedWhenItsAnswerIsLost() throws Exception {
    try (Table table = atDoor()) {
      for (long version = 1; version <= 3; version++) {
        table.put(new Put(ROW).addColumn(F, COUNT, version, Bytes.toBytes(version)));
      }
      CountDownLatch answered = new CountDownLatch(1);
      ANSWERED.set(answered);
      UNLOADED.set(Optional.of(guest.region()));
      CompletableFuture<Void> late =
          CompletableFuture.runAsync(
              answered::countDown, CompletableFuture.delayedExecutor(12, TimeUnit.SECONDS));
      assertThatThrownBy(() -> table.delete(new Delete(ROW).addColumn(F, COUNT)))
          .isExactlyInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("unknown");
      late.get();
      assertThat(LoadedObservers.changes()).isEqualTo(1);
      LoadedObservers.loadAgain();
      assertThat(count(table.get(new Get(ROW)))).isEqualTo("count 2");
    }
  }

  /** Of a batch, the client repeats the gets alone. */
  @Tag("wide")
  @Test
  void theChangesOfABatchThatTheOwnerHasAppliedAreNotRepeated() throws Exception {
    try (Table table = atDoor()) {
      Object[] answers = new Object[2];
      assertAnswered(
          table,
          "count 1",
          door -> {
            door.batch(List.of(increment(), new Get(bytes("other"))), answers);
            return count((Result) answers[0]);
          });
      assertThat(((Result) answers[1]).getValue(F, Q)).isEqualTo(Q);
      assertThat(count(table.get(new Get(ROW)))).isEqualTo("count 1");
    }
  }
}
