package io.halite.client.plugin;

import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;

/**
 * Sends single requests to their owners, through the real table.
 *
 * <p>A request whose mark is refused has not run. It is sent again, once, under the spec that the
 * table has by then. Thread-safe.
 */
final class DirectRequests {
  private final Table real;
  private final TableSpecs specs;

  DirectRequests(Table real, TableSpecs specs) {
    this.real = real;
    this.specs = specs;
  }

  /** A call of the real table with one request. */
  interface Call<R, T> {
    T of(R request) throws IOException;
  }

  /** Makes a call with the stored request of a natural one; returns the answer as a natural one. */
  <R extends Row, T> T send(R natural, Call<R, T> call) throws IOException {
    Optional<SaltedTable> table = specs.of(real.getName());
    try {
      return attempt(table, natural, call);
    } catch (IOException e) {
      if (Refusals.isOfTable(e)) {
        specs.forget(real.getName());
      }
      if (!Refusals.isOfMark(e)) {
        throw e;
      }
      return attempt(specs.reread(real.getName(), table), natural, call);
    }
  }

  private static <R extends Row, T> T attempt(
      Optional<SaltedTable> table, R natural, Call<R, T> call) throws IOException {
    Routing routing = new Routing(table);
    R stored = routing.route(natural);
    try {
      return routing.answer(natural, stored, call.of(stored));
    } catch (RetriesExhaustedWithDetailsException e) {
      Map<Row, Row> origins = new IdentityHashMap<>();
      Routing.trace(natural, stored, origins);
      throw Failures.naturally(e, origins);
    }
  }
}
