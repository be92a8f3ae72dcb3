package io.halite.coprocessor.host;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.security.access.AccessController;

/** Which coprocessors decide about rights, known by the names of their classes. Stateless. */
public final class SecurityClasses {
  private SecurityClasses() {}

  /** Whether the coprocessor of this environment decides about rights. */
  public static boolean isOne(CoprocessorEnvironment<?> env) {
    return env.getInstance() instanceof AccessController
        || isOne(env.getInstance().getClass().getName());
  }

  /**
   * Whether a class of this name decides about rights: HBase's own, and those of Apache Ranger.
   * Others of HBase's package of security do not, such as the TokenProvider.
   */
  public static boolean isOne(String className) {
    return className.contains("AccessController")
        || className.contains("Authorization")
        || className.endsWith(".VisibilityController");
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
