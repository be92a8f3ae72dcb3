package io.halite.client.plugin;

import static io.halite.client.plugin.MutatorFakes.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RoutedBufferTest {
  private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
  private final Fake<BufferedMutator> real =
      new Fake<>(BufferedMutator.class)
          .on("flush", any -> calls.add("flush"))
          .on("mutate", added -> calls.add(rows((List<?>) added.get(0))));
  private final RoutedBuffer buffer = new RoutedBuffer(real.build(), () -> {});
  private final Routing stored = Salted.known().routing();

  private static String rows(List<?> writes) {
    return writes.stream()
        .map(Row.class::cast)
        .map(row -> Bytes.toString(row.getRow()))
        .toList()
        .toString();
  }

  private static List<Mutation> put(String row) {
    return List.of(Salted.put(row));
  }

  @Test
  void writesOfOneRoutingShareABuffer() throws Exception {
    buffer.add(stored, put("one"));
    buffer.add(stored, put("two"));
    assertThat(calls).containsExactly("[one]", "[two]");
  }

  @Test
  void whatIsBufferedIsSentBeforeAWriteOfAnotherRoutingIsAdded() throws Exception {
    buffer.add(Routing.natural(), put("one"));
    buffer.add(stored, put("one"));
    buffer.add(stored, put("two"));
    buffer.add(Routing.natural(), put("one"));
    assertThat(calls).containsExactly("[one]", "flush", "[one]", "[two]", "flush", "[one]");
  }

  /** Its thread waits for the one that adds a write. */
  @Test
  void whatAThreadHasBeenRefusedIsSentAgainBeforeAWriteOfAnotherRoutingIsAdded() throws Exception {
    RoutedBuffer settling = new RoutedBuffer(real.build(), () -> calls.add("sent again"));
    settling.add(Routing.natural(), put("one"));
    settling.add(stored, put("one"));
    settling.settle();
    assertThat(calls).containsExactly("[one]", "flush", "sent again", "[one]", "sent again");
  }

  /** As HBase's mutator adds writes before it throws what became of earlier ones. */
  @Test
  void writesAreAddedBeforeTheFailureOfEarlierOnesIsThrown() throws Exception {
    IOException broken = new IOException("broken");
    real.on(
        "flush",
        any -> {
          throw broken;
        });
    buffer.add(Routing.natural(), put("one"));
    assertThatThrownBy(() -> buffer.add(stored, put("two"))).isSameAs(broken);
    assertThat(calls).containsExactly("[one]", "[two]");
    buffer.add(stored, put("six"));
    assertThat(calls).hasSize(3);
  }

  @Test
  void ofTwoFailuresTheSecondHoldsTheFirst() throws Exception {
    assertHoldsThatOfTheFlush(new InterruptedIOException("add"));
  }

  /** As that of a mutator that another thread has closed. */
  @Test
  void anUncheckedSecondFailureHoldsTheFirst() throws Exception {
    assertHoldsThatOfTheFlush(new IllegalStateException("closed"));
  }

  private void assertHoldsThatOfTheFlush(Exception added) throws Exception {
    IOException flushed = new IOException("flush");
    buffer.add(Routing.natural(), put("one"));
    real.on(
        "flush",
        any -> {
          throw flushed;
        });
    real.on(
        "mutate",
        any -> {
          throw added;
        });
    assertThatThrownBy(() -> buffer.add(stored, put("two")))
        .isSameAs(added)
        .satisfies(e -> assertThat(e.getSuppressed()).containsExactly(flushed));
  }

  /** Another thread may have changed the routing since this one asked how to route its write. */
  @Test
  void anInterruptedThreadAddsNothingForWhichItWouldHaveToFlush() throws Exception {
    buffer.add(stored, put("one"));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> buffer.add(Routing.natural(), put("two")))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    buffer.add(Routing.natural(), put("two"));
    assertThat(calls).containsExactly("[one]", "flush", "[two]");
  }

  /** What was refused is sent again at the end of a flush, also of another thread's. */
  @Test
  @Timeout(60)
  void aWriteOfAnotherRoutingWaitsForTheFlushOfAnotherThread() throws Exception {
    buffer.add(Routing.natural(), put("one"));
    CountDownLatch flushing = new CountDownLatch(1);
    CountDownLatch settled = new CountDownLatch(1);
    real.on(
        "flush",
        any -> {
          flushing.countDown();
          settled.await();
          return calls.add("settled");
        });
    CompletableFuture<Void> flush = run(buffer::flush);
    flushing.await();
    CompletableFuture<Void> add = run(() -> buffer.add(stored, put("one")));
    assertThatThrownBy(() -> add.get(200, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    settled.countDown();
    flush.get();
    add.get();
    assertThat(calls).containsExactly("[one]", "settled", "settled", "[one]");
  }

  /** Adds a write that has to wait while another thread flushes, and is interrupted then. */
  private void interruptAnAddDuring(MutatorFakes.Task flush, Routing routing) throws Exception {
    assertThat(interruptDuring(flush, () -> buffer.add(routing, put("two"))))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(calls).doesNotContain("[two]");
  }

  /**
   * Interrupts a thread that has to wait while another one flushes; it stays interrupted. Returns
   * what it has thrown, or null.
   */
  private Throwable interruptDuring(MutatorFakes.Task flush, MutatorFakes.Task waits)
      throws Exception {
    CountDownLatch flushing = new CountDownLatch(1);
    CountDownLatch sent = new CountDownLatch(1);
    real.on(
        "flush",
        any -> {
          flushing.countDown();
          sent.await();
          return null;
        });
    CompletableFuture<Void> other = run(flush);
    flushing.await();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Throwable[] thrown = new Throwable[1];
    Thread waiting =
        new Thread(
            () -> {
              thrown[0] = catchThrowable(waits::run);
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    waiting.start();
    while (waiting.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    waiting.interrupt();
    assertThat(interrupted.get()).isTrue();
    sent.countDown();
    other.get();
    return thrown[0];
  }

  /** As one that waits for servers in HBase's mutator. */
  @Test
  @Timeout(60)
  void aThreadThatIsToFlushCanBeInterruptedWhileItWaitsForAnotherOne() throws Exception {
    buffer.add(Routing.natural(), put("one"));
    interruptAnAddDuring(buffer::flush, stored);
  }

  @Test
  @Timeout(60)
  void aThreadCanBeInterruptedWhileItWaitsForOneThatFlushesBeforeAnotherRouting() throws Exception {
    buffer.add(Routing.natural(), put("one"));
    interruptAnAddDuring(() -> buffer.add(stored, put("one")), stored);
  }

  /** HBase's mutator then closes without the writes that are on their way. */
  @Test
  @Timeout(60)
  void aThreadThatIsInterruptedWhileItWaitsToCloseClosesAtOnce() throws Exception {
    real.on("close", any -> calls.add("close"));
    buffer.add(Routing.natural(), put("one"));
    assertThat(interruptDuring(() -> buffer.add(stored, put("one")), buffer::close)).isNull();
    assertThat(calls).containsExactly("[one]", "close", "[one]");
  }

  @Test
  void aListenerMayAddWritesOfAnyRoutingDuringAFlushAndAnAdd() throws Exception {
    buffer.add(Routing.natural(), put("one"));
    real.on(
        "flush",
        any -> {
          buffer.add(Routing.natural(), put("of-a-flush"));
          return null;
        });
    buffer.add(stored, put("two"));
    boolean[] nested = new boolean[1];
    real.on(
        "mutate",
        added -> {
          calls.add(rows((List<?>) added.get(0)));
          if (!nested[0]) {
            nested[0] = true;
            buffer.add(Routing.natural(), put("of-an-add"));
          }
          return null;
        });
    buffer.add(stored, put("six"));
    assertThat(calls).containsExactly("[one]", "[of-a-flush]", "[two]", "[six]", "[of-an-add]");
  }
}
