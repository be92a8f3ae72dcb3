package io.halite.client.plugin;

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
  void route(List<? extends Row> requests, Next next, Consumer<Throwable> failed)
      throws IOException {
    route(spec.turn(SpecAsker.of(requests)), next, failed);
  }

  /**
   * The same for requests whose turn this is.
   *
   * @param failed is shown what {@code next} throws if it does not run on this thread
   */
  void route(Turn turn, Next next, Consumer<Throwable> failed) throws IOException {
    if (turn.waits()) {
      ask(turn, next, failed);
      return;
    }
    askBeside(turn);
    next.with(turn.routing());
  }

  /** Asks what is asked on a turn that need not wait for the answer. */
  void askBeside(Turn turn) {
    if (turn.question().isPresent()) {
      ask(turn, known -> {}, failure -> {});
    }
  }

  private void ask(Turn turn, Next next, Consumer<Throwable> failed) {
    FutureUtils.addListener(
        get.apply(turn.question().orElseThrow().stored()),
        (answer, failure) -> {
          if (failure != null) {
            LOG.debug("asked for the spec by {}", turn.question(), failure);
          }
          try {
            next.with(failure == null ? spec.answered(turn) : spec.afterFailure(turn, failure));
          } catch (Throwable e) {
            failed.accept(e);
          }
        });
  }
}
