package io.halite.client.plugin;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An implementation of an interface that records every call and answers as told, by method name;
 * what it was not told fails.
 */
final class Fake<T> {
  private final Class<T> type;
  private final Map<String, Answer> answers = new HashMap<>();
  private final List<Call> calls = new CopyOnWriteArrayList<>();

  /** One call. */
  record Call(String method, List<Object> arguments) {}

  /** What a method does. */
  interface Answer {
    Object of(List<Object> arguments) throws Throwable;
  }

  Fake(Class<T> type) {
    this.type = type;
  }

  Fake<T> on(String method, Answer answer) {
    answers.put(method, answer);
    return this;
  }

  T build() {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                call(method, arguments == null ? List.of() : Arrays.asList(arguments))));
  }

  private Object call(Method method, List<Object> arguments) throws Throwable {
    Answer answer = answers.get(method.getName());
    if (answer == null) {
      throw new AssertionError("unexpected call of " + method + " with " + arguments);
    }
    calls.add(new Call(method.getName(), arguments));
    return answer.of(arguments);
  }

  /** The first arguments of all calls of a method, in order. */
  <A> List<A> given(String method, Class<A> argument) {
    return calls.stream()
        .filter(call -> call.method().equals(method))
        .map(call -> argument.cast(call.arguments().get(0)))
        .toList();
  }

  int count(String method) {
    return (int) calls.stream().filter(call -> call.method().equals(method)).count();
  }
}
