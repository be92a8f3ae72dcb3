package io.halite.it.oracle;

import io.halite.it.cluster.Intercepted;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Table;

/** Notes what is called of the tables of both clients. Thread-safe. */
final class SentCalls {
  /** What a call does. */
  enum Kind {
    GET,
    PUT,
    DELETE,
    INCREMENT,
    APPEND,
    CHECK,
    MUTATE_ROW,
    /** Several rows by one call. */
    BATCH,
    SCAN;

    static Optional<Kind> of(Method method) {
      Class<?>[] parameters = method.getParameterTypes();
      if (parameters.length > 0 && parameters[0] == List.class) {
        return Optional.of(BATCH);
      }
      return switch (method.getName()) {
        case "get", "exists" -> Optional.of(GET);
        case "put" -> Optional.of(PUT);
        case "delete" -> Optional.of(DELETE);
        case "increment", "incrementColumnValue" -> Optional.of(INCREMENT);
        case "append" -> Optional.of(APPEND);
        case "checkAndMutate", "checkAndPut", "checkAndDelete" -> Optional.of(CHECK);
        case "mutateRow" -> Optional.of(MUTATE_ROW);
        case "getScanner", "scan", "scanAll" -> Optional.of(SCAN);
        default -> Optional.empty();
      };
    }
  }

  /**
   * A call.
   *
   * @param isAsynchronous which client it is of
   */
  record Call(Kind kind, boolean isAsynchronous) {
    /** Every kind by each client. */
    static Set<Call> all() {
      return Stream.of(Kind.values())
          .flatMap(kind -> Stream.of(new Call(kind, false), new Call(kind, true)))
          .collect(Collectors.toSet());
    }

    @Override
    public String toString() {
      return (isAsynchronous ? "asynchronous " : "blocking ") + kind;
    }
  }

  private final Set<Call> seen = ConcurrentHashMap.newKeySet();

  /** A table whose calls are noted. */
  Table of(Table table) {
    return noting(Table.class, table, false);
  }

  /** The same of the asynchronous client. */
  <T extends AsyncTable<?>> T ofAsync(T table) {
    return noting(AsyncTable.class, table, true);
  }

  private <T> T noting(Class<? super T> type, T table, boolean isAsynchronous) {
    return Intercepted.of(
        type,
        table,
        call -> {
          Kind.of(call.method()).ifPresent(kind -> seen.add(new Call(kind, isAsynchronous)));
          return call.proceed();
        });
  }

  /** The calls since the last time, while nobody makes any. */
  Set<Call> take() {
    Set<Call> taken = Set.copyOf(seen);
    seen.clear();
    return taken;
  }
}
