package io.halite.client.latest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BlockingCallsTest {
  private static final int MORE_THAN_THREADS = 20;

  private final CountDownLatch called = new CountDownLatch(1);
  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final BlockingCalls calls = new BlockingCalls(stuck(), TableName.valueOf("t"));

  /** A connection that answers nothing until it is interrupted. */
  private Connection stuck() {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              called.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
                throw new InterruptedIOException("interrupted");
              }
              throw new IllegalStateException("nobody counts down");
            });
  }

  @Test
  void callsThatWaitForAThreadFailWhenTheClientIsClosed() {
    List<CompletableFuture<List<byte[]>>> waiting =
        IntStream.range(0, MORE_THAN_THREADS).mapToObj(i -> calls.starts()).toList();
    calls.close();
    assertThat(waiting)
        .allSatisfy(
            call ->
                assertThat(call)
                    .failsWithin(30, TimeUnit.SECONDS)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(IOException.class));
    assertThat(waiting.get(MORE_THAN_THREADS - 1))
        .failsWithin(0, TimeUnit.SECONDS)
        .withThrowableOfType(ExecutionException.class)
        .withMessageContaining("the LatestClient has been closed");
  }

  @Test
  void aCallAfterTheCloseFails() {
    calls.close();
    assertThat(calls.starts())
        .failsWithin(0, TimeUnit.SECONDS)
        .withThrowableOfType(ExecutionException.class)
        .withMessageContaining("the LatestClient has been closed");
  }

  @Test
  void aCallThatIsCancelledIsInterrupted() throws Exception {
    CompletableFuture<List<byte[]>> call = calls.starts();
    assertThat(called.await(30, TimeUnit.SECONDS)).isTrue();
    call.cancel(true);
    assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    calls.close();
  }
}
