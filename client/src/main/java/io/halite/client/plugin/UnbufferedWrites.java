package io.halite.client.plugin;

import io.halite.routing.host.RequestAttributes;
import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what a mutator does not buffer, through a table with the mutator's timeouts, pool and
 * request attributes. Thread-safe.
 */
final class UnbufferedWrites {
  private static final Logger LOG = LoggerFactory.getLogger(UnbufferedWrites.class);

  private final Connection connection;
  private final TableSpec spec;
  private final TableName name;
  private final @Nullable ExecutorService pool;
  private final Map<String, byte[]> attributes;
  private volatile int rpcTimeout;
  private volatile int operationTimeout;

  UnbufferedWrites(BufferedMutatorParams params, Connection connection, TableSpec spec) {
    this.connection = connection;
    this.spec = spec;
    this.name = params.getTableName();
    this.pool = params.getPool();
    this.attributes = Map.copyOf(RequestAttributes.of(params));
    this.rpcTimeout = params.getRpcTimeout();
    this.operationTimeout = params.getOperationTimeout();
  }

  void setRpcTimeout(int millis) {
    rpcTimeout = millis;
  }

  void setOperationTimeout(int millis) {
    operationTimeout = millis;
  }

  /**
   * Asks for the spec by a get of the columns of the first write that may ask, and waits for the
   * answer. A user who may not read them writes through the gateways.
   *
   * @param asker asks for the writes
   * @return how writes are to be sent
   */
  Routing ask(SpecAsker asker) {
    try (Table table = table()) {
      Routing routing = new Questions(spec, table::get).answer(spec.turn(asker));
      if (!routing.asks()) {
        return routing;
      }
      Optional<Sent<Get>> question = asker.underNaturalKey(routing);
      return question.isPresent() ? ask(table, question.get()) : Routing.natural();
    } catch (InterruptedIOException e) {
      Thread.currentThread().interrupt();
      return Routing.natural();
    } catch (IOException e) {
      LOG.debug("the table that asked for the spec of '{}' cannot be closed", name, e);
      return Routing.natural();
    }
  }

  /**
   * Asks what is asked on a turn of writes that need not wait for the answer. A thread that is
   * interrupted stays so, and its writes are taken, as HBase's mutator does.
   */
  Routing answer(Turn turn) {
    try (Table table = table()) {
      return new Questions(spec, table::get).answer(turn);
    } catch (InterruptedIOException e) {
      Thread.currentThread().interrupt();
      return turn.routing();
    } catch (IOException e) {
      LOG.debug("the table that asked for the spec of '{}' cannot be closed", name, e);
      return turn.routing();
    }
  }

  private Routing ask(Table table, Sent<Get> question) {
    try {
      table.get(question.stored());
      spec.answered(question);
    } catch (IOException e) {
      if (Refusals.isOfInterruption(e)) {
        Thread.currentThread().interrupt();
        return Routing.natural();
      }
      Optional<Routing> shown = spec.afterFailure(question, e);
      if (shown.isEmpty()) {
        // Each write would ask again, and wait until the retries of its question have ended.
        spec.unanswered();
      }
      LOG.debug("asked for the spec of table '{}', which is {}", name, shown, e);
      return shown.orElseGet(Routing::natural);
    }
    return Routing.natural();
  }

  /**
   * Sends natural writes and waits for the answers; adds each write that failed. A thread that is
   * interrupted stays so.
   */
  void send(List<Row> naturals, Failures failures) {
    try {
      OneUse.of(table(), table -> send(table, naturals));
    } catch (RetriesExhaustedWithDetailsException e) {
      failures.addAll(e);
    } catch (IOException e) {
      if (Refusals.isOfInterruption(e)) {
        Thread.currentThread().interrupt();
      }
      naturals.forEach(row -> failures.add(e, row));
    }
  }

  private Object[] send(Table table, List<Row> naturals) throws IOException {
    Object[] results = new Object[naturals.size()];
    try {
      new DirectBatch(table, spec).run(naturals, results);
      return results;
    } catch (InterruptedException e) {
      throw Interrupted.during("waiting for the answers to writes that are not buffered", e);
    }
  }

  private Table table() {
    TableBuilder builder = connection.getTableBuilder(name, pool);
    // As in the parameters of a mutator, a negative number leaves the connection's timeout.
    if (rpcTimeout >= 0) {
      builder.setWriteRpcTimeout(rpcTimeout);
    }
    if (operationTimeout >= 0) {
      builder.setOperationTimeout(operationTimeout);
    }
    RequestAttributes.put(attributes, builder);
    return builder.build();
  }
}
