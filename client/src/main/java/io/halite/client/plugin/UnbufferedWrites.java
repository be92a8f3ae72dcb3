package io.halite.client.plugin;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Sends writes of a mutator at once, through a table with the mutator's timeouts, pool and request
 * attributes. Thread-safe.
 */
final class UnbufferedWrites {
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
    this.attributes = Map.copyOf(params.getRequestAttributes());
    this.rpcTimeout = params.getRpcTimeout();
    this.operationTimeout = params.getOperationTimeout();
  }

  void setRpcTimeout(int millis) {
    rpcTimeout = millis;
  }

  void setOperationTimeout(int millis) {
    operationTimeout = millis;
  }

  /** Sends natural writes and waits for the answers; adds each write that failed. */
  void send(List<Row> naturals, Failures failures) {
    try (Table table = table()) {
      new DirectBatch(table, spec).run(naturals, new Object[naturals.size()]);
    } catch (RetriesExhaustedWithDetailsException e) {
      failures.addAll(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      naturals.forEach(row -> failures.add(new InterruptedIOException(e.toString()), row));
    } catch (IOException e) {
      naturals.forEach(row -> failures.add(e, row));
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
    attributes.forEach(builder::setRequestAttribute);
    return builder.build();
  }
}
