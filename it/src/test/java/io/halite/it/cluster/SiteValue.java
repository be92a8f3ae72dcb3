package io.halite.it.cluster;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;

/**
 * A value in the configuration of every region server of an embedded cluster, which regions that
 * open from now on read; taken back when it is closed. Servers that start later do not have it.
 */
public final class SiteValue implements AutoCloseable {
  private final String key;
  private final Map<Configuration, String> before = new HashMap<>();

  private SiteValue(String key) {
    this.key = key;
  }

  /** Sets the value. */
  public static SiteValue set(EmbeddedCluster cluster, String key, String value) {
    SiteValue set = new SiteValue(key);
    for (RegionServerThread server :
        cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads()) {
      Configuration site = server.getRegionServer().getConfiguration();
      set.before.put(site, site.get(key));
      site.set(key, value);
    }
    return set;
  }

  @Override
  public void close() {
    before.forEach(
        (site, value) -> {
          if (value == null) {
            site.unset(key);
          } else {
            site.set(key, value);
          }
        });
  }
}
