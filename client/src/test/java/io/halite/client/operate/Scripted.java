package io.halite.client.operate;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Objects of HBase's interfaces whose every call goes to one script. Stateless. */
public final class Scripted {
  private Scripted() {}

  /** What a call answers; it may throw what the call may throw. */
  public interface Script {
    Object answer(String method, Object... arguments) throws Throwable;
  }

  /** An object of the interface {@code type}, which may be closed. */
  public static <T> T of(Class<T> type, Script script) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                method.getName().equals("close")
                    ? null
                    : script.answer(method.getName(), given(method, arguments))));
  }

  private static Object[] given(Method method, Object[] arguments) {
    return method.getParameterCount() == 0 ? new Object[0] : arguments;
  }
}
