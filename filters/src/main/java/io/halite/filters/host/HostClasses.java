package io.halite.filters.host;

/** Which classes and methods the HBase around Halite has. Stateless. */
public final class HostClasses {
  private HostClasses() {}

  /** Whether it has a class of this full name; the class is not initialised. */
  public static boolean has(String className) {
    try {
      Class.forName(className, false, HostClasses.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException olderHost) {
      return false;
    }
  }

  /**
   * Whether a class of HBase has a public method. If not, the method must not be called: the call
   * would end in a {@code NoSuchMethodError}.
   */
  public static boolean has(Class<?> type, String method, Class<?>... parameters) {
    try {
      type.getMethod(method, parameters);
      return true;
    } catch (NoSuchMethodException olderHost) {
      return false;
    }
  }
}
