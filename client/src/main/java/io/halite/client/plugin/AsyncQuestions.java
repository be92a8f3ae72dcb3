package io.halite.client.plugin;

import io.halite.client.plugin.SharedQuestion.Outcome;
import io.halite.client.plugin.SharedQuestions.Part;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * As {@link Questions}, without waiting: while the knowledge may still be used, a request goes
 * beside its question. Thread-safe.
 */
final class AsyncQuestions {
  private static final Logger LOG = LoggerFactory.getLogger(AsyncQuestions.class);

  private final TableSpec spec;
  private final Function<Get, CompletableFuture<Result>> get;

  /**
   * Asks by gets.
   *
   * @param get reads a row by HBase's own table
   */
  AsyncQuestions(TableSpec spec, Function<Get, CompletableFuture<Result>> get) {
    this.spec = spec;
    this.get = get;
  }

  /** What is done when it is known how requests are routed. */
  interface Next {
    void with(Routing routing) throws IOException;
  }

  TableSpec spec() {
    return spec;
  }

  /** Shows how some requests are routed, now or when a question has its answer. */
  void route(List<? extends Row> requests, Next next, Consumer<Exception> failed)
      throws IOException {
    route(spec.turn(Asker.of(requests)), next, failed);
  }

  /**
   * The same for requests whose turn this is.
   *
   * @param failed is shown what {@code next} throws if it does not run on this thread
   */
  void route(Turn turn, Next next, Consumer<Exception> failed) throws IOException {
    if (turn.waits()) {
      together(turn, next, failed);
      return;
    }
    askBeside(turn);
    next.with(turn.routing());
  }

  /** Asks what is asked on a turn that need not wait for the answer. */
  void askBeside(Turn turn) {
    if (turn.question().isPresent()) {
      ask(turn, outcome -> {});
    }
  }

  private void together(Turn turn, Next next, Consumer<Exception> failed) {
    if (!turn.mayAsk()) {
      go(turn.routing(), next, failed);
      return;
    }
    Part part = spec.shared().take();
    SharedQuestion question = part.question();
    Consumer<Outcome> own = outcome -> go(outcome.routing(turn), next, failed);
    if (!part.asks()) {
      question.whenEnded(
          outcome -> {
            if (outcome.denied()) {
              together(turn, next, failed);
            } else if (outcome.verdict().isPresent()) {
              own.accept(outcome);
            } else {
              ask(turn, own);
            }
          });
      return;
    }
    Consumer<Outcome> end = outcome -> question.end(outcome, () -> own.accept(outcome));
    spec.settled(turn).ifPresentOrElse(end, () -> ask(turn, end));
  }

  private static void go(Routing routing, Next next, Consumer<Exception> failed) {
    try {
      next.with(routing);
    } catch (IOException | RuntimeException e) {
      failed.accept(e);
    }
  }

  private void ask(Turn turn, Consumer<Outcome> ended) {
    FutureUtils.addListener(
        sent(turn.question().orElseThrow().stored()),
        (answer, failure) -> {
          Outcome outcome = Outcome.LOST;
          try {
            if (failure == null) {
              outcome = Outcome.of(spec.answered(turn));
            } else {
              LOG.debug("asked for the spec by {}", turn.question(), failure);
              outcome = Outcome.after(spec.afterFailure(turn, failure), failure);
            }
          } finally {
            ended.accept(outcome);
          }
        });
  }

  /** Others may wait for the answer, so it does not matter how the question fails. */
  private CompletableFuture<Result> sent(Get question) {
    try {
      return get.apply(question);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
