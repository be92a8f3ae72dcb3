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

/**
 * One question being answered: asks regions side by side, merges buckets key by key.
 *
 * <p>What has arrived and is not taken yet is bounded: a slice asks for a page when its last one is
 * nearly used up, and only slices near the reader are asked. Thread-safe; answers may be accepted
 * on any thread while one reader polls.
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
  private Throwable failure;
  private boolean closed;

  /**
   * A run.
   *
   * @param regionStarts stored start rows of the regions, as a first guess
   * @param onChange called whenever something may have become known, on any thread
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

  /** Asks every region that should be asked now. */
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

  private void arrive(BucketSlice slice, Page page, Throwable error) {
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
   * The next key; null if it is not known yet or none is left, which {@link #isDone} tells.
   *
   * @throws IOException if any region failed: an answer is complete or an error, never short
   */
  synchronized KeyAnswer poll() throws IOException {
    if (failure != null) {
      throw failure instanceof IOException io
          ? io
          : new IOException("newest rows could not be read", failure);
    }
    byte[] first = null;
    for (BucketStream stream : streams) {
      KeyPart head = stream.peek();
      if (head == null && !stream.isExhausted()) {
        return null;
      }
      if (head != null && (first == null || KeyBytes.compare(head.key(), first) < 0)) {
        first = head.key();
      }
    }
    return first == null ? null : take(first);
  }

  private KeyAnswer take(byte[] key) {
    List<KeyPart> parts = new ArrayList<>();
    for (BucketStream stream : streams) {
      KeyPart head = stream.peek();
      if (head != null && Arrays.equals(head.key(), key)) {
        parts.add(head);
        stream.advance();
      }
    }
    if (parts.size() == 1 && parts.get(0).aggregate().isPresent()) {
      return new KeyAnswer(key, List.of(), parts.get(0).aggregate());
    }
    List<LatestRow> rows = List.of();
    for (KeyPart part : parts) {
      rows = BucketSlice.newest(rows, part.rows(), plan.query().selection().limit());
    }
    List<LatestRow> newest = rows;
    return plan.query()
        .selection()
        .aggregation()
        .map(wish -> new KeyAnswer(key, List.of(), Optional.of(wish.of(newest))))
        .orElseGet(() -> new KeyAnswer(key, newest, Optional.empty()));
  }

  /** Whether every key has been given. */
  synchronized boolean isDone() {
    return failure == null && streams.stream().allMatch(BucketStream::isExhausted);
  }

  /** Asks no more regions. */
  synchronized void close() {
    closed = true;
  }

  long millisLeft() {
    return (deadline - System.nanoTime()) / 1_000_000;
  }

  synchronized LatestProgress progress() {
    int done = (int) slices.stream().filter(BucketSlice::isDone).count();
    return new LatestProgress(slices.size(), done, pages, work);
  }
}
