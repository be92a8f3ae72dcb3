package io.halite.coprocessor.table;

import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;

/**
 * The other coprocessors of a region, as far as the observer cannot work beside them.
 *
 * <p>A second observer would run every scan hook twice. A security coprocessor with a higher number
 * runs later, and a bypass ends the chain before it: it would never be asked. Cell labels are
 * decided on the owner under the server's own user, which sees everything.
 */
public final class Neighbours {
  private static final String VISIBILITY =
      "org.apache.hadoop.hbase.security.visibility.VisibilityController";

  private Neighbours() {}

  /** Why the observer in {@code own} must refuse everything here, or null if it need not. */
  public static String objection(RegionCoprocessorEnvironment own) {
    if (!(own.getRegion() instanceof HRegion region) || region.getCoprocessorHost() == null) {
      return null;
    }
    RegionCoprocessorHost host = region.getCoprocessorHost();
    String observer = own.getInstance().getClass().getName();
    long observers =
        host.findCoprocessors(RegionCoprocessor.class).stream()
            .filter(other -> other.getClass().getName().equals(observer))
            .count();
    if (observers > 1) {
      return "the observer is loaded "
          + observers
          + " times on this region, by site configuration, attribute or another loader; once is"
          + " right, since each would salt again: keep one";
    }
    for (String name : host.getCoprocessors()) {
      CoprocessorEnvironment<?> other = host.findCoprocessorEnvironment(name);
      if (other != null && isSecurity(other) && other.getPriority() >= own.getPriority()) {
        return "priority "
            + own.getPriority()
            + " does not come after priority "
            + other.getPriority()
            + " of "
            + name
            + ", which would never be asked: leave the observer's priority empty";
      }
      if (name.equals(VISIBILITY) || name.equals("VisibilityController")) {
        return "the VisibilityController is loaded, and labels of forwarded reads would be decided"
            + " for the server's own user: salted tables and cell labels exclude each other";
      }
    }
    return null;
  }

  private static boolean isSecurity(CoprocessorEnvironment<?> other) {
    return isSecurity(other.getInstance().getClass().getName());
  }

  /** Whether a coprocessor of this class name asks for users' rights. */
  public static boolean isSecurity(String name) {
    return name.startsWith("org.apache.hadoop.hbase.security.")
        || name.contains("AccessController")
        || name.contains("Authorization");
  }
}
