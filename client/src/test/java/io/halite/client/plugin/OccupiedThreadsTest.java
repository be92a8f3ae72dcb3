package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanResumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scans whose consumer is told although threads that might do so are busy. */
@Timeout(60)
class OccupiedThreadsTest {
  private static final int BUCKETS = 4;

  private final ScanThreads threads = new ScanThreads();
  private final List<AdvancedScanResultConsumer> owners = new ArrayList<>();
  private boolean answerAtOnce;

  @SuppressWarnings("unchecked")
  private final AsyncTable<AdvancedScanResultConsumer> real =
      Salted.asyncTable()
          .on(
              "scan",
              arguments -> {
                AdvancedScanResultConsumer owner = (AdvancedScanResultConsumer) arguments.get(1);
                owners.add(owner);
                if (answerAtOnce) {
                  owner.onComplete();
                }
                return null;
              })
          .build();

  /** Notes what it is told, and by which thread it is told the end. */
  private static final class Told implements AdvancedScanResultConsumer {
    private final ConcurrentLinkedQueue<String> rows = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<String> end = new CompletableFuture<>();
    private final AtomicBoolean within = new AtomicBoolean();

    private void call(Runnable callback) {
      if (!within.compareAndSet(false, true)) {
        end.completeExceptionally(new AssertionError("two callbacks at once"));
      }
      callback.run();
      Thread.yield();
      within.set(false);
    }

    @Override
    public void onNext(Result[] results, ScanController controller) {
      call(
          () -> {
            for (Result result : results) {
              rows.add(Salted.natural(result));
            }
          });
    }

    @Override
    public void onHeartbeat(ScanController controller) {
      call(() -> {});
    }

    @Override
    public void onError(Throwable error) {
      end.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      call(() -> {});
      end.complete(Thread.currentThread().getName());
    }
  }

  @AfterEach
  void endThreads() {
    threads.end();
  }

  private Told scan(Executor callbacks) {
    Told told = new Told();
    scan(told, callbacks);
    return told;
  }

  private void scan(AdvancedScanResultConsumer told, Executor callbacks) {
    owners.clear();
    DirectAsyncTable.onNetwork(real, real, Salted.known(), callbacks).scan(new Scan(), told);
    assertThat(owners).hasSize(BUCKETS);
  }

  @Test
  void theNetworkPassesOnWhatItBringsIfNoOtherThreadComes() {
    Told told = scan(never -> {});
    owners.forEach(AdvancedScanResultConsumer::onComplete);
    assertThat(told.end).isCompleted();
  }

  @Test
  void aScanEndsWhileTheApplicationOccupiesTheCommonPool() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    try {
      for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
        ForkJoinPool.commonPool().execute(() -> await(waiting));
      }
      answerAtOnce = true;
      String thread = scan(threads).end.get();
      assertThat(thread).startsWith("halite-scans-");
    } finally {
      waiting.countDown();
    }
  }

  /**
   * The first rows stop the consumer; the others wait, and no thread of the network comes again.
   */
  @Test
  void rowsThatWaitedForResumeComeOnAThreadOfTheConnection() throws Exception {
    CompletableFuture<ScanResumer> stopped = new CompletableFuture<>();
    CompletableFuture<String> resumed = new CompletableFuture<>();
    AdvancedScanResultConsumer hesitant =
        new AdvancedScanResultConsumer() {
          @Override
          public void onNext(Result[] results, ScanController controller) {
            if (!stopped.complete(controller.suspend())) {
              resumed.completeExceptionally(new AssertionError("rows after the last one"));
            }
          }

          @Override
          public void onError(Throwable error) {
            resumed.completeExceptionally(error);
          }

          @Override
          public void onComplete() {
            resumed.complete(Thread.currentThread().getName());
          }
        };
    scan(hesitant, threads);
    byte[] stored = Salted.stored(Salted.BEFORE, "aaa");
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      if (stored[0] == bucket) {
        owners.get(bucket).onNext(new Result[] {Salted.row(stored)}, null);
      }
      owners.get(bucket).onComplete();
    }
    ScanResumer resumer = stopped.get();
    assertThat(resumed).isNotDone();
    resumer.resume();
    assertThat(resumed.get()).startsWith("halite-scans-");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Each bucket answers on a thread of its own, at the moment at which the scan's own begins. */
  @Test
  void callbacksComeInOrderAndOneAtATimeWhicheverThreadIsFirst() throws Exception {
    List<String> rows = List.of("aaa", "bbb", "ccc", "ddd", "eee", "fff");
    for (int i = 0; i < 500; i++) {
      Told told = scan(threads);
      List<Thread> network = new ArrayList<>();
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        network.add(network(bucket, rows));
      }
      network.forEach(Thread::start);
      assertThat(told.end.get()).isNotEmpty();
      assertThat(told.rows).containsExactlyElementsOf(rows);
      for (Thread thread : network) {
        thread.join();
      }
    }
  }

  private Thread network(int bucket, List<String> rows) {
    AdvancedScanResultConsumer owner = owners.get(bucket);
    return new Thread(
        () -> {
          for (String row : rows) {
            byte[] stored = Salted.stored(Salted.BEFORE, row);
            if (stored[0] == bucket) {
              owner.onNext(new Result[] {Salted.row(stored)}, null);
            }
          }
          owner.onComplete();
        },
        "network of bucket " + bucket);
  }
}
