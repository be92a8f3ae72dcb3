package io.halite.coprocessor;

import java.io.IOException;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The roles of the regions of one server.
 *
 * <p>After {@code update_config} HBase may load the coprocessors of an open region once more. It
 * does not stop the former ones, and does not call {@code postOpen}. So the role that begins ends
 * the former one, which hands over what it knows, and looks at the rows of the region as when it
 * opens. Thread-safe.
 */
final class LoadedRoles {
  private static final Logger LOG = LoggerFactory.getLogger(LoadedRoles.class);
  private static final String FORMAT = "role/1/";

  /** That of the coprocessors of one class, which the servers of a JVM and all jars share. */
  private final ConcurrentMap<String, Object> sharedData;

  private final Region region;
  private final String key;

  private LoadedRoles(RegionCoprocessorEnvironment env) {
    this.sharedData = env.getSharedData();
    this.region = env.getRegion();
    this.key = FORMAT + env.getServerName() + "/" + env.getRegionInfo().getEncodedName();
  }

  static LoadedRoles of(RegionCoprocessorEnvironment env) {
    return new LoadedRoles(env);
  }

  /** The role begins, in place of a former one that HBase has not stopped. */
  void begin(RegionRole role) throws IOException {
    Object former = sharedData.put(key, role);
    if (former instanceof AutoCloseable unstopped) {
      LOG.info("the coprocessors of {} are loaded once more", region);
      try {
        unstopped.close();
      } catch (Exception e) {
        LOG.warn("the former observer of {} has not ended as it should", region, e);
      }
    }
    if (isOpen(region)) {
      role.opened();
    }
    if (region.isClosing() || region.isClosed()) {
      // HBase may call the former observers alone when the region has closed.
      end(role);
      role.close();
    }
  }

  /**
   * The present role of the region. HBase goes on asking the observer that it has loaded first for
   * endpoints.
   */
  RegionRole present(RegionRole former) {
    return sharedData.get(key) instanceof RegionRole now ? now : former;
  }

  /** HBase stops the role. */
  void end(RegionRole role) {
    sharedData.remove(key, role);
  }

  /** HBase sets the number when the region has opened, after {@code postOpen}. */
  private static boolean isOpen(Region region) {
    return region instanceof HRegion opened && opened.getOpenSeqNum() != HConstants.NO_SEQNUM;
  }
}
