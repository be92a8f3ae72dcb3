package io.halite.coprocessor.owner;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;

/**
 * What the tables of one server count together, whichever jar of Halite they load.
 *
 * <p>Each jar has a class loader, and so classes and objects of its own; the coprocessors' shared
 * data is one for all of them. What lies there is of types of the JDK alone, and its name, type and
 * meaning stay the same in all versions of Halite; what is to be counted in another way takes
 * another number. The jar that comes first sets each size, and the others take it: two sizes of one
 * bound would be none. HBase keeps the data until the server restarts, or until no region is left
 * whose table has the coprocessor.
 *
 * <p>Halite takes nothing away when a jar's last region closes. Requests of that jar that are still
 * open give back what they hold: a class loader lives as long as one of its requests runs, and for
 * a scanner that HBase drops a thread of that jar does so. Thread-safe.
 */
public final class ServerWide {
  private static final String FORMAT = "bounds/1/";

  private final Map<String, Object> sharedData;
  private final String prefix;

  /**
   * What the jars on a server count.
   *
   * @param sharedData the coprocessors' shared data, which the servers of a JVM share
   */
  public ServerWide(Map<String, Object> sharedData, ServerName here) {
    this.sharedData = sharedData;
    this.prefix = FORMAT + here + "/";
  }

  /** Returns what has this name; it is {@code first} if no jar has asked for it before. */
  @SuppressWarnings("unchecked")
  <T> T get(String name, Supplier<T> first) {
    return (T) sharedData.computeIfAbsent(prefix + name, key -> first.get());
  }
}
