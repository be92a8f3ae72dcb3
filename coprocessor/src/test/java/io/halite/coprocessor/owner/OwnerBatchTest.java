package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnerBatchTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger ended = new AtomicInteger();
  private final CountDownLatch failing = new CountDownLatch(1);

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  /** Goes on for some time after another one has failed. */
  private void sendSlowly() {
    try {
      failing.await();
      TimeUnit.MILLISECONDS.sleep(300);
      ended.incrementAndGet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void fail() {
    failing.countDown();
    throw new NoClassDefFoundError("gone");
  }

  /** Its permit and its share of memory are given back when the call returns. */
  @Test
  void aBatchEndsWhenAllOfItsPartsHaveEndedThoughOneEndsByAnError() {
    List<Runnable> parts = List.of(() -> {}, this::fail, this::sendSlowly);
    assertThatThrownBy(() -> OwnerBatch.runAll(parts, threads))
        .hasRootCauseInstanceOf(NoClassDefFoundError.class);
    assertThat(ended).hasValue(1);
  }

  @Test
  void soItDoesIfTheFirstPartEndsByAnError() {
    List<Runnable> parts = List.of(this::fail, this::sendSlowly);
    assertThatThrownBy(() -> OwnerBatch.runAll(parts, threads))
        .isInstanceOf(NoClassDefFoundError.class);
    assertThat(ended).hasValue(1);
  }

  @Test
  void soItDoesIfThereIsNoThreadForOneOfItsParts() {
    AtomicInteger started = new AtomicInteger();
    List<Runnable> parts = List.of(this::sendSlowly, this::sendSlowly, this::sendSlowly);
    assertThatThrownBy(
            () ->
                OwnerBatch.runAll(
                    parts,
                    task -> {
                      if (started.incrementAndGet() == 2) {
                        failing.countDown();
                        throw new OutOfMemoryError("unable to create native thread");
                      }
                      threads.execute(task);
                    }))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(ended).hasValue(1);
  }
}
