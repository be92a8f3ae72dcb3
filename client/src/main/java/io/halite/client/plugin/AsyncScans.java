package io.halite.client.plugin;

import io.halite.routing.scan.SpecQuestion;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scans of the asynchronous client over all buckets of a natural range, or through the gateways.
 *
 * <p>Thread-safe.
 */
final class AsyncScans implements ScanSource {
  private static final Logger LOG = LoggerFactory.getLogger(AsyncScans.class);

  private final AsyncTable<AdvancedScanResultConsumer> owners;
  private final TableSpec spec;
  private final AsyncQuestions questions;
  private final Executor callbacks;

  /**
   * Over HBase's own table, which calls back on the threads of the network.
   *
   * @param callbacks passes on what arrives while a scan is sent, and what waits until its consumer
   *     resumes it; none of its threads may be the application's
   */
  AsyncScans(AsyncTable<AdvancedScanResultConsumer> owners, TableSpec spec, Executor callbacks) {
    this.owners = owners;
    this.spec = spec;
    this.questions = new AsyncQuestions(spec, owners::get);
    this.callbacks = callbacks;
  }

  @Override
  public Result get(Get get) throws IOException {
    return FutureUtils.get(owners.get(get));
  }

  @Override
  public ResultScanner scanner(Scan scan) {
    return owners.getScanner(scan);
  }

  @Override
  public AsyncTable<AdvancedScanResultConsumer> owners() {
    return owners;
  }

  /** A scanner of HBase's asynchronous client keeps its lease as long as it is not closed. */
  @Override
  public IdleScanners idle() {
    return IdleScanners.never();
  }

  /** A scanner that waits only when it is read. */
  ResultScanner open(Scan natural) {
    if (PlannedScan.isForGateways(natural)) {
      return scanner(natural);
    }
    Scan kept = PlannedScan.copy(natural);
    // Read once: knowledge that grows too old meanwhile would ask on this thread.
    Turn turn = turn(kept);
    DirectScans scans = new DirectScans(this, spec);
    LazyScanner scanner = new LazyScanner(() -> scans.open(kept));
    if (!turn.routing().asks()) {
      questions.askBeside(turn);
      scanner.openAhead(() -> scans.open(turn.routing(), kept));
    }
    return scanner;
  }

  private Turn turn(Scan scan) {
    try {
      return spec.turn(SpecAsker.of(scan));
    } catch (IOException e) {
      LOG.debug("{} asks for no spec", scan, e);
      return Turn.over(spec.routing());
    }
  }

  /** All rows of a scan. */
  CompletableFuture<List<Result>> all(Scan natural) {
    AllRows rows = new AllRows();
    push(natural, rows);
    return rows.done();
  }

  /**
   * Passes rows to a consumer as they arrive, without waiting on any thread.
   *
   * <p>What a scan throws as it begins, the consumer's own errors included, goes to {@code
   * onError}. HBase's client lets the caller of {@code scan} have what {@code onScanMetricsCreated}
   * throws; here that may run when a question has its answer, and has no caller then.
   */
  void push(Scan natural, AdvancedScanResultConsumer consumer) {
    if (PlannedScan.isForGateways(natural)) {
      owners.scan(natural, consumer);
      return;
    }
    Scan kept = PlannedScan.copy(natural);
    try {
      questions.route(turn(kept), routing -> push(routing, kept, consumer), consumer::onError);
    } catch (Throwable e) {
      consumer.onError(e);
    }
  }

  private void push(Routing routing, Scan natural, AdvancedScanResultConsumer consumer)
      throws IOException {
    if (!routing.asks()) {
      push(routing, natural, consumer, new SummedMetrics(natural), 1);
      return;
    }
    Sent<Get> question = Sent.of(routing, SpecQuestion.of(natural));
    if (question.isRouted()) {
      ask(question, natural, consumer);
    } else {
      push(Routing.natural(), natural, consumer, new SummedMetrics(natural), 1);
    }
  }

  private void ask(Sent<Get> question, Scan natural, AdvancedScanResultConsumer consumer) {
    FutureUtils.addListener(
        owners.get(question.stored()),
        (answer, failure) -> {
          try {
            Routing next = Routing.natural();
            if (failure == null) {
              spec.answered(question);
            } else {
              LOG.debug("asked for the spec for {}", natural, failure);
              // A failure that tells nothing of the spec is met again by the scan of the gateways.
              next = spec.afterFailure(question, failure).orElse(next);
            }
            push(next, natural, consumer, new SummedMetrics(natural), 1);
          } catch (Throwable e) {
            // Nobody else hears of it: HBase logs what a listener throws, and drops it.
            consumer.onError(e);
          }
        });
  }

  /** A consumer of a scan with metrics is shown them at the first opening, before anything else. */
  private void push(
      Routing routing,
      Scan natural,
      AdvancedScanResultConsumer consumer,
      SummedMetrics metrics,
      int openings)
      throws IOException {
    Optional<PlannedScan> plan = PlannedScan.of(routing, natural);
    if (plan.isEmpty()) {
      owners.scan(natural, openings == 1 ? consumer : new CountedConsumer(consumer, metrics));
      return;
    }
    ScanMetrics sums = metrics.sums();
    if (sums != null && openings == 1) {
      consumer.onScanMetricsCreated(sums);
    }
    new PushedScan(
            plan.get(),
            consumer,
            metrics,
            failure -> again(routing, natural, consumer, metrics, failure, openings),
            callbacks)
        .start(owners);
  }

  /** Opens a scan again that has failed before its first row; returns whether it does. */
  private boolean again(
      Routing routing,
      Scan natural,
      AdvancedScanResultConsumer consumer,
      SummedMetrics metrics,
      IOException failure,
      int openings)
      throws IOException {
    Optional<Routing> next = spec.afterFailure(routing, failure, openings);
    if (next.isPresent()) {
      push(next.get(), natural, consumer, metrics, openings + 1);
    }
    return next.isPresent();
  }
}
