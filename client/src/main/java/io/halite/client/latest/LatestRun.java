package io.halite.client.latest;

import io.halite.keys.KeyBytes;
import io.halite.routing.latest.KeyPart;
import io.halite.routing.latest.LatestRow;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Work;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.jspecify.annotations.Nullable;

/**
 * One running query: it reads regions in parallel and merges buckets key by key.
 *
 * <p>The rows that wait for the reader are bounded: a slice requests a page only when its last page
 * is nearly used up, and only slices near the reader do. Thread-safe: pages may arrive on any
 * thread while one reader polls.
 */
final class LatestRun {
  private static final int SLICES_AHEAD = 16;

  private final LatestPlan plan;
  private final LatestRegions regions;
  private final Runnable onChange;
  private final List<BucketStream> streams = new ArrayList<>();
  private final int ahead;
  private final List<BucketSlice> slices = new ArrayList<>();
  private final long deadline;
  private int pages;
  private Work work = Work.NONE;
  private @Nullable Throwable failure;
  private boolean closed;

  /**
   * A run that has not sent requests yet.
   *
   * @param regionStarts stored start rows of the regions, as a first guess
   * @param onChange called on any thread after a page or a failure has arrived
   */
  LatestRun(LatestPlan plan, LatestRegions regions, List<byte[]> regionStarts, Runnable onChange) {
    this.plan = plan;
    this.regions = regions;
    this.onChange = onChange;
    this.deadline = System.nanoTime() + plan.query().timeout().toNanos();
    for (List<BucketSlice> bucket : plan.slices(regionStarts)) {
      streams.add(new BucketStream(plan, bucket));
      slices.addAll(bucket);
    }
    this.ahead = Math.max(1, SLICES_AHEAD / Math.max(1, streams.size()));
  }

  /** Sends every request that is due. */
  void pump() {
    List<BucketSlice> asking = new ArrayList<>();
    List<PageRequest> requests = new ArrayList<>();
    synchronized (this) {
      if (failure != null || closed) {
        return;
      }
      int millis = (int) Math.min(plan.query().budget().millis(), Math.max(1, millisLeft()));
      for (BucketStream stream : streams) {
        for (BucketSlice slice : stream.window(ahead)) {
          if (slice.wantsPage()) {
            asking.add(slice);
            requests.add(slice.ask(millis));
          }
        }
      }
    }
    for (int i = 0; i < asking.size(); i++) {
      BucketSlice slice = asking.get(i);
      PageRequest request = requests.get(i);
      FutureUtils.addListener(
          regions.ask(request.ranges().get(0).start(), request),
          (page, error) -> arrive(slice, page, error));
    }
  }

  private void arrive(BucketSlice slice, Page page, @Nullable Throwable error) {
    synchronized (this) {
      if (error != null) {
        fail(error);
      } else {
        try {
          slice.accept(page);
          pages++;
          work = work.plus(page.work());
        } catch (IOException | RuntimeException e) {
          fail(e);
        }
      }
    }
    onChange.run();
  }

  private void fail(Throwable error) {
    if (failure == null) {
      failure =
          error instanceof CompletionException && error.getCause() != null
              ? error.getCause()
              : error;
    }
  }

  /**
   * Takes the next key, if it is ready. Keys may still become ready, until {@link #isDone}.
   *
   * @throws IOException if any region failed: an answer is complete or an error, never short
   */
  synchronized Optional<KeyAnswer> poll() throws IOException {
    if (failure != null) {
      throw failure instanceof IOException io
          ? io
          : new IOException("cannot read the newest rows", failure);
    }
    Optional<byte[]> first = Optional.empty();
    for (BucketStream stream : streams) {
      KeyPart head = stream.peek();
      if (head == null && !stream.isExhausted()) {
        return Optional.empty();
      }
      if (head != null && (first.isEmpty() || KeyBytes.compare(head.key(), first.get()) < 0)) {
        first = Optional.of(head.key());
      }
    }
    return first.map(this::take);
  }

  private KeyAnswer take(byte[] key) {
    List<KeyPart> parts = new ArrayList<>();
    for (BucketStream stream : streams) {
      KeyPart head = stream.peek();
      if (head != null && Arrays.equals(head.key(), key)) {
        parts.add(head);
        stream.remove(head);
      }
    }
    if (parts.size() == 1 && parts.get(0).aggregate().isPresent()) {
      return new KeyAnswer(key, List.of(), parts.get(0).aggregate());
    }
    List<LatestRow> rows = List.of();
    for (KeyPart part : parts) {
      rows = plan.query().selection().join(rows, part.rows());
    }
    List<LatestRow> newest = rows;
    return plan.query()
        .selection()
        .aggregation()
        .map(figures -> new KeyAnswer(key, List.of(), Optional.of(figures.of(newest))))
        .orElseGet(() -> new KeyAnswer(key, newest, Optional.empty()));
  }

  /** Whether every key has been given. */
  synchronized boolean isDone() {
    return failure == null && streams.stream().allMatch(BucketStream::isExhausted);
  }

  /** Ends the run: no more pages are requested. */
  synchronized void close() {
    closed = true;
  }

  long millisLeft() {
    return (deadline - System.nanoTime()) / 1_000_000;
  }

  synchronized LatestProgress progress() {
    int done = (int) slices.stream().filter(BucketSlice::isDone).count();
    double share = slices.stream().mapToDouble(BucketSlice::share).average().orElse(1);
    return new LatestProgress(slices.size(), done, pages, work, share);
  }
}
