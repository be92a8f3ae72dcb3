package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.scan.UnorderedAttribute;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanController;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanResumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Consumers that take longer for rows than these take to arrive. */
@Timeout(60)
class SlowConsumerTest {
  private static final int BUCKETS = 4;

  private final List<AdvancedScanResultConsumer> owners = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final AtomicBoolean within = new AtomicBoolean();
  private final CompletableFuture<String> end = new CompletableFuture<>();

  /** What the consumer does with rows, beside taking them. */
  private Runnable perRows = () -> {};

  private final AsyncTable<AdvancedScanResultConsumer> table = Salted.owners(owners);

  private final AdvancedScanResultConsumer consumer =
      new AdvancedScanResultConsumer() {
        @Override
        public void onNext(Result[] results, ScanController controller) {
          if (!within.compareAndSet(false, true)) {
            end.completeExceptionally(new AssertionError("two callbacks at once"));
          }
          for (Result result : results) {
            told.add(Salted.natural(result));
          }
          perRows.run();
          within.set(false);
        }

        @Override
        public void onError(Throwable error) {
          end.completeExceptionally(error);
        }

        @Override
        public void onComplete() {
          end.complete(Thread.currentThread().getName());
        }
      };

  private void scan(Executor callbacks) {
    new AsyncScans(table, Salted.known(), callbacks)
        .push(UnorderedAttribute.putOn(new Scan(), BUCKETS), consumer);
    assertThat(owners).hasSize(BUCKETS);
  }

  /** So many keys of one bucket, in order. */
  private static List<String> keys(int bucket, int many) {
    return IntStream.iterate(100_000, i -> i + 1)
        .mapToObj(Integer::toString)
        .filter(key -> Salted.stored(Salted.BEFORE, key)[0] == bucket)
        .limit(many)
        .toList();
  }

  private void answer(int bucket, List<String> keys, int cells) {
    Result[] rows =
        keys.stream()
            .map(key -> Salted.row(Salted.stored(Salted.BEFORE, key), cells))
            .toArray(Result[]::new);
    ScanController suspendable =
        new Fake<>(ScanController.class).on("suspend", any -> (ScanResumer) () -> {}).build();
    owners.get(bucket).onNext(rows, suspendable);
  }

  /** Each time that the consumer has rows, a thread has brought more of another owner. */
  @Test
  void aThreadOfTheNetworkIsFreeBeforeTheRowsEndThatOthersBring() throws Exception {
    ScanThreads threads = new ScanThreads();
    Thread network = Thread.currentThread();
    CountDownLatch free = new CountDownLatch(1);
    List<String> first = keys(0, 1);
    List<String> others = keys(1, 20_000);
    Deque<String> coming = new ArrayDeque<>(others);
    perRows =
        () -> {
          CompletableFuture.runAsync(() -> bring(coming)).join();
          if (Thread.currentThread() != network) {
            await(free);
          }
        };
    scan(threads);
    answer(0, first, 1);
    assertThat(coming).as("rows that come after the call has returned").isNotEmpty();
    free.countDown();
    assertThat(end.get()).startsWith("halite-scans-");
    threads.end();
    assertThat(told).startsWith(first.get(0)).endsWith(others.toArray(new String[0]));
    assertThat(told).hasSize(1 + others.size());
  }

  private void bring(Deque<String> coming) {
    List<String> next = new ArrayList<>();
    while (next.size() < 100 && !coming.isEmpty()) {
      next.add(coming.remove());
    }
    if (!next.isEmpty()) {
      answer(1, next, 1);
      if (coming.isEmpty()) {
        owners.forEach(AdvancedScanResultConsumer::onComplete);
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Another scan may wait for the thread. */
  @Test
  void noThreadPassesOnMoreThanSoManyRowsAtOnce() {
    Deque<Runnable> waiting = new ArrayDeque<>();
    scan(waiting::add);
    waiting.remove().run();
    answer(0, keys(0, 2 * OneAnswer.ROWS + 1), 1);
    assertThat(told).hasSize(OneAnswer.ROWS);
    waiting.remove().run();
    assertThat(told).hasSize(2 * OneAnswer.ROWS);
    waiting.remove().run();
    assertThat(told).containsExactlyElementsOf(keys(0, 2 * OneAnswer.ROWS + 1));
    assertThat(waiting).isEmpty();
  }

  @Test
  void noThreadPassesOnMoreBytesAtOnceThanAnAnswerHas() {
    Deque<Runnable> waiting = new ArrayDeque<>();
    scan(waiting::add);
    waiting.remove().run();
    int cells = (int) (OneAnswer.BYTES / 2 / 64);
    answer(0, keys(0, 3), cells);
    assertThat(told).hasSizeLessThan(3);
    waiting.remove().run();
    assertThat(told).containsExactlyElementsOf(keys(0, 3));
  }
}
