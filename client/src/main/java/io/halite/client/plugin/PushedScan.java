package io.halite.client.plugin;

import io.halite.routing.merge.SortedRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanController;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanResumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Cursor;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Passes merged rows to a consumer, on the threads on which they arrive. No thread waits: the
 * thread that finds another one at work leaves its news to that one.
 *
 * <p>A suspended consumer is passed nothing. The owners then read ahead as far as they have room.
 */
final class PushedScan {
  private static final int ROWS_AT_ONCE = 100;

  private final PlannedScan plan;
  private final AdvancedScanResultConsumer consumer;
  private final Reopening reopening;
  private final ScanController controller = new Controller();

  /** News that no thread has taken; the first one is taken by {@link #start}. */
  private final AtomicInteger news = new AtomicInteger(1);

  private @Nullable SortedRows rows;
  private @Nullable IOException failure;
  private long passed;
  private volatile boolean ended;
  private volatile boolean suspended;

  /** Opens a scan again that has failed before its first row. */
  interface Reopening {
    /** Returns whether the scan is opened again; otherwise the failure is its answer. */
    boolean after(IOException failure) throws IOException;
  }

  PushedScan(PlannedScan plan, AdvancedScanResultConsumer consumer, Reopening reopening) {
    this.plan = plan;
    this.consumer = consumer;
    this.reopening = reopening;
  }

  /** Sends the stored scans. */
  void start(AsyncTable<AdvancedScanResultConsumer> owners) throws IOException {
    SortedRows opened = plan.open(owners, this::moved);
    rows = opened;
    work(opened, false);
  }

  private void moved() {
    SortedRows opened = news.getAndIncrement() == 0 ? rows : null;
    if (opened != null) {
      work(opened, true);
    }
  }

  /**
   * Passes on what there is, until there are no news.
   *
   * @param heard whether an owner has been heard of
   */
  private void work(SortedRows opened, boolean heard) {
    boolean heartbeat = heard;
    int taken;
    do {
      taken = news.get();
      pass(opened, heartbeat);
      heartbeat = true;
    } while (news.addAndGet(-taken) > 0);
  }

  private void pass(SortedRows opened, boolean heartbeat) {
    while (!ended && !suspended) {
      List<Result> next = take(opened);
      if (!next.isEmpty()) {
        passed += next.size();
        consumer.onNext(next.toArray(new Result[0]), controller);
      } else if (failure != null) {
        ended = true;
        opened.close();
        fail(failure);
      } else if (passed >= plan.rowLimit() || opened.isExhausted()) {
        ended = true;
        opened.close();
        consumer.onComplete();
      } else {
        if (heartbeat) {
          consumer.onHeartbeat(controller);
        }
        break;
      }
    }
    if (ended) {
      opened.close();
    }
  }

  /** Takes the rows that are ready; a failure behind them is kept. */
  private List<Result> take(SortedRows opened) {
    List<Result> next = new ArrayList<>();
    long most = Math.min(ROWS_AT_ONCE, plan.rowLimit() - passed);
    try {
      while (failure == null && next.size() < most) {
        Result row = opened.poll(plan.routing().table().orElseThrow());
        if (row == null) {
          break;
        }
        next.add(row);
      }
    } catch (IOException e) {
      failure = e;
    }
    return next;
  }

  private void fail(IOException first) {
    try {
      if (passed > 0 || !reopening.after(first)) {
        consumer.onError(first);
      }
    } catch (IOException e) {
      consumer.onError(e);
    }
  }

  private final class Controller implements ScanController {
    @Override
    public ScanResumer suspend() {
      suspended = true;
      return () -> {
        suspended = false;
        moved();
      };
    }

    /** Completes the scan, as HBase does. */
    @Override
    public void terminate() {
      if (!ended) {
        ended = true;
        consumer.onComplete();
      }
    }

    /** None: scans that want cursors go through the gateways. */
    @Override
    public Optional<Cursor> cursor() {
      return Optional.empty();
    }
  }
}
