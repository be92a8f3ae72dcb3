package io.halite.client.plugin;

import io.halite.routing.table.Mark;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;

/** Tells by its mark how a write was sent that comes back from a buffer. Thread-safe. */
final class SentWrites {
  private final ConcurrentMap<Mark, Routing> used = new ConcurrentHashMap<>();

  /** Writes are sent so. A spec that is learned again takes the place of itself. */
  void remember(Routing routing) {
    if (routing.table().isPresent()) {
      Mark mark = routing.table().get().mark();
      // Each write comes here, and nearly all of them under the same spec.
      if (used.get(mark) != routing) {
        used.put(mark, routing);
      }
    }
  }

  /** How a write was sent. */
  Sent<Row> of(Row stored) {
    if (stored instanceof Mutation mutation) {
      for (Routing routing : used.values()) {
        Optional<Mutation> natural = routing.natural(mutation);
        if (natural.isPresent()) {
          return new Sent<>(routing, natural.get(), stored);
        }
      }
    }
    return new Sent<>(Routing.natural(), stored, stored);
  }

  /** How many specs there were. For tests. */
  int specs() {
    return used.size();
  }
}
