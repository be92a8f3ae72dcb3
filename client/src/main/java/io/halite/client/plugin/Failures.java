package io.halite.client.plugin;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.OperationTimeoutExceededException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;

/** The failures of a list of requests, each with its natural request. Not thread-safe. */
final class Failures {
  private final List<Throwable> causes = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private final List<String> servers = new ArrayList<>();

  /** The same exception, naming natural requests instead of their stored copies. */
  static RetriesExhaustedWithDetailsException naturally(
      RetriesExhaustedWithDetailsException stored, Map<Row, Row> origins) {
    Failures natural = new Failures();
    for (int i = 0; i < stored.getNumExceptions(); i++) {
      natural.add(stored, i, origins.getOrDefault(stored.getRow(i), stored.getRow(i)));
    }
    RetriesExhaustedWithDetailsException exception = natural.exception();
    exception.setStackTrace(stored.getStackTrace());
    return exception;
  }

  /** The failure of a list of one request, as HBase's client fails when it sends that one alone. */
  static IOException alone(RetriesExhaustedWithDetailsException list) {
    Throwable cause = list.getCause(0);
    if (cause instanceof OperationTimeoutExceededException) {
      return (IOException) new SocketTimeoutException(cause.getMessage()).initCause(cause);
    }
    return cause instanceof DoNotRetryIOException refusal
        ? refusal
        : (IOException) new RetriesExhaustedException(list.getMessage()).initCause(cause);
  }

  /** The same of HBase's asynchronous client, whose lists wrap also what is not repeated. */
  static Throwable alone(Throwable ofList) {
    return ofList instanceof RetriesExhaustedException
            && ofList.getCause() instanceof DoNotRetryIOException refusal
        ? refusal
        : ofList;
  }

  /**
   * Adds failure {@code i} of an exception, with the natural request in place of the stored one.
   */
  void add(RetriesExhaustedWithDetailsException exception, int i, Row natural) {
    causes.add(exception.getCause(i));
    rows.add(natural);
    servers.add(exception.getHostnamePort(i));
  }

  /** Adds a request that failed before it was sent to a server. */
  void add(Throwable cause, Row natural) {
    causes.add(cause);
    rows.add(natural);
    servers.add("(not sent)");
  }

  /** Adds those of some requests. */
  void addAll(Failures others, Predicate<Row> some) {
    for (int i = 0; i < others.rows.size(); i++) {
      if (some.test(others.rows.get(i))) {
        causes.add(others.causes.get(i));
        rows.add(others.rows.get(i));
        servers.add(others.servers.get(i));
      }
    }
  }

  /** Adds all failures of an exception that names natural requests. */
  void addAll(RetriesExhaustedWithDetailsException exception) {
    for (int i = 0; i < exception.getNumExceptions(); i++) {
      add(exception, i, exception.getRow(i));
    }
  }

  boolean isEmpty() {
    return causes.isEmpty();
  }

  RetriesExhaustedWithDetailsException exception() {
    return new RetriesExhaustedWithDetailsException(causes, rows, servers);
  }
}
