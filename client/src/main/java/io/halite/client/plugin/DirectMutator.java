package io.halite.client.plugin;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/**
 * Salts each write when it is added; the real mutator buffers and sends the writes.
 *
 * <p>While the spec is unknown, a write asks for it and is flushed at once. Writes whose mark is
 * refused have not run. They are sent again under the spec that the refusal shows. The
 * application's listener sees natural keys. Thread-safe.
 */
final class DirectMutator extends MutatorDecorator {
  private final BufferedMutator real;
  private final Connection connection;
  private final TableSpec spec;
  private final List<Routing> used = new CopyOnWriteArrayList<>();
  private final Set<Row> asking =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  private DirectMutator(BufferedMutatorParams params, Connection connection, TableSpec spec)
      throws IOException {
    this.connection = connection;
    this.spec = spec;
    ExceptionListener listener = params.getListener();
    this.real =
        connection.getBufferedMutator(
            params.clone().listener((exception, mutator) -> settle(exception, listener)));
  }

  /** A mutator over the real {@code connection}. */
  static BufferedMutator open(BufferedMutatorParams params, Connection connection, TableSpec spec)
      throws IOException {
    return new DirectMutator(params, connection, spec);
  }

  @Override
  BufferedMutator real() {
    return real;
  }

  @Override
  public void mutate(List<? extends Mutation> mutations) throws IOException {
    List<Mutation> stored = new ArrayList<>(mutations.size());
    for (Mutation mutation : mutations) {
      Routing routing = spec.routing();
      if (!used.contains(routing)) {
        used.add(routing);
      }
      Sent<Mutation> sent = Sent.of(routing, mutation);
      if (routing.asks() && sent.isRouted()) {
        ask(sent);
      } else {
        stored.add(sent.stored());
      }
    }
    real.mutate(stored);
  }

  private void ask(Sent<Mutation> sent) throws IOException {
    asking.add(sent.stored());
    try {
      real.mutate(sent.stored());
      real.flush();
    } finally {
      // A failure has taken it off.
      if (asking.remove(sent.stored())) {
        spec.answered(sent);
      }
    }
  }

  private void settle(
      RetriesExhaustedWithDetailsException stored, @Nullable ExceptionListener listener)
      throws RetriesExhaustedWithDetailsException {
    Failures failures = new Failures();
    List<Row> again = new ArrayList<>();
    for (int i = 0; i < stored.getNumExceptions(); i++) {
      asking.remove(stored.getRow(i));
      Sent<Row> sent = sent(stored.getRow(i));
      if (spec.afterFailure(sent, stored.getCause(i)).isPresent()) {
        again.add(sent.natural());
      } else {
        failures.add(stored, i, sent.natural());
      }
    }
    if (!again.isEmpty()) {
      sendAgain(again, failures);
    }
    if (!failures.isEmpty() && listener != null) {
      listener.onException(failures.exception(), this);
    } else if (!failures.isEmpty()) {
      throw failures.exception();
    }
  }

  private void sendAgain(List<Row> refused, Failures failures) {
    try (Table table = connection.getTable(getName())) {
      new DirectBatch(table, spec).run(refused, new Object[refused.size()]);
    } catch (RetriesExhaustedWithDetailsException e) {
      failures.addAll(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      refused.forEach(row -> failures.add(new InterruptedIOException(e.toString()), row));
    } catch (IOException e) {
      refused.forEach(row -> failures.add(e, row));
    }
  }

  /** How a write was sent, by its mark. */
  private Sent<Row> sent(Row stored) {
    if (stored instanceof Mutation mutation) {
      for (Routing routing : used) {
        Optional<Mutation> natural = routing.natural(mutation);
        if (natural.isPresent()) {
          return new Sent<>(routing, natural.get(), stored);
        }
      }
    }
    return new Sent<>(Routing.natural(), stored, stored);
  }
}
