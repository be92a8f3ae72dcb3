package io.halite.coprocessor.host;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionSplitPolicy;
import org.apache.hadoop.hbase.util.TableDescriptorChecker;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The policy by which HBase would split a region whose table names none.
 *
 * <p>It is that of {@code hbase.regionserver.region.split.policy} in the region's configuration,
 * which has the values of the table over those of the site, and else HBase's default, which also
 * stands in for a policy that cannot be made: a region that stayed closed could not be altered. The
 * methods of a policy are protected, so that no other policy can call them without reflection.
 * Thread-safe if that policy is.
 */
public final class ConfiguredSplitPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(ConfiguredSplitPolicy.class);
  private static final String KEY = HConstants.HBASE_REGION_SPLIT_POLICY_KEY;

  /** The keys that say which policy is configured, and whether HBase refuses a wrong one. */
  public static final List<String> KEYS = List.of(KEY, TableDescriptorChecker.TABLE_SANITY_CHECKS);

  private final RegionSplitPolicy policy;

  private ConfiguredSplitPolicy(RegionSplitPolicy policy) {
    this.policy = policy;
  }

  /**
   * Makes the policy for a region.
   *
   * @param instead the policy that stands in front of it, and is not it
   * @param conf the configuration of the region
   * @throws IOException if not even HBase's default policy can be called
   */
  public static ConfiguredSplitPolicy of(
      Class<? extends RegionSplitPolicy> instead,
      TableName table,
      HRegion region,
      Configuration conf)
      throws IOException {
    try {
      return of(named(instead, table, conf), region, conf);
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.warn(
          "regions of table '{}' are split by HBase's default policy, since that of {} cannot be"
              + " used: correct it in CONFIGURATION of the table or in hbase-site.xml",
          table,
          KEY,
          e);
      return of(usual(table), region, conf);
    }
  }

  private static ConfiguredSplitPolicy of(
      Class<? extends RegionSplitPolicy> type, HRegion region, Configuration conf)
      throws IOException {
    RegionSplitPolicy policy = ReflectionUtils.newInstance(type, conf);
    call(policy, "configureForRegion", new Class<?>[] {HRegion.class}, region);
    return new ConfiguredSplitPolicy(policy);
  }

  /**
   * Why HBase would refuse the configured policy of a table that names none; empty if it would not,
   * or if it would only write a warning.
   *
   * @param conf the configuration of the master, with the table's values of {@link #KEYS} over it
   */
  public static Optional<String> objection(TableName table, Configuration conf) {
    try {
      configured(table, conf);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
              e.getMessage()
                  + ": correct "
                  + KEY
                  + " in CONFIGURATION of the table or in hbase-site.xml of the masters")
          .filter(any -> conf.getBoolean(TableDescriptorChecker.TABLE_SANITY_CHECKS, true));
    }
  }

  /** The configured class, or HBase's default where the configuration names {@code instead}. */
  static Class<? extends RegionSplitPolicy> named(
      Class<? extends RegionSplitPolicy> instead, TableName table, Configuration conf)
      throws IOException {
    Class<? extends RegionSplitPolicy> configured = configured(table, conf);
    return configured.equals(instead) ? usual(table) : configured;
  }

  private static Class<? extends RegionSplitPolicy> usual(TableName table) throws IOException {
    return configured(table, new Configuration(false));
  }

  /** The class for a table that names none. */
  private static Class<? extends RegionSplitPolicy> configured(TableName table, Configuration conf)
      throws IOException {
    return RegionSplitPolicy.getSplitPolicyClass(
        TableDescriptorBuilder.newBuilder(table).build(), conf);
  }

  /** Whether the region should be split. */
  public boolean shouldSplit() {
    return (Boolean) ask("shouldSplit");
  }

  /** Whether the region can be split. */
  public boolean canSplit() {
    return (Boolean) ask("canSplit");
  }

  /** The key at which the region should be split; null, as of HBase's own, if at none. */
  public byte[] splitPoint() {
    return (byte[]) ask("getSplitPoint");
  }

  private Object ask(String method) {
    try {
      return call(policy, method, new Class<?>[0]);
    } catch (IOException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private static Object call(
      RegionSplitPolicy policy, String name, Class<?>[] types, Object... arguments)
      throws IOException {
    try {
      Method method = RegionSplitPolicy.class.getDeclaredMethod(name, types);
      method.setAccessible(true);
      return method.invoke(policy, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      throw new IOException("split policy " + policy.getClass().getName() + " failed", e);
    } catch (ReflectiveOperationException e) {
      throw new IOException(
          "this version of HBase has no RegionSplitPolicy."
              + name
              + ": use a version of Halite"
              + " that was built for this HBase",
          e);
    }
  }

  @Override
  public String toString() {
    return policy.toString();
  }
}
