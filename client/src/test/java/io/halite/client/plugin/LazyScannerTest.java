package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LazyScannerTest {
  private final Fake<ResultScanner> real =
      new Fake<>(ResultScanner.class)
          .on("next", any -> Salted.row(Salted.key("one")))
          .on("getScanMetrics", any -> null)
          .on("close", any -> null);

  @Test
  void closeDoesNotWaitForTheQuestionOfAReader() throws Exception {
    CountDownLatch asks = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    LazyScanner scanner =
        new LazyScanner(
            () -> {
              asks.countDown();
              awaitQuietly(answered);
              return real.build();
            });
    CompletableFuture<Boolean> readsNothing =
        CompletableFuture.supplyAsync(() -> scanner.iterator().hasNext()).thenApply(has -> !has);
    asks.await();
    CompletableFuture<Void> closed = CompletableFuture.runAsync(scanner::close);
    try {
      closed.get(20, TimeUnit.SECONDS);
    } finally {
      answered.countDown();
    }
    assertThat(readsNothing.get(20, TimeUnit.SECONDS)).isTrue();
    assertThat(real.count("close")).isEqualTo(1);
    assertThat(real.count("next")).isZero();
  }

  @Test
  void theFirstOfTwoScannersOpenedAtTheSameTimeStaysAndTheOtherIsClosed() throws Exception {
    Fake<ResultScanner> other =
        new Fake<>(ResultScanner.class).on("getScanMetrics", any -> null).on("close", any -> null);
    CountDownLatch asks = new CountDownLatch(1);
    CountDownLatch read = new CountDownLatch(1);
    AtomicInteger openings = new AtomicInteger();
    LazyScanner scanner =
        new LazyScanner(
            () -> {
              if (openings.getAndIncrement() > 0) {
                return real.build();
              }
              asks.countDown();
              awaitQuietly(read);
              return other.build();
            });
    CompletableFuture<?> metrics = CompletableFuture.runAsync(scanner::getScanMetrics);
    asks.await();
    assertThat(scanner.next()).isNotNull();
    read.countDown();
    metrics.handle((done, failure) -> done).get(20, TimeUnit.SECONDS);
    assertThat(scanner.next()).isNotNull();
    assertThat(real.count("next")).isEqualTo(2);
    assertThat(other.count("close")).isEqualTo(1);
    assertThat(real.count("close")).isZero();
  }

  @Test
  void anInterruptionWhileMetricsAreAskedForEndsTheReadThatFollows() {
    LazyScanner scanner =
        new LazyScanner(
            () -> {
              throw new InterruptedIOException("interrupted");
            });
    assertThat(scanner.getScanMetrics()).isNull();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void anAnswerThatCameTooLateIsNoInterruption() {
    LazyScanner scanner =
        new LazyScanner(
            () -> {
              throw new SocketTimeoutException("no answer");
            });
    assertThat(scanner.getScanMetrics()).isNull();
    assertThat(Thread.interrupted()).isFalse();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
