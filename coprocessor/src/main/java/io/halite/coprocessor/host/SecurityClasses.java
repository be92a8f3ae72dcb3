package io.halite.coprocessor.host;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;

/** Which coprocessors decide about rights, known by the names of their classes. Stateless. */
public final class SecurityClasses {
  /** Of HBase's coprocessors that decide about rights. */
  private static final String PACKAGE = "org.apache.hadoop.hbase.security.";

  private static final String VISIBILITY = "VisibilityController";

  private SecurityClasses() {}

  /** Whether the coprocessor of this environment decides about rights. */
  public static boolean isOne(CoprocessorEnvironment<?> env) {
    return isOne(env.getInstance().getClass());
  }

  /**
   * Whether a class decides about rights, or is derived from one that does. By names, since a table
   * may load it, and what it is derived from, from a jar of its own.
   */
  public static boolean isOne(Class<?> type) {
    return withSuperclasses(type).anyMatch(each -> isNamed(each.getName()));
  }

  /**
   * Whether a class of this name decides about rights, or is derived from one that does. If it is
   * not on HBase's class path, such as one in a jar of a table, its name alone says so.
   */
  public static boolean isOne(String className) {
    return isNamed(className) || onClassPath(className).filter(SecurityClasses::isOne).isPresent();
  }

  private static Optional<Class<?>> onClassPath(String className) {
    try {
      return Optional.of(Class.forName(className, false, CoprocessorHost.class.getClassLoader()));
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.empty();
    }
  }

  /**
   * HBase's own, and those of Apache Ranger. Others of HBase's package of security judge nothing,
   * such as the TokenProvider. The name of a class in which another one is nested counts: a judge
   * that is not recognised would be passed by, and a harmless class that is taken for one is
   * refused with a message.
   */
  private static boolean isNamed(String className) {
    String own =
        className.substring(1 + Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')));
    return className.contains("AccessController")
        || className.contains("Authorization")
        || own.equals(VISIBILITY);
  }

  /**
   * Whether a class is HBase's VisibilityController, or is derived from it. By names, for the same
   * reason.
   */
  public static boolean isLabelling(Class<?> type) {
    return withSuperclasses(type).anyMatch(each -> each.getSimpleName().equals(VISIBILITY));
  }

  private static Stream<Class<?>> withSuperclasses(Class<?> type) {
    return Stream.iterate(type, Objects::nonNull, Class::getSuperclass);
  }

  /**
   * Whether the coprocessor of this environment is known to judge a get without looking at its row:
   * HBase's own and Apache Ranger's are. Through a guest it is shown another row than the one that
   * is read.
   */
  public static boolean judgesNoRows(CoprocessorEnvironment<?> env) {
    String name = env.getInstance().getClass().getName();
    return isNamed(name) && (name.startsWith(PACKAGE) || name.startsWith("org.apache.ranger."));
  }

  /** Those that the site gives to each region of a user's table, by class name. */
  public static List<String> configured(Configuration site) {
    return Stream.of(
            CoprocessorHost.REGION_COPROCESSOR_CONF_KEY,
            CoprocessorHost.USER_REGION_COPROCESSOR_CONF_KEY)
        .flatMap(key -> Stream.of(site.getTrimmedStrings(key)))
        .map(entry -> entry.split("\\|", -1)[0].trim())
        .filter(SecurityClasses::isOne)
        .toList();
  }
}
