package io.halite.client.plugin;

import static io.halite.client.plugin.MutatorFakes.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two flushes at the same time, of writes of one row that are refused for a new spec. */
@Timeout(60)
class SettledOrderTest {
  private static final CountDownLatch NOW = new CountDownLatch(0);

  private final MutatorFakes fakes = new MutatorFakes();
  private final List<String> applied = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch firstIsSent = new CountDownLatch(1);
  private final CountDownLatch firstIsApplied = new CountDownLatch(1);
  private BufferedMutator mutator;

  /** A batch of which the first write is applied when the test says so. */
  @BeforeEach
  @SuppressWarnings("unchecked")
  void open() throws Exception {
    mutator =
        DirectMutator.open(MutatorFakes.params(), Salted.conf(), fakes.connection, Salted.known());
    fakes.table.on(
        "batch",
        asked -> {
          List<Row> writes = (List<Row>) asked.get(0);
          if (value(writes.get(0)).equals("first")) {
            firstIsSent.countDown();
            firstIsApplied.await();
          }
          writes.forEach(write -> applied.add(value(write)));
          Arrays.fill((Object[]) asked.get(1), Result.EMPTY_RESULT);
          return null;
        });
  }

  private static Put put(String value) {
    return new Put(Salted.key("one")).addColumn(Salted.F, Salted.Q, Bytes.toBytes(value));
  }

  private static String value(Row write) {
    return write instanceof Delete
        ? "delete"
        : Bytes.toString(
            CellUtil.cloneValue(((Mutation) write).getFamilyCellMap().get(Salted.F).get(0)));
  }

  /** Calls of the real mutator end with the refusal of a write, when the test says so. */
  private void refuses(String call, Mutation write, CountDownLatch begun, CountDownLatch ends) {
    fakes.real.on(
        call,
        any -> {
          begun.countDown();
          ends.await();
          fakes.fail(Salted.markRefusal(Salted.AFTER), write);
          return null;
        });
  }

  private static CountDownLatch one() {
    return new CountDownLatch(1);
  }

  private static void waits(CompletableFuture<Void> task) {
    assertThatThrownBy(() -> task.get(200, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
  }

  @Test
  void aWriteIsSentAgainBeforeALaterOneOfItsRow() throws Exception {
    mutator.mutate(put("first"));
    CountDownLatch secondIsAdded = one();
    CountDownLatch flushing = one();
    refuses("flush", fakes.buffered.get(0), flushing, secondIsAdded);
    CompletableFuture<Void> flush = run(mutator::flush);
    flushing.await();
    mutator.mutate(put("second"));
    secondIsAdded.countDown();
    firstIsSent.await();
    refuses("flush", fakes.buffered.get(1), NOW, NOW);
    CompletableFuture<Void> later = run(mutator::flush);
    waits(later);
    firstIsApplied.countDown();
    flush.get();
    later.get();
    assertThat(applied).containsExactly("first", "second");
  }

  /** Its thread may be told of it first: the other one may still wait for other regions. */
  @Test
  void theWriteThatWasAddedFirstIsSentFirstWhicheverThreadReceivesItsErrorFirst() throws Exception {
    mutator.mutate(put("first"));
    mutator.mutate(new Delete(Salted.key("one")));
    CountDownLatch flushing = one();
    CountDownLatch firstIsTold = one();
    refuses("flush", fakes.buffered.get(0), flushing, firstIsTold);
    CompletableFuture<Void> flush = run(mutator::flush);
    flushing.await();
    CountDownLatch told = one();
    refuses("flush", fakes.buffered.get(1), told, NOW);
    CompletableFuture<Void> later = run(mutator::flush);
    told.await();
    waits(later);
    assertThat(applied).isEmpty();
    firstIsTold.countDown();
    firstIsApplied.countDown();
    flush.get();
    later.get();
    assertThat(applied).containsExactly("first", "delete");
  }

  @Test
  void theWriteThatWasAddedFirstIsSentFirstWhenOneThreadClosesTheMutatorAndAnotherFlushes()
      throws Exception {
    mutator.mutate(put("first"));
    mutator.mutate(put("second"));
    CountDownLatch closing = one();
    CountDownLatch firstIsTold = one();
    refuses("close", fakes.buffered.get(0), closing, firstIsTold);
    CompletableFuture<Void> close = run(mutator::close);
    closing.await();
    refuses("flush", fakes.buffered.get(1), NOW, NOW);
    CompletableFuture<Void> flush = run(mutator::flush);
    CompletableFuture<Void> closeTwice = run(mutator::close);
    waits(flush);
    fakes.real.on("close", any -> null);
    firstIsTold.countDown();
    firstIsApplied.countDown();
    CompletableFuture.allOf(flush, close, closeTwice).get();
    assertThat(applied).containsExactly("first", "second");
  }

  @Test
  void aWriteUnderTheNewSpecIsAddedWhenTheOldOnesAreSettled() throws Exception {
    TableSpec spec = Salted.known();
    BufferedMutator writer =
        DirectMutator.open(MutatorFakes.params(), Salted.conf(), fakes.connection, spec);
    writer.mutate(put("first"));
    CountDownLatch flushing = one();
    CountDownLatch firstIsTold = one();
    refuses("flush", fakes.buffered.get(0), flushing, firstIsTold);
    CompletableFuture<Void> flush = run(writer::flush);
    flushing.await();
    fakes.real.on("flush", any -> null);
    spec.learn(SaltingSpec.parse(Salted.AFTER));
    CompletableFuture<Void> add = run(() -> writer.mutate(put("second")));
    waits(add);
    firstIsTold.countDown();
    firstIsSent.await();
    waits(add);
    assertThat(fakes.buffered).hasSize(1);
    firstIsApplied.countDown();
    flush.get();
    add.get();
    assertThat(applied).containsExactly("first");
    assertThat(fakes.buffered).hasSize(2);
  }

  @Test
  void anInterruptedThreadWaitsForNoOther() throws Exception {
    mutator.mutate(put("first"));
    mutator.mutate(put("second"));
    CountDownLatch flushing = one();
    CountDownLatch end = one();
    fakes.real.on(
        "flush",
        any -> {
          flushing.countDown();
          end.await();
          return null;
        });
    CompletableFuture<Void> flush = run(mutator::flush);
    flushing.await();
    CountDownLatch told = one();
    refuses("flush", fakes.buffered.get(1), told, NOW);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread later =
        new Thread(
            () -> {
              try {
                mutator.flush();
              } catch (IOException e) {
                failure.set(e);
              }
            });
    later.start();
    told.await();
    while (later.isAlive() && later.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    later.interrupt();
    later.join();
    assertThat(failure.get())
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            list -> assertThat(list.getCause(0)).isInstanceOf(InterruptedIOException.class));
    end.countDown();
    flush.get();
    refuses("flush", fakes.buffered.get(0), NOW, NOW);
    firstIsApplied.countDown();
    mutator.flush();
    assertThat(applied).as("without the one that was given up").containsExactly("first");
  }

  /** As one that takes a lock which a thread holds that adds a write. */
  @Test
  void aListenerMayWaitForAThreadThatAddsAWriteBehindASettledOne() throws Exception {
    CountDownLatch flushing = one();
    CountDownLatch told = one();
    AtomicReference<CompletableFuture<Void>> added = new AtomicReference<>();
    BufferedMutator[] listened = new BufferedMutator[1];
    listened[0] =
        DirectMutator.open(
            MutatorFakes.params()
                .listener(
                    (failures, any) -> {
                      try {
                        added.set(run(() -> listened[0].mutate(put("third"))));
                        added.get().get();
                      } catch (Exception e) {
                        throw new IllegalStateException(e);
                      }
                    }),
            Salted.conf(),
            fakes.connection,
            Salted.known());
    listened[0].mutate(put("first"));
    listened[0].mutate(put("second"));
    fakes.real.on(
        "flush",
        any -> {
          flushing.countDown();
          told.await();
          fakes.fail(new IOException("broken"), fakes.buffered.get(0));
          return null;
        });
    CompletableFuture<Void> fails = run(listened[0]::flush);
    flushing.await();
    CountDownLatch refused = one();
    refuses("flush", fakes.buffered.get(1), refused, NOW);
    CompletableFuture<Void> settles = run(listened[0]::flush);
    refused.await();
    fakes.real.on("flush", any -> null);
    waits(settles);
    told.countDown();
    fails.get();
    settles.get();
    assertThat(applied).containsExactly("second");
    assertThat(fakes.buffered).hasSize(3);
  }
}
