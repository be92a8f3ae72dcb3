package io.halite.client.latest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The answers to one question, key by key in natural order, as they come in.
 *
 * <p>Iterate once, on one thread; {@link #progress} and {@link #close} may come from any. A failure
 * is thrown as an {@link UncheckedIOException} where the next answer was waited for.
 */
public final class LatestAnswers implements Iterable<KeyAnswer>, AutoCloseable {
  private LatestRun run;
  private long changes;
  private boolean closed;

  LatestAnswers() {}

  synchronized void start(LatestRun started) {
    run = started;
  }

  synchronized void changed() {
    changes++;
    notifyAll();
  }

  /** The next key; null if there is none. */
  public KeyAnswer next() throws IOException {
    while (true) {
      long seen = changes();
      KeyAnswer answer = run.poll();
      // After the poll: it may have used up what kept a slice from asking for more.
      run.pump();
      if (answer != null || run.isDone()) {
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
          run.close();
          throw new IOException("the answer took longer than the query's timeout: " + progress());
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      throw Waiting.interrupted(e);
    }
  }

  /** How far the answer has come. */
  public LatestProgress progress() {
    return run.progress();
  }

  @Override
  public Iterator<KeyAnswer> iterator() {
    return new Iterator<>() {
      private KeyAnswer next;
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
        return next != null;
      }

      @Override
      public KeyAnswer next() {
        if (!hasNext()) {
          throw new NoSuchElementException("all keys have been given");
        }
        asked = false;
        return next;
      }
    };
  }

  /** Asks no more regions. */
  @Override
  public synchronized void close() {
    closed = true;
    run.close();
    notifyAll();
  }
}
