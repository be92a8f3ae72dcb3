package io.halite.client.plugin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.FutureUtils;

/** Sends {@link JoinedGets} without waiting for an answer. Thread-safe. */
final class AsyncJoinedGets {
  private final TableSpec spec;
  private final Function<List<Get>, List<CompletableFuture<Result>>> call;
  private final Function<Get, CompletableFuture<Result>> otherwise;

  /**
   * Sends gets by the real table.
   *
   * @param otherwise sends a natural get when its places have changed
   */
  AsyncJoinedGets(
      TableSpec spec,
      Function<List<Get>, List<CompletableFuture<Result>>> call,
      Function<Get, CompletableFuture<Result>> otherwise) {
    this.spec = spec;
    this.call = call;
    this.otherwise = otherwise;
  }

  /** Returns one answer for each request; empty if these are no gets of rows in many places. */
  Optional<List<CompletableFuture<Result>>> send(List<? extends Row> requests) {
    try {
      return JoinedGets.of(spec.routing(), requests).map(this::send);
    } catch (IOException e) {
      return Optional.of(
          requests.stream().map(any -> CompletableFuture.<Result>failedFuture(e)).toList());
    }
  }

  private List<CompletableFuture<Result>> send(JoinedGets gets) {
    List<CompletableFuture<Result>> all = call.apply(gets.stored());
    List<CompletableFuture<Result>> answers = new ArrayList<>();
    for (int i = 0; i < gets.naturals().size(); i++) {
      answers.add(joined(gets, i, gets.parts(i, all)));
    }
    return answers;
  }

  private CompletableFuture<Result> joined(
      JoinedGets gets, int position, List<CompletableFuture<Result>> parts) {
    CompletableFuture<Result> done = new CompletableFuture<>();
    FutureUtils.addListener(
        CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new)),
        (any, failure) -> {
          try {
            if (failure == null) {
              List<Result> answers = parts.stream().map(CompletableFuture::join).toList();
              done.complete(gets.answer(position, answers));
            } else if (spec.afterFailure(gets.routing(), failure).isPresent()) {
              FutureUtils.addListener(
                  otherwise.apply(gets.naturals().get(position)),
                  (answer, error) -> complete(done, answer, error));
            } else {
              done.completeExceptionally(failure);
            }
          } catch (IOException | RuntimeException e) {
            done.completeExceptionally(e);
          }
        });
    return done;
  }

  private static void complete(CompletableFuture<Result> done, Result answer, Throwable error) {
    if (error == null) {
      done.complete(answer);
    } else {
      done.completeExceptionally(error);
    }
  }
}
