package io.halite.client.latest;

import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;

/**
 * The answers to one query, key by key in natural order, as they arrive.
 *
 * <p>Iterate once, on one thread; {@link #progress} and {@link #close} may come from any. The
 * iterator throws a failure as an {@link UncheckedIOException} when the next answer is due.
 */
public final class LatestAnswers implements Iterable<KeyAnswer>, AutoCloseable {
  private final LatestRun run;
  private long changes;
  private boolean closed;

  /**
   * The answers of a run.
   *
   * @param opening makes the run, which calls the given {@code Runnable} after each change
   */
  LatestAnswers(Function<Runnable, LatestRun> opening) {
    this.run = opening.apply(this::changed);
  }

  private synchronized void changed() {
    changes++;
    notifyAll();
  }

  /**
   * Waits for the next key; empty after the last one.
   *
   * @throws IOException if a region failed, the query's timeout has passed, or this is closed
   */
  public Optional<KeyAnswer> next() throws IOException {
    while (true) {
      long seen = changes();
      if (run.millisLeft() <= 0 && !run.isDone()) {
        throw tooLong();
      }
      Optional<KeyAnswer> answer = run.poll();
      // After the poll, which may have made room for the next page of a slice.
      run.pump();
      if (answer.isPresent() || run.isDone()) {
        return answer;
      }
      await(seen);
    }
  }

  private synchronized long changes() throws IOException {
    if (closed) {
      throw new IOException("the answers have been closed");
    }
    return changes;
  }

  private synchronized void await(long seen) throws IOException {
    try {
      while (changes == seen && !closed) {
        long left = run.millisLeft();
        if (left <= 0) {
          throw tooLong();
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Interrupted.during("waiting for answers about newest rows", e);
    }
  }

  private IOException tooLong() {
    run.close();
    return new IOException("the answer took longer than the query's timeout: " + progress());
  }

  /** How far the query has come. */
  public LatestProgress progress() {
    return run.progress();
  }

  @Override
  public Iterator<KeyAnswer> iterator() {
    return new Iterator<>() {
      private Optional<KeyAnswer> next = Optional.empty();
      private boolean asked;

      @Override
      public boolean hasNext() {
        if (!asked) {
          try {
            next = LatestAnswers.this.next();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          asked = true;
        }
        return next.isPresent();
      }

      @Override
      public KeyAnswer next() {
        if (!hasNext()) {
          throw new NoSuchElementException(
              "the answer has no more keys: call hasNext() before next()");
        }
        asked = false;
        return next.get();
      }
    };
  }

  /** Ends the query: no more pages are requested. */
  @Override
  public synchronized void close() {
    closed = true;
    run.close();
    notifyAll();
  }
}
