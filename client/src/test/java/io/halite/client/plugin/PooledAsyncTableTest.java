package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A table with a pool of one thread, which runs all code of the application. The owners have the
 * spec {@link Salted#AFTER}, so that they refuse what knows another one or none.
 */
@Timeout(60)
class PooledAsyncTableTest {
  private static final String POOL = "application";

  private final ExecutorService pool = single(POOL);
  private final ExecutorService network = single("network");
  private final ScanThreads threads = new ScanThreads();

  /** Answers come when the application has said what it does with them. */
  private final CountDownLatch sent = new CountDownLatch(1);

  private static ExecutorService single(String name) {
    return Executors.newSingleThreadExecutor(code -> new Thread(code, name));
  }

  /** What a client knows of the salt. */
  static Stream<TableSpec> specs() {
    return Stream.of(Salted.known(), Salted.unknown());
  }

  @AfterEach
  void endThreads() {
    pool.shutdownNow();
    network.shutdownNow();
    threads.end();
  }

  @SuppressWarnings("unchecked")
  private AsyncTable<ScanResultConsumer> table(TableSpec spec) {
    network.execute(this::awaitSent);
    AsyncTable<AdvancedScanResultConsumer> owners =
        Salted.asyncTable()
            .on("get", asked -> answers(asked.get(0), this::answer))
            .on("scan", asked -> scan((Scan) asked.get(0), asked.get(1)))
            .build();
    return new PooledAsyncTable(
        Salted.asyncTable().build(),
        DirectAsyncTable.onNetwork(owners, owners, spec, threads),
        pool);
  }

  private void awaitSent() {
    try {
      sent.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What a table returns for a get or for a list of them. */
  @SuppressWarnings("unchecked")
  private static Object answers(Object gets, Function<Get, CompletableFuture<Result>> table) {
    Object answers =
        gets instanceof Get get
            ? table.apply(get)
            : ((List<Get>) gets).stream().map(table).toList();
    return answers;
  }

  private CompletableFuture<Result> answer(Get get) {
    return CompletableFuture.supplyAsync(() -> get, network)
        .thenCompose(
            asked -> {
              try {
                return Salted.mark(Salted.AFTER).isThisOn(asked)
                    ? CompletableFuture.completedFuture(Salted.row(asked.getRow()))
                    : CompletableFuture.failedFuture(Salted.markRefusal(Salted.AFTER));
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
  }

  private Object scan(Scan scan, Object consumer) {
    AdvancedScanResultConsumer told = (AdvancedScanResultConsumer) consumer;
    byte[] row = Salted.stored(Salted.AFTER, "one");
    network.execute(
        () -> {
          try {
            if (!Salted.mark(Salted.AFTER).isThisOn(scan)) {
              told.onError(Salted.markRefusal(Salted.AFTER));
              return;
            }
            if (Bytes.compareTo(scan.getStartRow(), row) <= 0
                && (scan.getStopRow().length == 0 || Bytes.compareTo(row, scan.getStopRow()) < 0)) {
              told.onNext(new Result[] {Salted.row(row)}, null);
            }
            told.onComplete();
          } catch (Exception e) {
            told.onError(e);
          }
        });
    return List.of();
  }

  /**
   * The thread that shows the application an answer, unless another one waits for the answer
   * itself: that may run what follows.
   */
  private static CompletableFuture<String> thread(CompletableFuture<?> answer) {
    return answer.handle(
        (any, failure) -> failure == null ? Thread.currentThread().getName() : failure.toString());
  }

  @ParameterizedTest
  @MethodSource("specs")
  void consumersOfScansAreCalledInThePool(TableSpec spec) {
    List<String> told = new ArrayList<>();
    CompletableFuture<String> end = new CompletableFuture<>();
    sent.countDown();
    table(spec)
        .scan(
            new Scan(),
            new ScanResultConsumer() {
              @Override
              public boolean onNext(Result row) {
                return told.add(Salted.natural(row) + " in " + Thread.currentThread().getName());
              }

              @Override
              public void onError(Throwable failure) {
                end.completeExceptionally(failure);
              }

              @Override
              public void onComplete() {
                end.complete(Thread.currentThread().getName());
              }
            });
    assertThat(end.join()).isEqualTo(POOL);
    assertThat(told).containsExactly("one in " + POOL);
  }

  @ParameterizedTest
  @MethodSource("specs")
  void allRowsOfAScanAreShownInThePool(TableSpec spec) {
    CompletableFuture<List<Result>> rows = table(spec).scanAll(new Scan());
    CompletableFuture<String> thread = thread(rows);
    sent.countDown();
    assertThat(thread.join()).isEqualTo(POOL);
    assertThat(rows.join()).extracting(Salted::natural).containsExactly("one");
  }

  @ParameterizedTest
  @MethodSource("specs")
  void answersToGetsAreShownInThePool(TableSpec spec) {
    AsyncTable<ScanResultConsumer> table = table(spec);
    List<CompletableFuture<Result>> answers = new ArrayList<>();
    answers.add(table.get(new Get(Salted.key("one"))));
    answers.addAll(table.get(List.of(new Get(Salted.key("two")), new Get(Salted.key("six")))));
    List<CompletableFuture<String>> told =
        answers.stream().map(PooledAsyncTableTest::thread).toList();
    sent.countDown();
    assertThat(told).extracting(CompletableFuture::join).containsOnly(POOL);
    assertThat(answers)
        .extracting(answer -> Salted.natural(answer.join()))
        .containsExactly("one", "two", "six");
  }
}
