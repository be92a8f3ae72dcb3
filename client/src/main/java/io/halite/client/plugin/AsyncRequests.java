package io.halite.client.plugin;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.FutureUtils;

/** As {@link DirectRequests}, without waiting for an answer. Thread-safe. */
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

  private <R extends Row, T> void send(
      Sent<R> sent, Function<R, CompletableFuture<T>> call, CompletableFuture<T> done, int number) {
    FutureUtils.addListener(
        call.apply(sent.stored()),
        (answer, failure) -> {
          try {
            if (failure == null) {
              spec.answered(sent);
              done.complete(sent.answer(answer));
              return;
            }
            Optional<Routing> next = spec.afterFailure(sent, failure);
            if (next.isEmpty() || number == TableSpec.MOST_SENDINGS) {
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
