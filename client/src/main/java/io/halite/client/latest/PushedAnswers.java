package io.halite.client.latest;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Hands answers to a consumer, one at a time, on the threads that bring them. */
final class PushedAnswers {
  private final Consumer<KeyAnswer> consumer;
  private final CompletableFuture<LatestProgress> done;
  private final AtomicInteger changes = new AtomicInteger();
  private volatile LatestRun run;

  PushedAnswers(Consumer<KeyAnswer> consumer, CompletableFuture<LatestProgress> done) {
    this.consumer = consumer;
    this.done = done;
  }

  void start(LatestRun started) {
    run = started;
    changed();
  }

  /** The thread that finds nobody at work does the work of all changes until there are no more. */
  void changed() {
    if (changes.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    do {
      push();
      seen = changes.addAndGet(-seen);
    } while (seen != 0);
  }

  private void push() {
    if (done.isDone()) {
      run.close();
      return;
    }
    try {
      for (KeyAnswer answer = run.poll(); answer != null; answer = run.poll()) {
        consumer.accept(answer);
        run.pump();
      }
      // After the poll: it may have used up what kept a slice from asking for more.
      run.pump();
      if (run.isDone()) {
        done.complete(run.progress());
      }
    } catch (IOException | RuntimeException e) {
      run.close();
      done.completeExceptionally(e);
    }
  }
}
