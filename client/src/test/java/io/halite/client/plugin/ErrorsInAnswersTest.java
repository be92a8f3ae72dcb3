package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.junit.jupiter.api.Test;

/** HBase drops what a listener throws, so an error would leave the application's future open. */
class ErrorsInAnswersTest {
  private final Fake<AsyncTable> real = Salted.asyncTable();

  /** An answer that cannot be read, as where a class is missing or the heap is full. */
  private static final class Unreadable extends Result {
    @Override
    public boolean isEmpty() {
      return false;
    }

    @Override
    public Cell[] rawCells() {
      throw new NoClassDefFoundError("missing");
    }
  }

  @SuppressWarnings("unchecked")
  private AsyncTable<AdvancedScanResultConsumer> table() {
    return DirectAsyncTable.onNetwork(real.build(), real.build(), Salted.known(), Runnable::run);
  }

  @Test
  void anErrorInAnAnswerEndsItsFuture() {
    Object answer = CompletableFuture.completedFuture(new Unreadable());
    real.on("get", asked -> answer);
    CompletableFuture<Result> got = table().get(new Get(Salted.key("one")));
    assertThat(got).isDone();
    assertThatThrownBy(got::join).hasRootCauseInstanceOf(NoClassDefFoundError.class);
  }

  @Test
  void theOthersOfAListHaveTheirAnswers() {
    Result readable = Salted.row(Salted.stored(Salted.BEFORE, "two"));
    real.on(
        "get",
        asked ->
            List.of(
                CompletableFuture.completedFuture(new Unreadable()),
                CompletableFuture.completedFuture(readable)));
    List<CompletableFuture<Result>> got =
        table().get(List.of(new Get(Salted.key("one")), new Get(Salted.key("two"))));
    assertThat(got.get(0)).isDone();
    assertThatThrownBy(got.get(0)::join).hasRootCauseInstanceOf(NoClassDefFoundError.class);
    assertThat(Salted.natural(got.get(1).join())).isEqualTo("two");
  }

  /** What a scan has told a consumer that throws when it is shown the metrics. */
  private static final class Told implements AdvancedScanResultConsumer {
    private final AssertionError fault = new AssertionError("a fault of the application");
    private final List<Throwable> errors = new ArrayList<>();

    @Override
    public void onScanMetricsCreated(ScanMetrics metrics) {
      throw fault;
    }

    @Override
    public void onNext(Result[] results, ScanController controller) {
      throw new IllegalStateException("no row is expected");
    }

    @Override
    public void onError(Throwable error) {
      errors.add(error);
    }

    @Override
    public void onComplete() {
      throw new IllegalStateException("no end without an error is expected");
    }
  }

  private static Told scanWithMetrics(AsyncScans scans) {
    Told told = new Told();
    scans.push(new Scan().setScanMetricsEnabled(true), told);
    return told;
  }

  @SuppressWarnings("unchecked")
  private AsyncScans scans(TableSpec spec) {
    return new AsyncScans(real.build(), spec, Runnable::run);
  }

  @Test
  void anErrorOfTheConsumerWhenItIsShownTheMetricsEndsTheScan() throws Exception {
    Told atOnce = scanWithMetrics(scans(Salted.known()));
    assertThat(atOnce.errors).containsExactly(atOnce.fault);

    CompletableFuture<Result> refused =
        CompletableFuture.failedFuture(Salted.markRefusal(Salted.BEFORE));
    real.on("get", asked -> refused);
    Told afterItsQuestion = scanWithMetrics(scans(Salted.unknown()));
    assertThat(afterItsQuestion.errors).containsExactly(afterItsQuestion.fault);
  }

  @Test
  void anErrorInTheSendingOfAScanEndsItsFuture() throws Exception {
    CompletableFuture<Result> refused =
        CompletableFuture.failedFuture(Salted.markRefusal(Salted.BEFORE));
    real.on("get", asked -> refused);
    NoClassDefFoundError missing = new NoClassDefFoundError("missing");
    real.on(
        "scan",
        sent -> {
          throw missing;
        });
    CompletableFuture<List<Result>> rows = scans(Salted.unknown()).all(new Scan());
    assertThat(rows).isDone();
    assertThatThrownBy(rows::join).cause().isSameAs(missing);
  }

  @Test
  void anErrorInTheSendingOfAScanOnceMoreEndsItsFuture() throws Exception {
    List<AdvancedScanResultConsumer> owners = new ArrayList<>();
    NoClassDefFoundError missing = new NoClassDefFoundError("missing");
    real.on(
        "scan",
        sent -> {
          if (owners.size() == 4) {
            throw missing;
          }
          owners.add((AdvancedScanResultConsumer) sent.get(1));
          return null;
        });
    CompletableFuture<List<Result>> rows = scans(Salted.known()).all(new Scan());
    owners.get(0).onError(Salted.markRefusal(Salted.AFTER));
    assertThat(rows).isDone();
    assertThatThrownBy(rows::join).cause().isSameAs(missing);
  }

  /** Over a real table that opens its scanners itself. */
  @SuppressWarnings("unchecked")
  private AsyncTable<ScanResultConsumer> inPool() {
    return new PooledAsyncTable(real.build(), real.build(), Runnable::run);
  }

  @Test
  void anErrorOfTheConsumerInAPoolEndsTheScan() {
    ResultScanner scanner =
        new Fake<>(ResultScanner.class)
            .on("getScanMetrics", any -> new ScanMetrics())
            .on("close", any -> null)
            .build();
    real.on("getScanner", any -> scanner);
    Told told = new Told();
    inPool()
        .scan(
            new Scan().setScanMetricsEnabled(true),
            new ScanResultConsumer() {
              @Override
              public void onScanMetricsCreated(ScanMetrics metrics) {
                told.onScanMetricsCreated(metrics);
              }

              @Override
              public boolean onNext(Result result) {
                throw new IllegalStateException("no row is expected");
              }

              @Override
              public void onError(Throwable error) {
                told.onError(error);
              }

              @Override
              public void onComplete() {
                told.onComplete();
              }
            });
    assertThat(told.errors).containsExactly(told.fault);
  }
}
