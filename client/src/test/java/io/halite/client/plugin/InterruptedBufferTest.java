package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Mutation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A thread that is interrupted before it comes to a buffer which another thread flushes. */
class InterruptedBufferTest {
  private final List<String> added = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch flushing = new CountDownLatch(1);
  private final CountDownLatch sent = new CountDownLatch(1);
  private final Fake<BufferedMutator> real =
      new Fake<>(BufferedMutator.class)
          .on("mutate", asked -> added.add(row(asked.get(0))))
          .on("flush", any -> flush());
  private final RoutedBuffer buffer = new RoutedBuffer(real.build(), () -> {});
  private final Routing stored = Salted.known().routing();

  @BeforeEach
  void aNaturalWriteIsBuffered() throws Exception {
    buffer.add(Routing.natural(), put("one"));
  }

  private static List<Mutation> put(String row) {
    return List.of(Salted.put(row));
  }

  @SuppressWarnings("unchecked")
  private static String row(Object writes) {
    return String.join(" ", MutatorFakes.rows((List<Mutation>) writes));
  }

  private Object flush() throws InterruptedException {
    flushing.countDown();
    sent.await();
    return true;
  }

  /** Runs a task on an interrupted thread, which ends, still interrupted, before the flush does. */
  private void runInterrupted(MutatorFakes.Task task) throws Exception {
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    CompletableFuture<Void> all =
        MutatorFakes.run(
            () -> {
              Thread.currentThread().interrupt();
              task.run();
              interrupted.complete(Thread.interrupted());
            });
    try {
      assertThat(CompletableFuture.anyOf(interrupted, all))
          .succeedsWithin(Duration.ofMinutes(1))
          .isEqualTo(true);
    } finally {
      sent.countDown();
    }
  }

  /** HBase's mutator has no lock for which it would wait. */
  @Test
  void itDoesNotWaitWhereTheOtherThreadHasTheBufferAlone() throws Exception {
    CompletableFuture<Void> other = MutatorFakes.run(() -> buffer.add(stored, put("six")));
    flushing.await();
    List<Throwable> thrown = new ArrayList<>();
    runInterrupted(
        () -> {
          assertThat(buffer.routing(stored)).isSameAs(stored);
          thrown.add(catchThrowable(() -> buffer.add(stored, put("two"))));
          thrown.add(catchThrowable(buffer::flush));
          thrown.add(catchThrowable(() -> buffer.offer(put("two"))));
        });
    other.get();
    assertThat(thrown).hasSize(3).hasOnlyElementsOfType(InterruptedIOException.class);
    assertThat(added).containsExactly("one", "six");
  }

  @Test
  void itAddsNothingOfAnotherRoutingBesideAFlush() throws Exception {
    CompletableFuture<Void> other = MutatorFakes.run(buffer::flush);
    flushing.await();
    List<Throwable> thrown = new ArrayList<>();
    runInterrupted(() -> thrown.add(catchThrowable(() -> buffer.add(stored, put("two")))));
    other.get();
    assertThat(thrown).hasSize(1).hasOnlyElementsOfType(InterruptedIOException.class);
    assertThat(added).containsExactly("one");
  }

  /** Threads that are not interrupted queue behind the add. */
  @Test
  void itsWriteIsBufferedBesideAFlushForWhichAnAddWaits() throws Exception {
    CompletableFuture<Void> other = MutatorFakes.run(buffer::flush);
    flushing.await();
    Thread queued = new Thread(this::addSix);
    queued.start();
    while (queued.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    runInterrupted(() -> buffer.add(buffer.routing(stored), put("two")));
    other.get();
    queued.join();
    assertThat(added).containsExactly("one", "two", "six");
  }

  private void addSix() {
    assertThatCode(() -> buffer.add(stored, put("six"))).doesNotThrowAnyException();
  }
}
