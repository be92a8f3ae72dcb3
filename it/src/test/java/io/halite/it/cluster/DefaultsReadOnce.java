package io.halite.it.cluster;

import java.util.Properties;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.matcher.ElementMatchers;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Reads the settings of Hadoop and HBase once in this JVM.
 *
 * <p>HBase 2.6 copies the settings of each store that it flushes for the first time, and so parses
 * the XML of Hadoop's defaults again. Tables of tests live for a second, and this parsing was a
 * quarter of the samples in a profile of OracleIT. It also parses the files of both for each new
 * object of settings, seven times for each region server that starts. The values are the same with
 * this class as without it, since no file of settings changes while a JVM runs. It acts where the
 * build sets {@code halite.defaults.once}; fires, benches and HBase's own suites do without it.
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
      ChangedClass.load(
          "org.apache.hadoop.hbase.HBaseConfiguration",
          type ->
              type.method(ElementMatchers.named("create").and(ElementMatchers.takesNoArguments()))
                  .intercept(
                      MethodDelegation.withDefaultConfiguration()
                          .filter(ElementMatchers.named("created"))
                          .to(DefaultsReadOnce.class)));
    }
  }

  /** Replaces {@code getProps} of the changed class. */
  public static Properties defaults() {
    return Defaults.READ.getProps();
  }

  /** Replaces {@code create()} of the changed class. */
  public static Configuration created() {
    return new Configuration(Created.READ);
  }

  private static final class Created {
    static final Configuration READ = read();

    private static Configuration read() {
      Configuration settings = new Configuration();
      settings.setClassLoader(HBaseConfiguration.class.getClassLoader());
      HBaseConfiguration.addHbaseResources(settings);
      return settings;
    }
  }

  private static final class Defaults extends Configuration {
    static final Defaults READ = new Defaults();

    @Override
    protected synchronized Properties getProps() {
      return super.getProps();
    }
  }
}
