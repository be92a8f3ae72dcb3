package io.halite.it.cluster;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Objects whose calls pass a test first, which may note them or answer in their place. */
public final class Intercepted {
  private Intercepted() {}

  /** A call on its way to the object that it is for. */
  public interface Call {
    /** The method that was called. */
    Method method();

    /** Lets the call go on, and returns its answer. */
    Object proceed() throws Throwable;
  }

  /** What a test does with a call. */
  public interface Interceptor {
    /** Returns the answer of the call. */
    Object answer(Call call) throws Throwable;
  }

  private record Passing(Object real, Method method, Object[] arguments) implements Call {
    @Override
    public Object proceed() throws Throwable {
      try {
        return method.invoke(real, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  /**
   * An object that passes the calls of an interface on.
   *
   * @param type the interface
   */
  public static <T> T of(Class<? super T> type, T real, Interceptor interceptor) {
    @SuppressWarnings("unchecked") // It has all methods of the interface.
    T intercepted =
        (T)
            Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) ->
                    interceptor.answer(new Passing(real, method, arguments)));
    return intercepted;
  }
}
