package io.halite.it.upstream;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Sends the requests of a table's client in turn through the plug-in and through HBase's own
 * client. Methods take turns separately, and every second one begins with HBase's own client: a put
 * and the get after it go different ways. Thread-safe.
 */
final class HalvedCalls {
  private static final Set<String> REQUESTS =
      Set.of(
          ("append batch batchAll batchCallback checkAndDelete checkAndMutate checkAndMutateAll"
                  + " checkAndPut delete deleteAll exists existsAll get getAll getScanner increment"
                  + " incrementColumnValue mutate mutateRow put putAll scan scanAll")
              .split(" "));

  private final Map<String, Integer> turns = new HashMap<>();
  private final AtomicLong plainRequests = new AtomicLong();

  /** A client of which every second request is one of {@code plain}. */
  <T> T alternating(Class<T> type, T direct, T plain) {
    return proxy(type, direct, plain, this::isPlain);
  }

  /** The client {@code plain}, whose requests are counted. */
  <T> T counted(Class<T> type, T plain) {
    return proxy(type, plain, plain, request -> true);
  }

  /** Whether this call of a method is one of the half without the plug-in. */
  synchronized boolean isPlain(String method) {
    int turn = turns.containsKey(method) ? turns.get(method) + 1 : turns.size();
    turns.put(method, turn);
    return turn % 2 == 1;
  }

  /** How many requests went through HBase's own client, each batch as one. */
  long plainRequests() {
    return plainRequests.get();
  }

  private <T> T proxy(Class<T> type, T direct, T plain, Predicate<String> isPlain) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              boolean ofPlain =
                  REQUESTS.contains(method.getName()) && isPlain.test(method.getName());
              if (ofPlain) {
                plainRequests.incrementAndGet();
              }
              return call(ofPlain ? plain : direct, method, arguments);
            }));
  }

  private static Object call(Object client, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(client, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
