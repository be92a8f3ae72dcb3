package io.halite.coprocessor.host;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Optional;

/** Finds methods of HBase that are not public, for calls by handle. Stateless. */
final class HostMethod {
  private HostMethod() {}

  /**
   * Finds a method that each release has.
   *
   * @throws IllegalStateException if this HBase has no such method
   */
  static MethodHandle of(Class<?> type, String name, Class<?>... parameters) {
    try {
      return find(type, name, parameters);
    } catch (ReflectiveOperationException e) {
      throw missing(type.getSimpleName() + "." + name, e);
    }
  }

  /** Finds a method that only some releases have. */
  static Optional<MethodHandle> ifThere(Class<?> type, String name, Class<?>... parameters) {
    try {
      return Optional.of(find(type, name, parameters));
    } catch (ReflectiveOperationException olderHost) {
      return Optional.empty();
    }
  }

  /**
   * Finds a class that is not public in each release.
   *
   * @throws IllegalStateException if this HBase has no such class
   */
  static Class<?> type(String name) {
    try {
      return Class.forName(name, false, HostMethod.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw missing(name, e);
    }
  }

  /** What to say where HBase lacks a part. */
  static IllegalStateException missing(String part, ReflectiveOperationException cause) {
    return new IllegalStateException(
        "this HBase has no %s: 'halite versions' prints the releases of HBase that Halite runs on"
            .formatted(part),
        cause);
  }

  private static MethodHandle find(Class<?> type, String name, Class<?>... parameters)
      throws ReflectiveOperationException {
    Method method = type.getDeclaredMethod(name, parameters);
    method.setAccessible(true);
    return MethodHandles.lookup().unreflect(method);
  }
}
