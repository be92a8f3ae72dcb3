package io.halite.coprocessor.host;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionSplitPolicy;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * The policy by which HBase would split a region whose table names none.
 *
 * <p>It is that of {@code hbase.regionserver.region.split.policy} in the region's configuration,
 * which has the values of the table over those of the site, and else HBase's default. The methods
 * of a policy are protected, so that no other policy can call them without reflection. Thread-safe
 * if that policy is.
 */
public final class ConfiguredSplitPolicy {
  private final RegionSplitPolicy policy;

  private ConfiguredSplitPolicy(RegionSplitPolicy policy) {
    this.policy = policy;
  }

  /**
   * Makes the policy for a region.
   *
   * @param instead the policy that stands in front of it, and is not it
   * @param conf the configuration of the region
   * @throws IOException if the configured class cannot be loaded or called
   */
  public static ConfiguredSplitPolicy of(
      Class<? extends RegionSplitPolicy> instead,
      TableName table,
      HRegion region,
      Configuration conf)
      throws IOException {
    RegionSplitPolicy policy = ReflectionUtils.newInstance(named(instead, table, conf), conf);
    call(policy, "configureForRegion", new Class<?>[] {HRegion.class}, region);
    return new ConfiguredSplitPolicy(policy);
  }

  /** The configured class, or HBase's default where the configuration names {@code instead}. */
  static Class<? extends RegionSplitPolicy> named(
      Class<? extends RegionSplitPolicy> instead, TableName table, Configuration conf)
      throws IOException {
    Class<? extends RegionSplitPolicy> configured = configured(table, conf);
    return configured.equals(instead) ? configured(table, new Configuration(false)) : configured;
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
