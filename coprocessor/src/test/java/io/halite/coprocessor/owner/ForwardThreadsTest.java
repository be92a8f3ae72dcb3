package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Parts of batches that meet the end of the threads which would send them. */
class ForwardThreadsTest {
  private static final int LIMIT_SECONDS = 60;

  private static <T> T await(CompletableFuture<T> task) throws Exception {
    return task.get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  private static String name() {
    return Thread.currentThread().getName();
  }

  @Test
  void whatIsGivenBehindTheCloseStillRuns() throws Exception {
    Executor executor;
    try (ForwardThreads threads = new ForwardThreads()) {
      executor = threads.executor();
      assertThat(await(CompletableFuture.supplyAsync(ForwardThreadsTest::name, executor)))
          .startsWith("halite-forward-");
    }
    assertThat(await(CompletableFuture.supplyAsync(() -> "sent", executor))).isEqualTo("sent");
  }

  @Test
  void whatRunsAtTheCloseIsNotInterrupted() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    CompletableFuture<Boolean> task;
    try (ForwardThreads threads = new ForwardThreads()) {
      task =
          CompletableFuture.supplyAsync(
              () -> {
                begun.countDown();
                try {
                  return closed.await(LIMIT_SECONDS, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                  return false;
                }
              },
              threads.executor());
      assertThat(begun.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
    closed.countDown();
    assertThat(await(task)).isTrue();
  }

  @Test
  void aUseBehindTheCloseStartsThreadsAgain() throws Exception {
    ForwardThreads threads = new ForwardThreads();
    threads.executor();
    threads.close();
    try (threads) {
      assertThat(await(CompletableFuture.supplyAsync(ForwardThreadsTest::name, threads.executor())))
          .startsWith("halite-forward-");
    }
  }
}
