package io.halite.client.plugin;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Row;

/**
 * Sends single requests to their owners, through the real table.
 *
 * <p>A request whose mark is refused has not run. It is sent again under the spec that the refusal
 * shows. Thread-safe.
 */
final class DirectRequests {
  private final TableSpec spec;
  private final Questions questions;

  DirectRequests(TableSpec spec, Questions questions) {
    this.spec = spec;
    this.questions = questions;
  }

  /** A call of the real table with one request. */
  interface Call<R, T> {
    T of(R request) throws IOException;
  }

  /** Makes a call with the stored request of a natural one; returns the answer as a natural one. */
  <R extends Row, T> T send(R natural, Call<R, T> call) throws IOException {
    return send(questions.routing(List.of(natural)), natural, call);
  }

  /** The same for a request that is routed already. */
  <R extends Row, T> T send(Routing routing, R natural, Call<R, T> call) throws IOException {
    Sent<R> sent = Sent.of(routing, natural);
    for (int sendings = 1; ; sendings++) {
      try {
        T answer = sent.answer(call.of(sent.stored()));
        spec.answered(sent);
        return answer;
      } catch (IOException e) {
        Optional<Routing> next = spec.afterFailure(sent, e);
        if (next.isEmpty() || !TableSpec.mayRepeat(sendings)) {
          throw (IOException) sent.failure(e);
        }
        sent = sent.again(next.get());
      }
    }
  }
}
