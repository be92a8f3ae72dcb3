package io.halite.client.plugin;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * As {@link DirectRequests}, without waiting for an answer. A request whose future the application
 * ends, by {@code cancel} or otherwise, is not sent again. Thread-safe.
 */
final class AsyncRequests {
  private final TableSpec spec;
  private final AsyncQuestions questions;

  AsyncRequests(AsyncQuestions questions) {
    this.spec = questions.spec();
    this.questions = questions;
  }

  /** Makes a call with the stored request of a natural one; the answer has natural keys. */
  <R extends Row, T> CompletableFuture<T> send(R natural, Function<R, CompletableFuture<T>> call) {
    CompletableFuture<T> done = new CompletableFuture<>();
    try {
      questions.route(
          List.of(natural),
          routing -> send(Sent.of(routing, natural), call, done, 1),
          done::completeExceptionally);
    } catch (IOException e) {
      done.completeExceptionally(e);
    }
    return done;
  }

  /** HBase's client gives up a request whose own future is done, at its next failure. */
  static void endWith(CompletableFuture<?> ofApplication, CompletableFuture<?> ofHbase) {
    FutureUtils.addListener(ofApplication, (any, failure) -> ofHbase.cancel(false));
  }

  private <R extends Row, T> void send(
      Sent<R> sent, Function<R, CompletableFuture<T>> call, CompletableFuture<T> done, int number) {
    if (done.isDone()) {
      return;
    }
    CompletableFuture<T> real = call.apply(sent.stored());
    endWith(done, real);
    FutureUtils.addListener(
        real,
        (answer, failure) -> {
          try {
            if (failure == null) {
              spec.answered(sent);
              done.complete(sent.answer(answer));
              return;
            }
            Optional<Routing> next = spec.afterFailure(sent, failure);
            if (next.isEmpty() || !TableSpec.mayRepeat(number)) {
              done.completeExceptionally(sent.failure(failure));
            } else {
              send(sent.again(next.get()), call, done, number + 1);
            }
          } catch (Throwable e) {
            // HBase drops what a listener throws, errors as well: nobody would end the future.
            done.completeExceptionally(e);
          }
        });
  }
}
