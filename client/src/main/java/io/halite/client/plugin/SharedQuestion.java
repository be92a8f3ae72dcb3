package io.halite.client.plugin;

import java.io.InterruptedIOException;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A question for the spec that one request asks and others wait for. It ends when it has its
 * answer, or when the others have waited long enough; the request that asks waits on. Thread-safe.
 */
final class SharedQuestion {
  private final CompletableFuture<Outcome> ended = new CompletableFuture<>();
  private final Deque<Consumer<Outcome>> waiting = new ConcurrentLinkedDeque<>();
  private final AtomicBoolean isTimed = new AtomicBoolean();
  private final Executor later;

  /**
   * What a question has come to.
   *
   * @param verdict how requests are routed by what the servers have said; empty without a verdict
   * @param denied whether they have denied this question, which says nothing about others
   */
  record Outcome(Optional<Routing> verdict, boolean denied) {
    /** No answer, or one that says nothing about the spec. */
    static final Outcome LOST = new Outcome(Optional.empty(), false);

    /** The servers have denied the question. */
    static final Outcome DENIED = new Outcome(Optional.empty(), true);

    /** An answer that counts for all requests. */
    static Outcome of(Routing verdict) {
      return new Outcome(Optional.of(verdict), false);
    }

    /** What a question has come to that has failed, and after which requests are routed so. */
    static Outcome after(Routing next, Throwable failure) {
      if (!next.asks()) {
        return of(next);
      }
      return Refusals.isOfRights(failure) ? DENIED : LOST;
    }

    /** How a request is routed that has waited for this. */
    Routing routing(Turn turn) {
      return verdict.orElseGet(turn::routing);
    }
  }

  /**
   * Has just been asked.
   *
   * @param millis how long requests wait for it
   */
  SharedQuestion(long millis) {
    // The JVM's own timer: the plug-in has no thread.
    later = CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
  }

  /** Whether nobody needs to wait for it. */
  boolean isEnded() {
    return ended.isDone();
  }

  /** Waits for the end. */
  Outcome await() throws InterruptedIOException {
    limit();
    try {
      return ended.get();
    } catch (InterruptedException e) {
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Has something done at the end, behind what came before. It must not throw. */
  void whenEnded(Consumer<Outcome> next) {
    waiting.add(next);
    if (ended.isDone()) {
      release();
    } else {
      limit();
    }
  }

  private void limit() {
    if (isTimed.compareAndSet(false, true)) {
      later.execute(() -> end(Outcome.LOST));
    }
  }

  /** Ends the question for those that wait, unless it has ended. */
  void end(Outcome outcome) {
    if (ended.complete(outcome) || !waiting.isEmpty()) {
      release();
    }
  }

  /**
   * The same for a request that does not block.
   *
   * @param own what the request itself does then, ahead of the others
   */
  void end(Outcome outcome, Runnable own) {
    waiting.addFirst(any -> own.run());
    end(outcome);
  }

  /**
   * Lets requests go on in the order in which they came. Where a request has its answer at once,
   * this runs code of the application, which may wait for a request behind it. So another thread
   * goes on after a while.
   */
  private void release() {
    if (waiting.size() > 1) {
      later.execute(this::release);
    }
    Outcome outcome = ended.join();
    Optional<Consumer<Outcome>> next = Optional.ofNullable(waiting.poll());
    while (next.isPresent()) {
      next.get().accept(outcome);
      next = Optional.ofNullable(waiting.poll());
    }
  }
}
