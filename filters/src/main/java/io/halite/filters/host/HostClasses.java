package io.halite.filters.host;

/** Which classes the HBase around Halite has. Stateless. */
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
}
