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
  private final AsyncQuestions questions;
  private final Function<List<Get>, List<CompletableFuture<Result>>> call;
  private final Function<Get, CompletableFuture<Result>> otherwise;

  /**
   * Sends gets by the real table.
   *
   * @param otherwise sends a natural get when its places have changed
   */
  AsyncJoinedGets(
      AsyncQuestions questions,
      Function<List<Get>, List<CompletableFuture<Result>>> call,
      Function<Get, CompletableFuture<Result>> otherwise) {
    this.spec = questions.spec();
    this.questions = questions;
    this.call = call;
    this.otherwise = otherwise;
  }

  /** Returns one answer for each request; empty if these are no gets of rows in many places. */
  Optional<List<CompletableFuture<Result>>> send(List<? extends Row> requests) {
    if (!spec.scattersCells() || !JoinedGets.areGets(requests)) {
      return Optional.empty();
    }
    List<Get> gets = requests.stream().map(Get.class::cast).toList();
    List<CompletableFuture<Result>> answers =
        gets.stream().map(any -> new CompletableFuture<Result>()).toList();
    try {
      Turn turn = spec.turn(Asker.of(gets));
      if (!turn.waits() && !JoinedGets.areFor(turn.routing(), gets)) {
        questions.askBeside(turn);
        return Optional.empty();
      }
      questions.route(
          turn, routing -> send(routing, gets, answers, 0), failure -> fail(answers, failure));
    } catch (IOException e) {
      fail(answers, e);
    }
    // HBase's client returns a list that can be changed, too.
    return Optional.of(new ArrayList<>(answers));
  }

  private static void fail(List<CompletableFuture<Result>> answers, Exception failure) {
    answers.forEach(done -> done.completeExceptionally(failure));
  }

  /** Sends a bounded number of gets together, and the next ones when these have their answers. */
  private void send(
      Routing routing, List<Get> gets, List<CompletableFuture<Result>> answers, int from)
      throws IOException {
    int to = Math.min(gets.size(), from + JoinedGets.atOnce(routing, gets.get(from)));
    List<Get> some = gets.subList(from, to);
    Optional<JoinedGets> joined = JoinedGets.of(routing, some);
    List<CompletableFuture<Result>> sent =
        joined.isPresent() ? send(joined.get()) : some.stream().map(otherwise).toList();
    for (int i = 0; i < sent.size(); i++) {
      CompletableFuture<Result> done = answers.get(from + i);
      FutureUtils.addListener(sent.get(i), (answer, error) -> complete(done, answer, error));
    }
    if (to < gets.size()) {
      FutureUtils.addListener(
          CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)),
          (any, failure) -> {
            try {
              send(spec.routing(), gets, answers, to);
            } catch (IOException | RuntimeException e) {
              fail(answers.subList(to, answers.size()), e);
            }
          });
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
