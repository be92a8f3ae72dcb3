package io.halite.client.plugin;

import io.halite.routing.table.OperationNumber;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;

/**
 * One request as it is sent.
 *
 * @param routing how it was routed
 * @param natural the application's request
 * @param stored what is sent in its place; the same object if the gateway has to answer it
 */
record Sent<R extends Row>(Routing routing, R natural, R stored) {
  /** Routes a request. */
  static <R extends Row> Sent<R> of(Routing routing, R natural) throws IOException {
    return new Sent<>(routing, natural, routing.route(natural));
  }

  /**
   * The same request under another routing, after a refusal.
   *
   * <p>HBase's client repeats what has no answer, and the last repeat is refused if the spec has
   * changed meanwhile. So a conditional write keeps its number: its owner may have applied it.
   */
  Sent<R> again(Routing next) throws IOException {
    Sent<R> again = of(next, natural);
    if (isRouted()
        && again.isRouted()
        && stored instanceof CheckAndMutate before
        && again.stored instanceof CheckAndMutate now) {
      Optional<OperationNumber.Sent> first = OperationNumber.on(before);
      first.ifPresent(sent -> sent.number().putOn(now, sent.ageMillis()));
    }
    return again;
  }

  /** Whether the request carries a mark of the plug-in. */
  boolean isRouted() {
    return natural != stored;
  }

  /** The answer under natural keys. */
  <T> T answer(T answer) throws IOException {
    return routing.answer(natural, stored, answer);
  }

  /** The same, for callers that cannot throw a checked exception. */
  <T> T shown(T answer) {
    return routing.shown(natural, stored, answer);
  }

  /** The failure, naming natural requests instead of their stored copies. */
  Throwable failure(Throwable failure) {
    if (!(failure instanceof RetriesExhaustedWithDetailsException list)) {
      return failure;
    }
    Map<Row, Row> origins = new IdentityHashMap<>();
    Routing.trace(natural, stored, origins);
    return Failures.naturally(list, origins);
  }
}
