package io.halite.it.rights;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessController;

/**
 * HBase's decisions about rights under another name, and one more of its own. A get with an
 * attribute makes it fail: HBase then takes it off.
 */
public final class OwnRights extends AccessController {
  static final String ATTRIBUTE = "fail";

  /** The user to whom it refuses every scan, whatever HBase says. */
  static final String REFUSED = "refused";

  /** The name in a jar, of the same length; no class of the class path has it. */
  static final String NAME_IN_JAR = OwnRights.class.getName().replace("Own", "Jar");

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> result)
      throws IOException {
    if (get.getAttribute(ATTRIBUTE) != null) {
      throw new IllegalStateException("a judge has failed");
    }
    super.preGetOp(ctx, get, result);
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan)
      throws IOException {
    super.preScannerOpen(ctx, scan);
    if (ctx.getCaller().map(User::getShortName).orElse("").equals(REFUSED)) {
      throw new AccessDeniedException("not by " + OwnRights.class.getName());
    }
  }

  /** Writes a jar of this class under {@link #NAME_IN_JAR}. */
  static void writeJar(Path to) throws IOException {
    RenamedJar.write(OwnRights.class, NAME_IN_JAR, to);
  }
}
