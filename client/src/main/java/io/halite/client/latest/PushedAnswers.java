package io.halite.client.latest;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.hbase.util.FutureUtils;

/** Passes answers to a consumer, one at a time, on the threads that receive them. Thread-safe. */
final class PushedAnswers {
  private final Consumer<KeyAnswer> consumer;
  private final CompletableFuture<LatestProgress> done;
  private final AtomicInteger changes = new AtomicInteger();
  private final LatestRun run;

  /**
   * The answers of a run.
   *
   * @param opening makes the run, which calls the given {@code Runnable} after each change
   */
  PushedAnswers(
      Consumer<KeyAnswer> consumer,
      CompletableFuture<LatestProgress> done,
      Function<Runnable, LatestRun> opening) {
    this.consumer = consumer;
    this.done = done;
    this.run = opening.apply(this::changed);
    FutureUtils.addListener(done, (progress, error) -> run.close());
  }

  /** Requests the first pages. */
  void start() {
    changed();
  }

  /** The thread that finds no other at work handles all changes until there are no more. */
  private void changed() {
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
    try {
      for (Optional<KeyAnswer> answer = next(); answer.isPresent(); answer = next()) {
        consumer.accept(answer.get());
        run.pump();
      }
      // After the poll, which may have made room for the next page of a slice.
      run.pump();
      if (run.isDone()) {
        done.complete(run.progress());
      }
    } catch (IOException | RuntimeException e) {
      done.completeExceptionally(e);
    } catch (Error e) {
      // Of the consumer, for example: its caller must not wait for the timeout.
      done.completeExceptionally(e);
      throw e;
    }
  }

  /** The next key that is ready; none for a caller that has given up, perhaps in the consumer. */
  private Optional<KeyAnswer> next() throws IOException {
    return done.isDone() ? Optional.empty() : run.poll();
  }
}
