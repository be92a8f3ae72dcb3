package io.halite.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;

/** Regions whose coprocessors HBase loads once more, as after {@code update_config}. */
public final class LoadedOnceMore {
  private LoadedOnceMore() {}

  /** An observer that does nothing, with which the list of coprocessors changes. */
  public static final class Idle implements RegionCoprocessor {}

  /** Changes the list of coprocessors under all regions of a table. */
  public static void load(EmbeddedCluster cluster, TestTable table) {
    load(cluster, table, Idle.class);
  }

  /** The same, by a coprocessor of the site, which HBase calls before those of the table. */
  public static void load(
      EmbeddedCluster cluster, TestTable table, Class<? extends RegionCoprocessor> further) {
    Configuration changed = new Configuration(cluster.configuration());
    changed.set(CoprocessorHost.USER_REGION_COPROCESSOR_CONF_KEY, further.getName());
    for (HRegion region : cluster.utility().getMiniHBaseCluster().getRegions(table.name())) {
      RegionCoprocessorHost before = region.getCoprocessorHost();
      region.onConfigurationChange(changed);
      assertThat(region.getCoprocessorHost()).as("what HBase does").isNotSameAs(before);
    }
  }
}
