package io.halite.coprocessor.master;

import io.halite.coprocessor.host.SecurityClasses;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;

/**
 * Checks that the master calls its security coprocessors before Halite's observer.
 *
 * <p>The observer's refusals show a table's spec and whether the table has rows. A security
 * coprocessor behind the observer would refuse a user without rights too late. Stateless.
 */
final class SecurityOrder {
  private static final String AUTHORIZATION = "hbase.security.authorization";

  private record Loaded(String name, int priority) {}

  private SecurityOrder() {}

  /**
   * Refuses, without naming a table, if authorisation is on and comes after the observer.
   *
   * @param site the master's configuration
   */
  static void check(Configuration site) throws DoNotRetryIOException {
    if (!site.getBoolean(AUTHORIZATION, false)) {
      return;
    }
    boolean asked = false;
    boolean passed = false;
    for (Loaded each : inOrder(site)) {
      boolean security = SecurityClasses.isOne(each.name());
      if (security && passed) {
        throw refusal(
            each.name() + " comes after " + SaltingMasterObserver.class.getName(), "behind it");
      }
      asked |= security;
      passed |= each.name().equals(SaltingMasterObserver.class.getName());
    }
    if (!asked) {
      throw refusal("no security coprocessor is", "behind one");
    }
  }

  private static DoNotRetryIOException refusal(String what, String cure) {
    return new DoNotRetryIOException(
        what
            + " in "
            + CoprocessorHost.MASTER_COPROCESSOR_CONF_KEY
            + ", but "
            + AUTHORIZATION
            + " is true: users' rights are checked before Halite looks at a table; name the"
            + " observer "
            + cure
            + ", both without a priority (hbase-site.xml of the masters, then restart them)");
  }

  /** Returns the master's coprocessors in HBase's order: by priority, then as listed. */
  private static List<Loaded> inOrder(Configuration site) {
    List<Loaded> loaded = new ArrayList<>();
    int next = Coprocessor.PRIORITY_SYSTEM;
    for (String listed :
        site.getStrings(CoprocessorHost.MASTER_COPROCESSOR_CONF_KEY, new String[0])) {
      String[] parts = listed.split("\\|");
      String name = parts[0].trim();
      if (loaded.stream().anyMatch(other -> other.name().equals(name))) {
        continue;
      }
      boolean own = parts.length > 1 && !parts[1].isEmpty();
      loaded.add(new Loaded(name, own ? Integer.parseInt(parts[1]) : next++));
    }
    loaded.sort((one, other) -> Integer.compare(one.priority(), other.priority()));
    return loaded;
  }
}
