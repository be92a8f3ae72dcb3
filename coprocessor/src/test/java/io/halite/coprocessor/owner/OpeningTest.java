package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpeningTest {
  private final List<CompletableFuture<Closeable>> begun = new ArrayList<>();
  private final AtomicInteger closed = new AtomicInteger();
  private final ConnectionUses uses = new ConnectionUses(() -> {});

  private Opening<Closeable> opening(long waitMillis) {
    return new Opening<>(
        uses,
        waitMillis,
        () -> {
          begun.add(new CompletableFuture<>());
          return begun.get(begun.size() - 1);
        });
  }

  @Test
  void aConnectionThatDoesNotOpenKeepsNobodyForLongerThanTheWait() {
    Opening<Closeable> opening = opening(1);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(opening::open)
          .isInstanceOf(IOException.class)
          .hasMessage("the server's own connection could not be opened")
          .hasCauseInstanceOf(TimeoutException.class);
    }
    assertThat(begun).as("attempts to open it").hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 0, -5})
  void aCallerWaitsNoLongerThanItsRequestMayTake(long left) {
    Opening<Closeable> opening = opening(Long.MAX_VALUE);
    assertThatThrownBy(() -> opening.open(left)).hasCauseInstanceOf(TimeoutException.class);
    assertThat(begun).as("for the next caller").hasSize(1);
  }

  @Test
  void whoWaitsKeepsNobodyElseFromWaiting() throws Exception {
    Opening<Closeable> opening = opening(60_000);
    CountDownLatch waiting = new CountDownLatch(2);
    List<CompletableFuture<Closeable>> callers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      callers.add(
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  assertThat(opening.opening(true)).isNotDone();
                  waiting.countDown();
                  return opening.open();
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              },
              task -> new Thread(task).start()));
    }
    assertThat(waiting.await(30, TimeUnit.SECONDS)).isTrue();
    // A third looks at it while two wait.
    assertThat(opening.opening(true)).isNotDone();
    Closeable connection = closed::incrementAndGet;
    begun.get(0).complete(connection);
    for (CompletableFuture<Closeable> caller : callers) {
      assertThat(caller.get(30, TimeUnit.SECONDS)).isSameAs(connection);
    }
  }

  @Test
  void itOpensAgainAfterAFailure() throws Exception {
    Opening<Closeable> opening = opening(60_000);
    assertThat(opening.opening(true)).isNotDone();
    begun.get(0).completeExceptionally(new IOException("no ZooKeeper"));
    Closeable connection = closed::incrementAndGet;
    assertThat(opening.opening(true)).isNotDone();
    begun.get(1).complete(connection);
    assertThat(opening.open()).isSameAs(connection);
    assertThat(begun).hasSize(2);
  }

  @Test
  void aConnectionThatOpensAfterTheCloseIsClosed() throws Exception {
    Opening<Closeable> opening = opening(1);
    assertThat(opening.opening(true)).isNotDone();
    opening.close();
    assertThat(closed).hasValue(0);
    begun.get(0).complete(closed::incrementAndGet);
    assertThat(closed).hasValue(1);
  }

  @Test
  void nothingOpensOnceTheRegionsAreClosed() throws Exception {
    Opening<Closeable> opening = opening(1);
    uses.close();
    assertThatThrownBy(opening::open).hasMessageContaining("has closed its salted regions");
    assertThat(begun).isEmpty();
  }
}
