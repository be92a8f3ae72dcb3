package io.halite.it.oracle;

import io.halite.it.cluster.Intercepted;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Table;

/** Notes what is called of the tables and the mutators of each client. Thread-safe. */
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
    /** Writes through a mutator that buffers them. */
    BUFFERED,
    SCAN;

    static Optional<Kind> of(Method method) {
      if (method.getName().equals("mutate")) {
        return Optional.of(BUFFERED);
      }
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
   * @param sender the client
   */
  record Call(Kind kind, Sender sender) {
    /** Every kind by each client. */
    static Set<Call> all() {
      return Stream.of(Kind.values())
          .flatMap(kind -> Stream.of(Sender.values()).map(sender -> new Call(kind, sender)))
          .collect(Collectors.toSet());
    }

    @Override
    public String toString() {
      return sender + " " + kind;
    }
  }

  private final Set<Call> seen = ConcurrentHashMap.newKeySet();

  /** A table whose calls are noted. */
  Table of(Table table) {
    return noting(Table.class, table, Sender.BLOCKING);
  }

  /** A mutator whose calls are noted. */
  BufferedMutator of(BufferedMutator mutator) {
    return noting(BufferedMutator.class, mutator, Sender.BLOCKING);
  }

  /** The table of an asynchronous client. */
  <T extends AsyncTable<?>> T of(Sender sender, T table) {
    return noting(AsyncTable.class, table, sender);
  }

  /** The mutator of an asynchronous client. */
  AsyncBufferedMutator of(Sender sender, AsyncBufferedMutator mutator) {
    return noting(AsyncBufferedMutator.class, mutator, sender);
  }

  private <T> T noting(Class<? super T> type, T real, Sender sender) {
    return Intercepted.of(
        type,
        real,
        call -> {
          Kind.of(call.method()).ifPresent(kind -> seen.add(new Call(kind, sender)));
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
