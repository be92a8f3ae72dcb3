package io.halite.client.plugin;

import io.halite.routing.merge.ArrivingRows;
import io.halite.routing.merge.MoveListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanController;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes rows to a consumer on the threads on which they arrive; on a thread of an executor those
 * that arrive while the scan is sent, and those that wait for {@code resume}. No thread waits: the
 * thread that finds another one at work leaves its news to that one.
 *
 * <p>A consumer may be slower than the network. So a thread that has passed on as much as {@link
 * OneAnswer} leaves the rest to the executor, and has time for its other channels or scans.
 *
 * <p>A suspended consumer is passed nothing. The owners then read ahead as far as they have room. A
 * consumer that throws ends the scan, and {@code onError} shows it its own exception.
 *
 * <p>HBase's client calls {@code onHeartbeat} for a heartbeat of the server alone, so a consumer
 * may take the scan for a slow one and end it there. The same holds here. An answer whose rows
 * cannot be passed on yet is not a heartbeat, and neither is {@code resume}.
 */
final class PushedScan implements MoveListener {
  private static final Logger LOG = LoggerFactory.getLogger(PushedScan.class);
  private static final int ROWS_AT_ONCE = 100;

  private final PlannedScan plan;
  private final AdvancedScanResultConsumer consumer;
  private final Reopening reopening;
  private final Executor callbacks;
  private final SummedMetrics metrics;

  /** News that no thread has taken; the first one keeps all threads away until the scan is sent. */
  private final AtomicInteger news = new AtomicInteger(1);

  /** Whether an owner has sent a heartbeat since the last look at the rows. */
  private final AtomicBoolean heartbeat = new AtomicBoolean();

  private @Nullable ArrivingRows rows;
  private @Nullable IOException failure;
  private OneAnswer turn = new OneAnswer();
  private long passed;
  private boolean given;
  private boolean ended;
  private volatile boolean suspended;

  /** Opens a scan again that has failed before its first row. */
  interface Reopening {
    /** Returns whether the scan is opened again; otherwise the failure is its answer. */
    boolean after(IOException failure) throws IOException;
  }

  /**
   * A scan that is not yet sent.
   *
   * @param metrics to which it adds what owners count
   * @param callbacks passes on what the callers of {@link #start} and {@code resume} must not: they
   *     may hold a lock
   */
  PushedScan(
      PlannedScan plan,
      AdvancedScanResultConsumer consumer,
      SummedMetrics metrics,
      Reopening reopening,
      Executor callbacks) {
    this.plan = plan;
    this.consumer = consumer;
    this.reopening = reopening;
    this.callbacks = callbacks;
    this.metrics = metrics;
  }

  /** Sends the stored scans. */
  void start(AsyncTable<AdvancedScanResultConsumer> owners) throws IOException {
    ArrivingRows opened = plan.open(owners, metrics, this);
    rows = opened;
    // The executor may be slow to begin: from now on, a thread of the network passes on what is
    // there, and what it brings.
    news.set(0);
    callbacks.execute(() -> begin(opened));
  }

  /** Passes on the rows that arrived before start() ended; no owner reports them again. */
  private void begin(ArrivingRows opened) {
    // Another thread that is at work has begun when the scan was sent, so it finds all of that.
    if (news.compareAndSet(0, 1)) {
      work(opened);
    }
  }

  @Override
  public void moved() {
    ArrivingRows opened = news.getAndIncrement() == 0 ? rows : null;
    if (opened != null) {
      work(opened);
    }
  }

  @Override
  public void heartbeat() {
    heartbeat.set(true);
    moved();
  }

  private void resume() {
    suspended = false;
    callbacks.execute(this::moved);
  }

  /** Passes on what there is, until there are no news, or another thread goes on. */
  private void work(ArrivingRows opened) {
    turn = new OneAnswer();
    int taken;
    do {
      taken = news.get();
      pass(opened);
      if (turn.isFull()) {
        // The news stay, and keep all other threads away.
        callbacks.execute(() -> work(opened));
        return;
      }
    } while (news.addAndGet(-taken) > 0);
  }

  /** A heartbeat counts if no row comes with it; a suspended consumer has no use for it later. */
  private void pass(ArrivingRows opened) {
    boolean silent = heartbeat.getAndSet(false);
    try {
      boolean more = true;
      while (more && !turn.isFull() && !ended && !suspended) {
        List<Result> next = take(opened);
        silent &= next.isEmpty();
        more = passOn(opened, next);
      }
      if (silent && !ended && !suspended) {
        call(opened, consumer::onHeartbeat);
      }
    } catch (RuntimeException | Error e) {
      end(opened, () -> tell(() -> consumer.onError(e)));
    }
  }

  /** Passes on some rows, or without any the end; returns whether to try again at once. */
  private boolean passOn(ArrivingRows opened, List<Result> next) {
    if (!next.isEmpty()) {
      given = true;
      call(opened, controller -> consumer.onNext(next.toArray(new Result[0]), controller));
      return true;
    }
    IOException failed = failure;
    if (failed != null) {
      end(opened, () -> answer(failed).ifPresent(e -> tell(() -> consumer.onError(e))));
    } else if (passed >= plan.rowLimit() || opened.isExhausted()) {
      end(opened, () -> tell(consumer::onComplete));
    }
    return opened.isBehind();
  }

  /** Calls the consumer, and then does what it has said to the controller. */
  private void call(ArrivingRows opened, Consumer<ScanController> callback) {
    metrics.sums();
    CallbackController controller = new CallbackController(() -> suspended = true, this::resume);
    boolean terminated = false;
    try {
      callback.accept(controller);
    } finally {
      terminated = controller.returned();
    }
    if (terminated) {
      end(opened, () -> tell(consumer::onComplete));
    }
  }

  /** Takes the rows that are ready; a failure behind them is kept. */
  private List<Result> take(ArrivingRows opened) {
    List<Result> next = new ArrayList<>();
    try {
      while (hasRoom(next) && passed < plan.rowLimit()) {
        Result row = opened.poll(plan.natural().table());
        if (row == null) {
          break;
        }
        next.add(row);
        turn.add(row);
        passed += row.mayHaveMoreCellsInRow() ? 0 : 1;
      }
    } catch (IOException e) {
      failure = e;
    }
    return next;
  }

  private boolean hasRoom(List<Result> next) {
    return failure == null && next.size() < ROWS_AT_ONCE && !turn.isFull();
  }

  /** Ends the scan once; the consumer's last callback finds all owners' scans closed. */
  private void end(ArrivingRows opened, Runnable last) {
    if (ended) {
      return;
    }
    ended = true;
    withoutThrowing(opened::close);
    withoutThrowing(last);
  }

  /** The consumer's last callback, which a scan that is opened again does not come to. */
  private void tell(Runnable last) {
    metrics.end();
    last.run();
  }

  private static void withoutThrowing(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      LOG.warn("a consumer or a cursor failed while a scan ended", e);
    }
  }

  /** What a failed scan tells its consumer; nothing if it is opened again. */
  private Optional<Throwable> answer(IOException first) {
    if (given) {
      return Optional.of(plan.behindRows(first));
    }
    try {
      return reopening.after(first) ? Optional.empty() : Optional.of(first);
    } catch (Throwable e) {
      return Optional.of(e);
    }
  }
}
