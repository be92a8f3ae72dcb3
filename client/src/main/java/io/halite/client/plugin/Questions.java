package io.halite.client.plugin;

import io.halite.client.plugin.DirectRequests.Call;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Row;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Routes requests, and asks for the spec again when it is their turn. A request whose turn it is
 * waits for the answer, which the owner of its own row gives. Thread-safe.
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
    this.get = TimelineGets.showing(get);
  }

  /** How some requests are routed. */
  Routing routing(List<? extends Row> requests) throws IOException {
    return answer(spec.turn(SpecAsker.of(requests)));
  }

  /** How requests are routed whose turn this is. */
  Routing answer(Turn turn) throws InterruptedIOException {
    if (turn.question().isEmpty()) {
      return turn.routing();
    }
    try {
      get.of(turn.question().get().stored());
      return spec.answered(turn);
    } catch (IOException e) {
      if (Refusals.isOfInterruption(e)) {
        throw (InterruptedIOException) e;
      }
      LOG.debug("asked for the spec by {}", turn.question(), e);
      return spec.afterFailure(turn, e);
    }
  }
}
