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
import org.jspecify.annotations.Nullable;

/**
 * Sends {@link JoinedGets} without waiting for an answer. If a question shows that these gets are
 * none, a list goes as it is, in one call. Thread-safe.
 */
final class AsyncJoinedGets {
  private final TableSpec spec;
  private final AsyncQuestions questions;
  private final Function<List<Get>, List<CompletableFuture<Result>>> call;
  private final Function<Get, CompletableFuture<Result>> otherwise;

  /**
   * Sends gets by the real table.
   *
   * @param otherwise sends a natural get when its places have changed, and a lone one that is not
   *     to be joined
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

  /** Sends gets that turn out not to be joined, under a routing that a question has shown. */
  private interface Unjoined {
    void send(Routing routing, List<Get> gets, List<CompletableFuture<Result>> answers);
  }

  /** The same for a single get, which fails as that of HBase's client. */
  Optional<CompletableFuture<Result>> send(Get get) {
    return send(
            List.of(get), (routing, gets, answers) -> sendOtherwise(gets.get(0), answers.get(0)))
        .map(
            answers -> {
              CompletableFuture<Result> done = new CompletableFuture<>();
              AsyncRequests.endWith(done, answers.get(0));
              FutureUtils.addListener(
                  answers.get(0),
                  (answer, error) ->
                      complete(done, answer, error == null ? null : Failures.alone(error)));
              return done;
            });
  }

  /** Returns one answer for each request; empty if these are no gets of rows in many places. */
  Optional<List<CompletableFuture<Result>>> send(List<? extends Row> requests) {
    return send(requests, this::sendAsList);
  }

  private void sendAsList(
      Routing routing, List<Get> gets, List<CompletableFuture<Result>> answers) {
    AsyncBatch.send(spec, routing, gets, call, answers);
  }

  private Optional<List<CompletableFuture<Result>>> send(
      List<? extends Row> requests, Unjoined unjoined) {
    if (!spec.isMultiPlace() || !JoinedGets.areGets(requests)) {
      return Optional.empty();
    }
    List<Get> gets = requests.stream().map(Get.class::cast).toList();
    List<CompletableFuture<Result>> answers =
        gets.stream().map(any -> new CompletableFuture<Result>()).toList();
    try {
      Turn turn = spec.turn(SpecAsker.of(gets));
      if (!turn.waits() && !JoinedGets.areFor(turn.routing(), gets)) {
        questions.askBeside(turn);
        return Optional.empty();
      }
      questions.route(
          turn,
          routing -> {
            if (areDone(answers)) {
              return;
            }
            if (turn.waits() && !JoinedGets.areFor(routing, gets)) {
              unjoined.send(routing, gets, answers);
              return;
            }
            CompletableFuture<?>[] first = send(routing, gets, answers, 0);
            sendOn(routing, CompletableFuture.allOf(first), gets, answers, first.length);
          },
          failure -> fail(answers, failure));
    } catch (IOException e) {
      fail(answers, e);
    }
    // HBase's client returns a list that can be changed, too.
    return Optional.of(new ArrayList<>(answers));
  }

  /** The application may have ended all futures. */
  private static boolean areDone(List<CompletableFuture<Result>> answers) {
    return answers.stream().allMatch(CompletableFuture::isDone);
  }

  private static void fail(List<CompletableFuture<Result>> answers, Throwable failure) {
    answers.forEach(done -> done.completeExceptionally(failure));
  }

  /**
   * Sends a bounded number of gets together, or all of the rest if they are no longer to be joined;
   * returns what will answer them.
   */
  private CompletableFuture<?>[] send(
      Routing routing, List<Get> gets, List<CompletableFuture<Result>> answers, int from)
      throws IOException {
    int to = Math.min(gets.size(), from + JoinedGets.atOnce(routing, gets.get(from)));
    List<Get> some = gets.subList(from, to);
    Optional<JoinedGets> joined = JoinedGets.of(routing, some);
    if (joined.isEmpty()) {
      List<CompletableFuture<Result>> rest = answers.subList(from, answers.size());
      sendAsList(routing, gets.subList(from, gets.size()), rest);
      return rest.toArray(CompletableFuture[]::new);
    }
    List<CompletableFuture<Result>> sent = send(joined.get());
    for (int i = 0; i < sent.size(); i++) {
      CompletableFuture<Result> done = answers.get(from + i);
      AsyncRequests.endWith(done, sent.get(i));
      FutureUtils.addListener(sent.get(i), (answer, error) -> complete(done, answer, error));
    }
    return sent.toArray(CompletableFuture[]::new);
  }

  /**
   * Sends the gets from a position on, each time some when those before have their answers. Calls
   * of a closed connection have failed when they return, and a recursion would then be as deep as
   * the list is long.
   *
   * @param known how the gets before were routed, and how the next ones are unless another request
   *     is shown another spec: none asks when the knowledge grows too old meanwhile
   */
  private void sendOn(
      Routing known,
      CompletableFuture<Void> before,
      List<Get> gets,
      List<CompletableFuture<Result>> answers,
      int from) {
    CompletableFuture<Void> last = before;
    int next = from;
    Routing routing = known;
    if (areDone(answers.subList(from, answers.size()))) {
      return;
    }
    try {
      while (next < gets.size() && last.isDone()) {
        Routing now = spec.routing();
        routing = now.asks() ? routing : now;
        CompletableFuture<?>[] sent = send(routing, gets, answers, next);
        last = CompletableFuture.allOf(sent);
        next += sent.length;
      }
    } catch (Throwable e) {
      // Nobody else hears of it: HBase logs what a listener throws, and drops it.
      fail(answers.subList(next, answers.size()), e);
      return;
    }
    if (next < gets.size()) {
      CompletableFuture<Void> open = last;
      int rest = next;
      Routing used = routing;
      FutureUtils.addListener(open, (any, failure) -> sendOn(used, open, gets, answers, rest));
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
            if (failure != null && spec.afterFailure(gets.routing(), failure).isPresent()) {
              sendOtherwise(gets.naturals().get(position), done);
              return;
            }
            List<Result> answers = arrived(parts);
            if (failure == null || gets.isAnsweredBy(position, answers)) {
              done.complete(gets.answer(position, answers));
            } else {
              done.completeExceptionally(failure);
            }
          } catch (Throwable e) {
            done.completeExceptionally(e);
          }
        });
    return done;
  }

  private void sendOtherwise(Get natural, CompletableFuture<Result> done) {
    if (done.isDone()) {
      return;
    }
    CompletableFuture<Result> again = otherwise.apply(natural);
    AsyncRequests.endWith(done, again);
    FutureUtils.addListener(again, (answer, error) -> complete(done, answer, error));
  }

  private static List<Result> arrived(List<CompletableFuture<Result>> parts) {
    return parts.stream()
        .filter(part -> !part.isCompletedExceptionally())
        .map(CompletableFuture::join)
        .toList();
  }

  private static void complete(
      CompletableFuture<Result> done, Result answer, @Nullable Throwable error) {
    if (error == null) {
      done.complete(answer);
    } else {
      done.completeExceptionally(error);
    }
  }
}
