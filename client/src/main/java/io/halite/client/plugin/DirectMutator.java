package io.halite.client.plugin;

import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
 * <p>Writes whose mark is refused have not run. They are sent again, once, under the spec that the
 * table has by then. The application's listener sees natural keys. Thread-safe.
 */
final class DirectMutator extends MutatorDecorator {
  private final BufferedMutator real;
  private final Connection connection;
  private final TableSpecs specs;
  private final List<SaltedTable> used = new CopyOnWriteArrayList<>();

  private DirectMutator(BufferedMutatorParams params, Connection connection, TableSpecs specs)
      throws IOException {
    this.connection = connection;
    this.specs = specs;
    ExceptionListener listener = params.getListener();
    this.real =
        connection.getBufferedMutator(
            params.clone().listener((exception, mutator) -> settle(exception, listener)));
  }

  /** A mutator of a salted table over the real {@code connection}. */
  static BufferedMutator open(BufferedMutatorParams params, Connection connection, TableSpecs specs)
      throws IOException {
    return new DirectMutator(params, connection, specs);
  }

  @Override
  BufferedMutator real() {
    return real;
  }

  @Override
  public void mutate(List<? extends Mutation> mutations) throws IOException {
    Optional<SaltedTable> table = specs.of(getName());
    table.filter(known -> !used.contains(known)).ifPresent(used::add);
    Routing routing = new Routing(table);
    List<Mutation> stored = new ArrayList<>(mutations.size());
    for (Mutation mutation : mutations) {
      stored.add(routing.route(mutation));
    }
    real.mutate(stored);
  }

  private void settle(
      RetriesExhaustedWithDetailsException stored, @Nullable ExceptionListener listener)
      throws RetriesExhaustedWithDetailsException {
    Failures failures = new Failures();
    List<Row> refused = new ArrayList<>();
    for (int i = 0; i < stored.getNumExceptions(); i++) {
      Row natural = naturally(stored.getRow(i));
      if (Refusals.isOfTable(stored.getCause(i))) {
        specs.forget(getName());
      }
      if (Refusals.isOfMark(stored.getCause(i))) {
        refused.add(natural);
      } else {
        failures.add(stored, i, natural);
      }
    }
    if (!refused.isEmpty()) {
      sendAgain(refused, failures);
    }
    if (!failures.isEmpty() && listener != null) {
      listener.onException(failures.exception(), this);
    } else if (!failures.isEmpty()) {
      throw failures.exception();
    }
  }

  private void sendAgain(List<Row> refused, Failures failures) {
    used.forEach(table -> specs.reread(getName(), Optional.of(table)));
    try (Table table = connection.getTable(getName())) {
      new DirectBatch(table, specs).run(refused, new Object[refused.size()]);
    } catch (RetriesExhaustedWithDetailsException e) {
      failures.addAll(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      refused.forEach(row -> failures.add(new InterruptedIOException(e.toString()), row));
    } catch (IOException e) {
      refused.forEach(row -> failures.add(e, row));
    }
  }

  private Row naturally(Row stored) {
    if (stored instanceof Mutation mutation) {
      for (SaltedTable table : used) {
        if (table.mark().isThisOn(mutation)) {
          return table.mutations().natural(table.salt().unsalt(mutation.getRow()), mutation);
        }
      }
    }
    return stored;
  }
}
