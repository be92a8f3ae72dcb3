package io.halite.client.plugin;

import io.halite.client.plugin.DirectRequests.Call;
import io.halite.client.plugin.SharedQuestion.Outcome;
import io.halite.client.plugin.SharedQuestions.Part;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Row;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Routes requests, and asks for the spec again when it is their turn. A request whose turn it is
 * waits for the answer, which the owner of its own row gives. Requests that cannot be sent without
 * one share it, see {@link SharedQuestions}. Thread-safe.
 */
final class Questions {
  private static final Logger LOG = LoggerFactory.getLogger(Questions.class);

  private final TableSpec spec;
  private final Call<Get, ?> get;

  /**
   * Asks by gets.
   *
   * @param get reads a row by HBase's own table
   */
  Questions(TableSpec spec, Call<Get, ?> get) {
    this.spec = spec;
    this.get = get;
  }

  /** How some requests are routed. */
  Routing routing(List<? extends Row> requests) throws IOException {
    return answer(spec.turn(Asker.of(requests)));
  }

  /** How requests are routed whose turn this is. */
  Routing answer(Turn turn) throws InterruptedIOException {
    if (turn.question().isEmpty()) {
      return turn.routing();
    }
    return turn.waits() ? together(turn) : ask(turn).routing(turn);
  }

  /** Each round ends with a question that was denied, of which there are few. */
  private Routing together(Turn turn) throws InterruptedIOException {
    while (turn.mayAsk()) {
      Part part = spec.shared().take();
      Outcome outcome = part.asks() ? lead(turn, part.question()) : part.question().await();
      if (part.asks() || outcome.verdict().isPresent()) {
        return outcome.routing(turn);
      }
      if (!outcome.denied()) {
        return ask(turn).routing(turn);
      }
    }
    return turn.routing();
  }

  private Outcome lead(Turn turn, SharedQuestion shared) throws InterruptedIOException {
    Outcome outcome = Outcome.LOST;
    try {
      Optional<Outcome> settled = spec.settled(turn);
      outcome = settled.isPresent() ? settled.get() : ask(turn);
      return outcome;
    } finally {
      shared.end(outcome);
    }
  }

  private Outcome ask(Turn turn) throws InterruptedIOException {
    try {
      get.of(turn.question().orElseThrow().stored());
      return Outcome.of(spec.answered(turn));
    } catch (IOException e) {
      if (Refusals.isOfInterruption(e)) {
        throw (InterruptedIOException) e;
      }
      LOG.debug("asked for the spec by {}", turn.question(), e);
      return Outcome.after(spec.afterFailure(turn, e), e);
    }
  }
}
