package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ScanThreadsTest {
  private final ScanThreads threads = new ScanThreads(Duration.ofDays(1));

  @AfterEach
  void endThreads() {
    threads.end();
  }

  private Thread oneOf() {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    threads.execute(() -> thread.complete(Thread.currentThread()));
    return thread.join();
  }

  @Test
  void aThreadHasANameAndKeepsNoProgramAlive() {
    Thread thread = oneOf();
    assertThat(thread.getName()).startsWith("halite-scans-");
    assertThat(thread.isDaemon()).isTrue();
  }

  @Test
  void thereAreNoMoreThreadsThanTheNetworkHas() throws Exception {
    int tasks = 10 * ScanThreads.most();
    CountDownLatch all = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(tasks);
    Set<Thread> used = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < tasks; i++) {
      threads.execute(
          () -> {
            used.add(Thread.currentThread());
            try {
              all.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            over.countDown();
          });
    }
    all.countDown();
    over.await();
    assertThat(used).hasSizeLessThanOrEqualTo(ScanThreads.most());
  }

  @Test
  void anIdleThreadEndsAfterItsTime() throws Exception {
    ScanThreads brief = new ScanThreads(Duration.ofMillis(1));
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    brief.execute(() -> thread.complete(Thread.currentThread()));
    thread.join().join();
    assertThat(thread.join().isAlive()).isFalse();
  }

  @Test
  void behindTheEndIdleThreadsEndAndScansStillReceiveTheirs() throws Exception {
    Thread before = oneOf();
    threads.end();
    before.join();
    Thread after = oneOf();
    after.join();
    assertThat(after).isNotSameAs(before);
  }
}
