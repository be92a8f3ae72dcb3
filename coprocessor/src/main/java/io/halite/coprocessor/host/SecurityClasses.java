package io.halite.coprocessor.host;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.jspecify.annotations.Nullable;

/** Which coprocessors decide about rights, known by the names of their classes. Stateless. */
public final class SecurityClasses {
  /** Of HBase's coprocessors that decide about rights, and of their filters. */
  private static final String PACKAGE = "org.apache.hadoop.hbase.security.";

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

  /**
   * Whether the coprocessor of this environment is known to judge a get without looking at its row:
   * HBase's own and Apache Ranger's are. Through a guest it is shown another row than the one that
   * is read.
   */
  public static boolean judgesNoRows(CoprocessorEnvironment<?> env) {
    String name = env.getInstance().getClass().getName();
    return isOne(name) && (name.startsWith(PACKAGE) || name.startsWith("org.apache.ranger."));
  }

  /** Whether a filter is, or contains, one by which HBase's coprocessors hide cells of a user. */
  public static boolean narrow(@Nullable Filter filter) {
    return filter instanceof FilterList list
        ? list.getFilters().stream().anyMatch(SecurityClasses::narrow)
        : filter != null && filter.getClass().getName().startsWith(PACKAGE);
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
