package io.halite.it.cluster;

import java.util.Properties;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.matcher.ElementMatchers;
import org.apache.hadoop.conf.Configuration;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Reads Hadoop's default settings once for all stores of this JVM.
 *
 * <p>HBase 2.6 copies the settings of each store that it flushes for the first time, and so parses
 * the XML of Hadoop's defaults again. Tables of tests live for a second, and this parsing was a
 * quarter of the samples in a profile of OracleIT. The copies have the same values with this class
 * as without it. It acts where the build sets {@code halite.defaults.once}; fires, benches and
 * HBase's own suites do without it.
 */
public final class DefaultsReadOnce implements LauncherSessionListener {
  private static boolean installed;

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if (Boolean.getBoolean("halite.defaults.once")) {
      install();
    }
  }

  private static synchronized void install() {
    if (!installed) {
      installed = true;
      ChangedClass.load(
          "org.apache.hadoop.hbase.CompoundConfiguration",
          type ->
              type.defineMethod("getProps", Properties.class, Visibility.PROTECTED)
                  .intercept(
                      MethodDelegation.withDefaultConfiguration()
                          .filter(ElementMatchers.named("defaults"))
                          .to(DefaultsReadOnce.class)));
    }
  }

  /** Replaces {@code getProps} of the changed class. */
  public static Properties defaults() {
    return Defaults.READ.getProps();
  }

  private static final class Defaults extends Configuration {
    static final Defaults READ = new Defaults();

    @Override
    protected synchronized Properties getProps() {
      return super.getProps();
    }
  }
}
