package io.halite.client.latest;

import io.halite.keys.KeyBytes;
import io.halite.routing.latest.KeyPart;
import io.halite.routing.latest.LatestException;
import io.halite.routing.latest.LatestRow;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageBudget;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Work;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.jspecify.annotations.Nullable;

/**
 * One running query: it reads regions in parallel and merges buckets key by key.
 *
 * <p>What it holds and asks of servers is bounded: at most 16 requests are under way, and the rows
 * that wait for the reader take about twice the bytes of 16 pages. Of more than 16 buckets, pages
 * are smaller: with 256 and pages of 1 MiB, 64 KiB. A slice requests a page only when half of its
 * last page is used up, and only slices near the reader do. Thread-safe: pages may arrive on any
 * thread while one reader polls.
 */
final class LatestRun {
  private final LatestPlan plan;
  private final LatestRegions regions;
  private final Runnable onChange;
  private final int pageBytes;
  private final NewestTimes newest;
  private final List<byte[]> regionStarts;
  private final List<LatestPlan> portions;
  private Portion now;
  private int portionsDone;
  private int slicesOfPortionsDone;
  private final long deadline;
  private final Set<CompletableFuture<Page>> underWay = new HashSet<>();
  private int pages;
  private Work work = Work.NONE;
  private @Nullable Throwable failure;
  private boolean closed;

  /**
   * A run that has not sent requests yet.
   *
   * @param regionStarts stored start rows of the regions, as a first guess
   * @param deadline when the query's timeout has passed, on the clock of {@link System#nanoTime}
   * @param onChange called on any thread after a page or a failure has arrived
   */
  LatestRun(
      LatestPlan plan,
      LatestRegions regions,
      List<byte[]> regionStarts,
      long deadline,
      Runnable onChange) {
    this.plan = plan;
    this.regions = regions;
    this.onChange = onChange;
    this.newest = new NewestTimes(plan.query().selection().limit());
    this.deadline = deadline;
    this.regionStarts = regionStarts;
    this.portions = plan.portions();
    this.now = new Portion(portions.get(0), regionStarts, newest);
    long bytes = plan.query().budget().bytes();
    long each = bytes * DueSlices.MOST / Math.max(DueSlices.MOST, now.buckets());
    this.pageBytes = (int) Math.max(1, each);
  }

  private record Request(DueSlices.Due due, PageRequest page) {}

  /** Sends every request that is due. */
  void pump() {
    for (Optional<Request> next = next(); next.isPresent(); next = next()) {
      DueSlices.Due asking = next.get().due();
      PageRequest request = next.get().page();
      CompletableFuture<Page> answer = send(request);
      boolean tooLate;
      synchronized (this) {
        underWay.add(answer);
        tooLate = closed;
      }
      FutureUtils.addListener(
          answer,
          (page, error) -> {
            synchronized (this) {
              underWay.remove(answer);
            }
            arrive(asking, page, error);
          });
      if (tooLate) {
        answer.cancel(true);
      }
    }
  }

  private CompletableFuture<Page> send(PageRequest request) {
    try {
      return regions.ask(KeyBytes.lookUp(request.ranges().get(0).start()), request);
    } catch (RuntimeException | Error e) {
      // An answer like any other, so that nobody waits for this slice.
      return CompletableFuture.failedFuture(e);
    }
  }

  private synchronized Optional<Request> next() {
    if (failure != null || closed) {
      return Optional.empty();
    }
    try {
      while (now.heads().isDone() && portionsDone + 1 < portions.size()) {
        portionsDone++;
        slicesOfPortionsDone += now.slices();
        now = new Portion(portions.get(portionsDone), regionStarts, newest);
      }
      return now.due().next().map(next -> new Request(next, next.slice().ask(budget())));
    } catch (RuntimeException | Error e) {
      fail(e);
      throw e;
    }
  }

  private PageBudget budget() {
    PageBudget budget = plan.query().budget();
    int millis = (int) Math.min(budget.millis(), Math.max(1, millisLeft()));
    return new PageBudget(pageBytes, budget.rows(), millis);
  }

  private void arrive(DueSlices.Due asked, Page page, @Nullable Throwable error) {
    try {
      take(asked, page, error);
    } finally {
      onChange.run();
    }
  }

  private synchronized void take(DueSlices.Due asked, Page page, @Nullable Throwable error) {
    now.due().answered();
    if (closed) {
      return;
    }
    if (error != null) {
      fail(error);
      return;
    }
    try {
      asked.slice().accept(page);
      now.heads().look(asked.stream());
      now.due().add(asked.stream());
      pages++;
      work = work.plus(page.work());
    } catch (IOException | RuntimeException e) {
      fail(e);
    } catch (Error e) {
      fail(e);
      throw e;
    }
  }

  private void fail(Throwable error) {
    if (failure == null) {
      failure = FutureUtils.unwrapCompletionException(error);
    }
  }

  /**
   * Takes the next key, if it is ready. Keys may still become ready, until {@link #isDone}.
   *
   * @throws IOException if any region failed: an answer is complete or an error, never short
   */
  Optional<KeyAnswer> poll() throws IOException {
    Optional<StreamHeads.Parts> parts = take();
    try {
      return parts.map(each -> answer(each.key(), List.copyOf(each.all())));
    } catch (LatestException e) {
      // Its key has been taken, so the query must not go on with the next one.
      IOException refused = new DoNotRetryIOException(e.getMessage(), e);
      synchronized (this) {
        fail(refused);
      }
      throw refused;
    }
  }

  private synchronized Optional<StreamHeads.Parts> take() throws IOException {
    if (failure != null) {
      throw failure instanceof IOException io
          ? io
          : new IOException("cannot read the newest rows", failure);
    }
    if (!now.heads().isReady()) {
      return Optional.empty();
    }
    StreamHeads.Parts parts = now.heads().take();
    parts.byBucket().keySet().forEach(now.due()::add);
    newest.forget(parts.key());
    return Optional.of(parts);
  }

  private KeyAnswer answer(byte[] key, List<KeyPart> parts) {
    if (parts.size() == 1 && parts.get(0).aggregate().isPresent()) {
      return new KeyAnswer(key, List.of(), parts.get(0).aggregate());
    }
    List<LatestRow> rows = new ArrayList<>();
    parts.forEach(part -> rows.addAll(part.rows()));
    List<LatestRow> newest = plan.query().selection().join(rows, List.of());
    return plan.query()
        .selection()
        .aggregation()
        .map(figures -> new KeyAnswer(key, List.of(), Optional.of(figures.of(newest))))
        .orElseGet(() -> new KeyAnswer(key, newest, Optional.empty()));
  }

  /** Whether every key has been given. */
  synchronized boolean isDone() {
    return failure == null && now.heads().isDone() && portionsDone + 1 == portions.size();
  }

  /** Ends the run: no more pages are requested, and requests under way are cancelled. */
  void close() {
    List<CompletableFuture<Page>> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(underWay);
    }
    // Not under the lock, because their listeners are called.
    left.forEach(answer -> answer.cancel(true));
  }

  long millisLeft() {
    return (deadline - System.nanoTime()) / 1_000_000;
  }

  synchronized LatestProgress progress() {
    double share = (portionsDone + now.share()) / portions.size();
    int left = portions.size() - portionsDone;
    // To cut a portion takes long, so those to come are taken to be like the present one.
    int slices = slicesOfPortionsDone + left * now.slices();
    int done = slicesOfPortionsDone + now.slicesDone();
    return new LatestProgress(slices, done, pages, work, share);
  }
}
