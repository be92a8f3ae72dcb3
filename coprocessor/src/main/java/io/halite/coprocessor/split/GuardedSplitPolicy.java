package io.halite.coprocessor.split;

import io.halite.coprocessor.host.ConfiguredSplitPolicy;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionSplitPolicy;

/**
 * Keeps the regions of a salted table closed where its observer is not loaded, and splits them as
 * they would be split without this policy.
 *
 * <p>HBase makes a region's split policy before it opens the region, and cannot open it without. So
 * a server that lacks Halite's jar fails to open the region because it lacks this class, and one
 * that has the jar and did not load the observer, because this class refuses:
 *
 * <pre>{@code
 * create_salted 't', 'f', 'key=row:*,salt=hash(*) % 16'
 * describe 't' # SPLIT_POLICY => 'io.halite.coprocessor.split.GuardedSplitPolicy'
 * }</pre>
 *
 * <p>The master then gives the region to another server. When and where a region is split, the
 * policy decides that {@code hbase.regionserver.region.split.policy} names, in the table's
 * configuration or else in the site's, or HBase's default if that one cannot be made. Thread-safe
 * if that policy is.
 */
public final class GuardedSplitPolicy extends RegionSplitPolicy {
  private Optional<ConfiguredSplitPolicy> configured = Optional.empty();

  /** For HBase, which then sets the configuration. */
  public GuardedSplitPolicy() {}

  @Override
  protected void configureForRegion(HRegion opening) {
    super.configureForRegion(opening);
    try {
      requireObserver(opening);
      configured =
          Optional.of(
              ConfiguredSplitPolicy.of(
                  GuardedSplitPolicy.class,
                  opening.getTableDescriptor().getTableName(),
                  opening,
                  getConf()));
    } catch (IOException e) {
      raise(e);
    }
  }

  /** Jobs open regions of snapshots without any coprocessor, to read them: those pass. */
  private static void requireObserver(HRegion region) throws IOException {
    TableDescriptor table = region.getTableDescriptor();
    if (region.getCoprocessorHost() == null || !namesObserver(table)) {
      return;
    }
    if (region.getCoprocessorHost().findCoprocessor(TableAttributes.SALTING_OBSERVER) == null) {
      throw new DoNotRetryIOException(
          "region "
              + region.getRegionInfo().getRegionNameAsString()
              + " is not opened, since its server did not load "
              + TableAttributes.SALTING_OBSERVER
              + " and would store natural keys: see why in the server's log (the jar, Java, or"
              + " hbase.coprocessor.enabled and hbase.coprocessor.user.enabled), and restart it");
    }
  }

  /** Whether the table loads the observer by an attribute, be its arguments right or wrong. */
  private static boolean namesObserver(TableDescriptor table) {
    return table.hasCoprocessor(TableAttributes.SALTING_OBSERVER);
  }

  /**
   * Throws a checked exception out of a method that declares none. HBase's caller declares it, and
   * reports to the master that the region did not open; for any other exception it aborts the
   * server.
   */
  @SuppressWarnings("unchecked")
  private static <E extends Exception> void raise(IOException e) throws E {
    throw (E) e;
  }

  private ConfiguredSplitPolicy configured() {
    return configured.orElseThrow(
        () -> new IllegalStateException("the policy has no region yet: HBase gives it one first"));
  }

  @Override
  protected boolean shouldSplit() {
    return configured().shouldSplit();
  }

  @Override
  protected boolean canSplit() {
    return configured().canSplit();
  }

  @Override
  protected byte[] getSplitPoint() {
    return configured().splitPoint();
  }

  @Override
  public String toString() {
    return "GuardedSplitPolicy over " + configured.map(Object::toString).orElse("none");
  }
}
